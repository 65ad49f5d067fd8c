//! A client that sends what it is told, also what no browser sends.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Longest wait for one answer.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(60);
/// Most bytes of an answer that are read.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Between the parts of a form with files.
const BOUNDARY: &str = "attack-4d1f";

#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// 0 where nothing came back.
    pub(super) status: u16,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
        let pair = |line: &str| {
            line.split_once(':').map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers: Vec<_> = lines.filter_map(pair).collect();
        let is_chunked =
            headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = &bytes[end + 4..];
        let body = if is_chunked { joined(body) } else { body.to_vec() };
        Some(Self { status, headers, body })
    }

    /// The value of a header, empty if there is none.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Whether it leads to the page where people sign in.
    pub(super) fn asks_to_sign_in(&self) -> bool {
        self.status == 303 && self.header("location").starts_with("/login")
    }

    /// Status, where it leads, and the start of its text without marks.
    pub(super) fn told(&self) -> String {
        let text = self.text();
        let main = text.split("<main").nth(1).unwrap_or(&text);
        format!("{} {} {:.200}", self.status, self.header("location"), main.replace('\n', " "))
    }

    /// The number at the end of the address that it leads to.
    #[track_caller]
    pub(super) fn leads_to(&self) -> String {
        assert_eq!(self.status, 303, "{}", self.text());
        self.header("location").split(['?', '#']).next().unwrap().rsplit('/').next().unwrap().to_owned()
    }
}

/// The chunks of a body in one piece.
fn joined(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size =
            std::str::from_utf8(&rest[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(size) = size.filter(|size| *size > 0 && end + 2 + size <= rest.len()) else { break };
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    whole
}

/// What a sender does behind the last byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    End,
    /// It may have promised more.
    Wait,
}

/// Sends bytes as they are and gives what comes back until the other side closes or time is up.
pub(super) fn exchange(address: &str, bytes: &[u8], then: Then) -> Vec<u8> {
    let most = if then == Then::End { Duration::from_secs(10) } else { Duration::from_millis(300) };
    let mut answer = Vec::new();
    if let Ok(mut stream) = TcpStream::connect(address) {
        stream.set_read_timeout(Some(most)).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
        let _sent = stream.write_all(bytes);
        if then == Then::End {
            let _half = stream.shutdown(Shutdown::Write);
        }
        let _end = stream.take(MAX_BYTES).read_to_end(&mut answer);
    }
    answer
}

/// Sends a request and reads its answer.
pub(super) fn ask(address: &str, bytes: &[u8]) -> Answer {
    let mut answer = Vec::new();
    if let Ok(mut stream) = TcpStream::connect(address) {
        stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
        let _sent = stream.write_all(bytes);
        let _end = stream.take(MAX_BYTES).read_to_end(&mut answer);
    }
    Answer::read(&answer).unwrap_or_default()
}

/// A text in the form of addresses and fields.
pub(super) fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// What a request carries.
pub(super) enum Body<'a> {
    Nothing,
    Fields(&'a [(&'a str, &'a str)]),
    /// Fields in their order, and a file before or behind them: its field, name and bytes.
    Parts(&'a [(&'a str, &'a str)], (&'a str, &'a str, &'a [u8]), FileStands),
    Bytes(&'a str, &'a [u8]),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FileStands {
    First,
    Last,
}

impl Body<'_> {
    fn kind_and_bytes(&self) -> (String, Vec<u8>) {
        match self {
            Self::Nothing => (String::new(), Vec::new()),
            Self::Fields(fields) => {
                let pairs: Vec<String> = fields
                    .iter()
                    .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
                    .collect();
                ("application/x-www-form-urlencoded".to_owned(), pairs.join("&").into_bytes())
            }
            Self::Parts(fields, (field, name, bytes), stands) => {
                let part = |(field, value): &(&str, &str)| {
                    format!(
                        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n"
                    )
                };
                let fields: String = fields.iter().map(part).collect();
                let head = format!(
                    "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
                     Content-Type: application/octet-stream\r\n\r\n"
                );
                let file = [head.as_bytes(), bytes, b"\r\n"].concat();
                let end = format!("--{BOUNDARY}--\r\n");
                let body = match stands {
                    FileStands::First => [&file, fields.as_bytes(), end.as_bytes()].concat(),
                    FileStands::Last => [fields.as_bytes(), &file, end.as_bytes()].concat(),
                };
                (format!("multipart/form-data; boundary={BOUNDARY}"), body)
            }
            Self::Bytes(kind, bytes) => ((*kind).to_owned(), bytes.to_vec()),
        }
    }
}

