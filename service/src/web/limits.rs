//! What requests, uploads, connections and people may take.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of one upload, as they come.
    pub upload_bytes: u64,
    /// Most bytes of all files of one event after unpacking.
    pub unpacked_bytes: u64,
    /// Most games of one event.
    pub games: u32,
    /// Most files of one event.
    pub files: u32,
    pub upload_time: Duration,
    /// How long an upload may bring nothing.
    pub upload_pause: Duration,
    /// Uploads at once of one person or token.
    pub uploads_of_one: usize,
    pub request_time: Duration,
    /// How long a client may take nothing of an answer.
    pub write_time: Duration,
    pub connections: usize,
    /// Connections at once from one address, or one network of IPv6.
    pub connections_of_address: usize,
    /// Requests a second of one person or token, in the long run.
    pub requests_a_second: u32,
    /// Requests of one person or token that may come at once.
    pub requests_at_once: u32,
    /// Most events that one person makes within 24 hours.
    pub events_a_day: u32,
    /// Most files that one person brings within 24 hours, tokens of theirs included.
    pub files_a_day: u32,
    /// Most bytes of these files, as they come.
    pub bytes_a_day: u64,
    /// Most live sources that one person follows at once.
    pub sources_of_one: u32,
    /// Bytes of stored versions of the sources that one person began within 30 days, above which they begin no other.
    pub version_bytes: u64,
    /// Bytes of the disk that are left to the audit log: with less free, nothing large is written.
    pub reserve_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            upload_bytes: 64 * 1024 * 1024,
            unpacked_bytes: 256 * 1024 * 1024,
            games: 20_000,
            files: 200,
            upload_time: Duration::from_secs(600),
            upload_pause: Duration::from_secs(30),
            uploads_of_one: 2,
            request_time: Duration::from_secs(30),
            write_time: Duration::from_secs(30),
            connections: 1_024,
            // A playing hall may share one.
            connections_of_address: 256,
            requests_a_second: 20,
            // A browser that opens its tabs again.
            requests_at_once: 100,
            events_a_day: 100,
            files_a_day: 500,
            bytes_a_day: 2 * 1024 * 1024 * 1024,
            sources_of_one: 16,
            version_bytes: 4 * 1024 * 1024 * 1024,
            reserve_bytes: 512 * 1024 * 1024,
        }
    }
}
