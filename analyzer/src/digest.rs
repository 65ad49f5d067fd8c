//! Digests.

pub use uci_pool::hex;

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn hex_is_two_lower_case_digits_a_byte() {
        assert_eq!(hex(&[0, 10, 255]), "000aff");
        // FIPS 180-2: SHA-256 of the empty message.
        assert_eq!(&hex(&Sha256::digest(b""))[..16], "e3b0c44298fc1c14");
    }
}