/// Somebody with a browser; without a session they are nobody.
#[derive(Clone, Default)]
pub(super) struct Person {
    pub(super) address: String,
    pub(super) cookie: String,
    /// The word that the forms of the session carry.
    pub(super) word: String,
}

impl Person {
    pub(super) fn nobody(address: &str) -> Self {
        Self { address: address.to_owned(), ..Self::default() }
    }

    /// The bytes of a request.
    pub(super) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &Body<'_>,
    ) -> Vec<u8> {
        let (kind, bytes) = body.kind_and_bytes();
        let length = bytes.len().to_string();
        let own = [("Cookie", self.cookie.as_str()), ("Content-Type", &kind), ("Content-Length", &length)];
        let given = own.iter().chain(headers).filter(|(_, value)| !value.is_empty());
        let lines: String = given.map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let first = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        [first.as_bytes(), lines.as_bytes(), b"\r\n", &bytes].concat()
    }

    /// Asks, and waits where too many requests came.
    pub(super) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &Body<'_>) -> Answer {
        let (request, begun) = (self.request(method, path, headers, body), Instant::now());
        loop {
            let answer = ask(&self.address, &request);
            if answer.status != 429 || begun.elapsed() > MAX_WAIT {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(60));
        }
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], &Body::Nothing)
    }

    /// Sends a form of the session.
    pub(super) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let fields = [&[("csrf", self.word.as_str())], fields].concat();
        self.ask("POST", path, &[], &Body::Fields(&fields))
    }

    /// Sends a form of the session with a file.
    pub(super) fn upload(&self, path: &str, name: &str, file: (&str, &[u8])) -> Answer {
        let fields = [("csrf", self.word.as_str()), ("name", name)];
        self.ask("POST", path, &[], &Body::Parts(&fields, ("file", file.0, file.1), FileStands::Last))
    }

    /// Makes an account by a link and signs in.
    pub(super) fn joins(address: &str, link: &str, name: &str, login: &str) -> Self {
        let path = link.split_once("/welcome/").map(|(_, secret)| format!("/welcome/{secret}")).unwrap();
        let password = "eleven-grey-herons";
        let account = [("name", name), ("login", login), ("password", password), ("again", password)];
        let joined = Self::nobody(address).ask("POST", &path, &[], &Body::Fields(&account));
        assert_eq!(joined.status, 303, "{login}: {}", joined.text());
        let cookie = joined.header("set-cookie").split(';').next().unwrap().to_owned();
        let mut person = Self { address: address.to_owned(), cookie, word: String::new() };
        person.word = between(&person.get("/account").text(), "name=\"csrf\" value=\"", "\"");
        person
    }

    /// Sets up a second factor.
    pub(super) fn sets_up_factor(&self) {
        let secret = between(&self.post("/account/second-factor", &[]).text(), "Secret: <code>", "<");
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        let code = service::authenticator_code(&secret, now.cast_signed()).unwrap();
        let proved = self.post("/account/second-factor/prove", &[("code", &code)]);
        assert_eq!(proved.status, 200, "{}", proved.text());
    }

    /// Asks somebody in, who joins.
    pub(super) fn invites(&self, role: &str, name: &str, login: &str) -> Self {
        let invited = self.post("/people/invite", &[("note", name), ("role", role)]).text();
        let link = between(&invited, "/welcome/", "<");
        Self::joins(&self.address, &format!("/welcome/{link}"), name, login)
    }
}

/// What stands in a page between two texts.
#[track_caller]
pub(super) fn between(page: &str, before: &str, after: &str) -> String {
    let found = page.split(before).nth(1).and_then(|rest| rest.split(after).next());
    found.unwrap_or_else(|| panic!("no {before} in {page}")).to_owned()
}
