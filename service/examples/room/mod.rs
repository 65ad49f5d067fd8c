//! A server on a temporary file and browsers that ask it, for the examples that measure it.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reports::Language;
use service::{
    Clock, Cost, Engines, Limits, LiveSettings, NotificationSettings, Settings, Started, Zone,
    authenticator_code,
};
use uci_pool::{EngineSpec, find_engine};

/// Whatever went wrong; the examples print it and end.
pub(crate) type Failed = Box<dyn Error + Send + Sync>;

const FORM: &str = "application/x-www-form-urlencoded";

/// A browser with a session.
#[derive(Clone)]
pub(crate) struct Browser {
    agent: ureq::Agent,
    base: String,
    cookie: String,
}

impl Browser {
    /// A browser without a session, at a server's address.
    pub(crate) fn new(base: &str) -> Self {
        let agent = ureq::Agent::config_builder()
            .max_redirects(0)
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(120)))
            .build()
            .new_agent();
        Self { agent, base: base.to_owned(), cookie: String::new() }
    }

    /// Asks for a page: its status and text.
    pub(crate) fn get(&self, path: &str) -> Result<(u16, String), Failed> {
        let request = self.agent.get(format!("{}{path}", self.base));
        let mut answer = request.header("cookie", &self.cookie).call()?;
        Ok((answer.status().as_u16(), answer.body_mut().read_to_string()?))
    }

    /// Sends a body; the answer's status and where it leads to. A session that begins is kept.
    pub(crate) fn post(&mut self, path: &str, kind: &str, body: &[u8]) -> Result<(u16, String), Failed> {
        let (status, leads, _) = self.send(path, kind, body)?;
        Ok((status, leads))
    }

    fn send(&mut self, path: &str, kind: &str, body: &[u8]) -> Result<(u16, String, String), Failed> {
        let request = self.agent.post(format!("{}{path}", self.base));
        let request = request.header("cookie", &self.cookie).header("content-type", kind);
        let mut answer = request.send(body)?;
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok());
        let leads = header("location").unwrap_or_default().to_owned();
        if let Some(cookie) = header("set-cookie").and_then(|line| line.split(';').next()) {
            cookie.clone_into(&mut self.cookie);
        }
        let status = answer.status().as_u16();
        Ok((status, leads, answer.body_mut().read_to_string()?))
    }

    /// Sends the fields of a form; the page that answers.
    fn page(&mut self, path: &str, fields: &str) -> Result<String, Failed> {
        Ok(self.send(path, FORM, fields.as_bytes())?.2)
    }

    /// Sends the fields of a form.
    pub(crate) fn form(&mut self, path: &str, fields: &str) -> Result<(u16, String), Failed> {
        self.post(path, FORM, fields.as_bytes())
    }
}

/// What stands in a page between two texts.
pub(crate) fn between<'a>(page: &'a str, before: &str, after: &str) -> Option<&'a str> {
    page.split(before).nth(1)?.split(after).next()
}

/// The settings of a server with its data in a folder and so many engine processes. Files in `followed` may be followed.
pub(crate) fn settings(data: &Path, followed: &Path, processes: usize) -> Result<Settings, Failed> {
    let engines = find_engine().map(|command| Engines {
        spec: EngineSpec::of(command),
        settings: uci_pool::Settings::QUICK,
        count: processes,
        queue: None,
        niceness: 10,
        parameters: None,
        full: uci_pool::Settings::FULL,
        full_parameters: None,
        second: Vec::new(),
    });
    println!(
        "engine: {}",
        engines.as_ref().map_or_else(|| "none".to_owned(), |_| format!("{processes} processes"))
    );
    Ok(Settings {
        data: data.join("fairplay.sqlite"),
        listen: "127.0.0.1:0".parse()?,
        metrics: None,
        tls: None,
        behind_proxy: false,
        url: None,
        language: Language::ENGLISH,
        // One person and one address stand for many.
        limits: Limits {
            connections_of_address: 1_024,
            uploads_of_one: 1_024,
            requests_at_once: u32::MAX,
            events_a_day: u32::MAX,
            files_a_day: u32::MAX,
            bytes_a_day: u64::MAX,
            ..Limits::default()
        },
        password_cost: Cost::Least,
        clock: Clock::system(),
        engines,
        live: LiveSettings { folders: vec![followed.to_owned()], private_addresses: false },
        notifications: NotificationSettings::default(),
        zone: Zone::UTC,
    })
}

/// Starts the server that `fairplay serve` starts, lets something ask it, and stops it.
pub(crate) fn with_server<T>(
    settings: Settings,
    ask: impl FnOnce(&Started) -> Result<T, Failed>,
) -> Result<T, Failed> {
    let stop = Arc::new(AtomicBool::new(false));
    let (tell, told) = mpsc::channel::<Started>();
    let asked = Arc::clone(&stop);
    let server = std::thread::spawn(move || {
        service::run(
            settings,
            move |started| {
                let _heard = tell.send(started.clone());
            },
            move || asked.load(Ordering::SeqCst),
        )
    });
    let started = told.recv_timeout(Duration::from_secs(60))?;
    let done = ask(&started);
    stop.store(true, Ordering::SeqCst);
    server.join().map_err(|_| "the server panicked")??;
    done
}

/// A chief arbiter whom the first person asked in, signed in, and the word that their forms carry.
pub(crate) fn chief(started: &Started) -> Result<(Browser, String), Failed> {
    let base = format!("http://{}", started.listen);
    let path = |link: &str| link.strip_prefix(&base).map(str::to_owned).ok_or("a link elsewhere");
    let join = |browser: &mut Browser, link: &str, login: &str| {
        let password = "password=correct-horse-battery&again=correct-horse-battery";
        browser.form(&path(link)?, &format!("name=Person&login={login}&{password}"))?;
        word(browser)
    };
    let (mut first, mut chief) = (Browser::new(&base), Browser::new(&base));
    let csrf = join(&mut first, started.first_link.as_deref().ok_or("no first link")?, "first")?;
    // The first person is an administrator, who needs a second factor.
    let offer = first.page("/account/second-factor", &format!("csrf={csrf}"))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let secret = between(&offer, "Secret: <code>", "<").ok_or("no secret")?;
    let code = authenticator_code(secret, i64::try_from(now)?).ok_or("no secret of ours")?;
    first.form("/account/second-factor/prove", &format!("csrf={csrf}&code={code}"))?;
    let invited = first.page("/people/invite", &format!("csrf={csrf}&note=x&role=chief_arbiter"))?;
    let link = between(&invited, "<code>", "<").ok_or("no invitation")?;
    let word = join(&mut chief, link, "chief")?;
    Ok((chief, word))
}

/// The word that the forms of a session carry.
pub(crate) fn word(browser: &Browser) -> Result<String, Failed> {
    let page = browser.get("/account")?.1;
    let word = between(&page, "name=\"csrf\" value=\"", "\"").ok_or("not signed in")?;
    Ok(word.to_owned())
}
