//! Codes of a second factor by time: RFC 6238 with SHA-1, six digits and steps of 30 seconds, as every authenticator knows them.

use data_encoding::BASE32_NOPAD;
use qrcode::{Color, QrCode};
use ring::hmac;

use crate::accounts::secret::{NoRandomness, random};

/// Seconds that a code stands for.
const STEP: i64 = 30;
/// Steps before and after the present one whose codes count as well: clocks differ.
const TOLERANCE: i64 = 1;

/// Steps that a code may have been used ahead of now: a day.
const MAX_AHEAD: i64 = 86_400 / STEP;

/// A secret that a device shares: 160 bits, the length of the hash (RFC 4226, 4).
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Shared([u8; 20]);

impl Shared {
    pub(crate) fn generate() -> Result<Self, NoRandomness> {
        random().map(Self)
    }

    /// `None` if there are not 20 bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Letters and digits to be typed, 32 of them.
    pub(crate) fn base32(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// The link that authenticators read; the name has to be encoded for an address.
    pub(crate) fn link(&self, name: &str) -> String {
        format!("otpauth://totp/fairplay:{name}?secret={}&issuer=fairplay", self.base32())
    }

    fn code(&self, step: i64) -> u32 {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let tag = tag.as_ref();
        // RFC 4226, 5.3: the last four bits say where the 31 bits stand.
        let offset = usize::from(tag.last().map_or(0, |last| last & 0xf));
        let four = tag.get(offset..offset + 4).and_then(|four| four.try_into().ok()).unwrap_or([0; 4]);
        (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000
    }

    /// The code of six digits at an instant.
    pub(crate) fn code_at(&self, now: i64) -> String {
        format!("{:06}", self.code(now.div_euclid(STEP)))
    }

    /// The step of a code that counts now and is later than `last`, the step of the code before it.
    pub(crate) fn step_of(&self, code: &str, now: i64, last: i64) -> Option<i64> {
        let digits = code.len() == 6 && code.bytes().all(|b| b.is_ascii_digit());
        let code: u32 = code.parse().ok().filter(|_| digits)?;
        let present = now.div_euclid(STEP);
        // One further ahead was used before the clock was set back, and would refuse every code until then.
        let last = if last > present.saturating_add(MAX_AHEAD) { 0 } else { last };
        (present - TOLERANCE..=present + TOLERANCE).find(|step| *step > last && self.code(*step) == code)
    }
}

/// The code that an authenticator shows for a secret of the page of the second factor, 32 letters and digits, at an instant in
/// seconds since 1970 began; `None` if it is no such secret. For programs that sign in as a person does, such as measurements.
pub fn authenticator_code(secret: &str, now: i64) -> Option<String> {
    Shared::from_bytes(&BASE32_NOPAD.decode(secret.as_bytes()).ok()?).map(|shared| shared.code_at(now))
}

/// A text as a QR code in SVG, with the margin of four modules that readers of it need; empty if it is too long for one. It is
/// hidden from screen readers: what it says has to stand beside it.
pub(crate) fn picture(text: &str) -> String {
    let Ok(code) = QrCode::new(text) else { return String::new() };
    let (width, side) = (code.width(), code.width() + 8);
    let dark = code.to_colors().into_iter().enumerate().filter(|(_, color)| *color == Color::Dark);
    let modules: String =
        dark.map(|(place, _)| format!("M{} {}h1v1h-1z", place % width + 4, place / width + 4)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" aria-hidden=\"true\" width=\"240\" height=\"240\" \
         viewBox=\"0 0 {side} {side}\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path fill=\"#000\" \
         d=\"{modules}\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, SHA-1. The table has eight digits; six are their last ones.
    #[test]
    fn codes_are_those_of_the_rfc() {
        let shared = Shared(*b"12345678901234567890");
        for (time, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(shared.code_at(time), code[2..], "{time}");
        }
    }

    #[test]
    fn a_code_counts_one_step_before_and_after_and_only_once() {
        let shared = Shared(*b"12345678901234567890");
        let (now, code) = (1_234_567_890, "005924");
        let step = now / STEP;
        for (at, counts) in [(-60, false), (-30, true), (0, true), (29, true), (59, true), (60, false)] {
            assert_eq!(shared.step_of(code, now + at, 0), counts.then_some(step), "{at}");
        }
        assert_eq!(shared.step_of(code, now, step), None, "used");
        // Set back by a day the clock may still be wrong by little; by more than that the used step says nothing.
        assert_eq!(
            shared.step_of(code, now, step + 2_880 + 1),
            Some(step),
            "used before the clock was set back"
        );
        assert_eq!(shared.step_of(code, now, step + 2_880), None);
        for wrong in ["", "5924", "0005924", "+05924", "00592x", "005925", "\u{665}05924"] {
            assert_eq!(shared.step_of(wrong, now, 0), None, "{wrong}");
        }
    }

    /// RFC 4648, 10, and the link of a secret.
    #[test]
    fn secrets_are_written_as_authenticators_read_them() {
        assert_eq!(BASE32_NOPAD.encode(b"fooba"), "MZXW6YTB");
        assert_eq!(BASE32_NOPAD.decode(b"MZXW6YTB").as_deref(), Ok(&b"fooba"[..]));
        let shared = Shared(*b"12345678901234567890");
        let link = "otpauth://totp/fairplay:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=fairplay";
        assert_eq!(shared.link("anna"), link);
        let picture = picture(link);
        // Version 5 has 37 modules to a side; the corner of its first finder pattern is dark.
        assert!(
            picture.contains("viewBox=\"0 0 45 45\"") && picture.contains("d=\"M4 4h1v1h-1zM5 4"),
            "{picture}"
        );
    }
}
