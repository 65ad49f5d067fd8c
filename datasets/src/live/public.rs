//! Names looked up so that only addresses of the public internet come out.
//!
//! A server that fetches what its users name must not be led into its own network. The check is made on the addresses
//! that are then connected to, for every question and every redirect, so a name that changes its meaning between a check
//! and a connection gains nothing.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Looks names up as usual and keeps public addresses only.
#[derive(Debug, Default)]
pub(crate) struct PublicOnly {
    usual: DefaultResolver,
}

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.usual.resolve(uri, config, timeout)?;
        // One private address among public ones is a trap as well: nothing of such a name is used.
        if found.iter().all(|address| is_public(address.ip())) { Ok(found) } else { Err(Error::HostNotFound) }
    }
}

/// Whether an address belongs to the public internet, by the registries of special addresses (RFC 6890 and its
/// successors: <https://www.iana.org/assignments/iana-ipv4-special-registry>,
/// <https://www.iana.org/assignments/iana-ipv6-special-registry>).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    !(v4.is_private()
        || v4.is_loopback()
        || v4.is_link_local()
        || v4.is_multicast()
        || v4.is_documentation()
        || a == 0
        || a >= 240
        // Shared by carriers; between protocols; benchmarks; the old relay of 6to4.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19))
        || (a == 192 && b == 88 && c == 99))
}

fn is_public_v6(v6: Ipv6Addr) -> bool {
    let parts = v6.segments();
    // Only 2000::/3 is given out. In it: 2001::/23 for protocols (Teredo among them), 2001:db8::/32 and 3fff::/20 for
    // documents, 2002::/16 holds an IPv4 address.
    let [first, second, ..] = parts;
    first & 0xe000 == 0x2000
        && !(first == 0x2001 && second < 0x0200)
        && !(first == 0x2001 && second == 0x0db8)
        && !(first == 0x3fff && second < 0x1000)
        && first != 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::UrlSource;
    use crate::live::source::{Limits, Source as _, SourceError};

    #[test]
    fn addresses_of_this_machine_and_its_network_are_not_public() {
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.2",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::a00:1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
        ] {
            let address: IpAddr = text.parse().expect("an address");
            assert!(!is_public(address), "{text}");
        }
        for text in [
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2001:4860:4860::8888",
            "2a00:1450::1",
        ] {
            let address: IpAddr = text.parse().expect("an address");
            assert!(is_public(address), "{text}");
        }
    }

    /// A listener that would answer is there, and is never connected to.
    #[test]
    fn a_private_address_is_not_asked() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("set");
        let port = listener.local_addr().expect("an address").port();
        for host in ["127.0.0.1", "localhost"] {
            let limits = Limits { public_only: true, ..Limits::default() };
            let mut source =
                UrlSource::new(&format!("http://{host}:{port}/a.pgn"), limits).expect("an address");
            let error = source.poll().expect_err("refused");
            assert!(matches!(error, SourceError::Transport { .. }), "{error}");
            assert!(listener.accept().is_err(), "nobody connected");
        }
    }
}
