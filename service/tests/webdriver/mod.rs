//! A headless Chromium, driven through Debian's `chromedriver` as [WebDriver](https://www.w3.org/TR/webdriver2/) says.
//!
//! It clicks and types like a person. It must not know anything about the pages.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Key of an element in the `WebDriver` standard.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// How long a page may take. Seconds: other tests and engines run beside it.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the next page of a form may take to load.
const SOON: Duration = Duration::from_secs(5);

/// Whether a condition comes true within a time.
fn within(patience: Duration, holds: impl Fn() -> bool) -> bool {
    let until = Instant::now() + patience;
    while !holds() {
        if Instant::now() >= until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    true
}

/// A browser with one window and no history.
pub(crate) struct Browser {
    driver: Child,
    session: String,
    agent: ureq::Agent,
    profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _closed = self.agent.delete(&self.session).call();
        let _gone = self.driver.kill();
        let _ended = self.driver.wait();
    }
}

impl Browser {
    /// Opens one, or says that there is none and gives nothing.
    pub(crate) fn open(test: &str) -> Option<Self> {
        let driver =
            Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut driver) = driver else {
            println!("{test}: skipped, chromedriver is not installed; `make test` installs it");
            return None;
        };
        let mut port = None;
        for line in BufReader::new(driver.stdout.take().unwrap()).lines() {
            if let Some(rest) = line.unwrap().split("successfully on port ").nth(1) {
                port = Some(rest.trim_end_matches('.').to_owned());
                break;
            }
        }
        let profile = tempfile::tempdir().unwrap();
        let folder = format!("--user-data-dir={}", profile.path().display());
        let downloads = profile.path().join("downloads");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--lang=en",
            &folder,
        ];
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).proxy(None).build().into();
        let mut browser = Self {
            driver,
            session: format!("http://127.0.0.1:{}/session", port.expect("a port")),
            agent,
            profile,
        };
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {
                "args": arguments,
                "prefs": { "download.default_directory": downloads },
            },
        } } });
        let answer = browser.post("", &wanted);
        let id = answer["sessionId"].as_str().expect("a session");
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    /// Sends a command and gives its value.
    fn post(&self, command: &str, body: &Value) -> Value {
        self.try_post(command, body).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    fn try_post(&self, command: &str, body: &Value) -> Result<Value, String> {
        let address = format!("{}{command}", self.session);
        let answer =
            self.agent.post(&address).header("Content-Type", "application/json").send(body.to_string());
        value(answer)
    }

    fn get(&self, what: &str) -> Value {
        self.try_get(what).unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    fn try_get(&self, what: &str) -> Result<Value, String> {
        value(self.agent.get(format!("{}{what}", self.session)).call())
    }

    /// Goes to an address.
    pub(crate) fn go(&self, address: &str) {
        self.post("/url", &json!({ "url": address }));
    }

    /// Gives the browser a cookie of the site that it is at.
    pub(crate) fn set_cookie(&self, name: &str, value: &str) {
        self.post("/cookie", &json!({ "cookie": { "name": name, "value": value } }));
    }

    pub(crate) fn address(&self) -> String {
        self.get("/url").as_str().expect("an address").to_owned()
    }

    /// Waits until it is at an address.
    pub(crate) fn arrives(&self, address: &str) {
        let there = within(PATIENCE, || self.address() == address);
        assert!(there, "at {}, not at {address}", self.address());
    }

    /// The first element that a CSS selector finds, waiting until it is there.
    fn element(&self, selector: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = self.find(selector) {
                return found;
            }
            assert!(Instant::now() < until, "no {selector} at {}: {}", self.address(), self.text("body"));
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn find(&self, selector: &str) -> Option<String> {
        let body = json!({ "using": "css selector", "value": selector });
        let found = self.try_post("/element", &body).ok()?;
        Some(found[ELEMENT].as_str()?.to_owned())
    }

    /// Whether a selector finds anything on the page as it is now.
    pub(crate) fn has(&self, selector: &str) -> bool {
        self.find(selector).is_some()
    }

    /// Whether a selector finds something within [`SOON`]: the next page may still be loading.
    pub(crate) fn comes(&self, selector: &str) -> bool {
        within(SOON, || self.has(selector))
    }

    /// Waits until a selector finds nothing more.
    pub(crate) fn goes(&self, selector: &str) {
        let gone = within(PATIENCE, || !self.has(selector));
        assert!(gone, "{selector} stays at {}", self.address());
    }

    /// The address that a link leads to.
    pub(crate) fn leads(&self, selector: &str) -> String {
        let element = self.element(selector);
        self.get(&format!("/element/{element}/property/href")).as_str().expect("an address").to_owned()
    }

    /// Clicks on what a selector finds.
    pub(crate) fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Types into a field, or chooses a file for it.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("/element/{element}/value"), &json!({ "text": text }));
    }

    /// Text that people read in an element. A page that loads itself again may do so between the search for the element and the
    /// look at it; then the element is looked for again.
    pub(crate) fn text(&self, selector: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let element = self.element(selector);
            match self.try_get(&format!("/element/{element}/text")) {
                Ok(text) => return text.as_str().unwrap_or_default().to_owned(),
                Err(error) => {
                    assert!(error.contains("stale element") && Instant::now() < until, "{selector}: {error}");
                }
            }
        }
    }

    /// Loads the page again until its text holds what is wanted.
    pub(crate) fn wait_for(&self, address: &str, wanted: &str, patience: Duration) {
        let until = Instant::now() + patience;
        loop {
            self.go(address);
            let text = self.text("main");
            if text.contains(wanted) {
                return;
            }
            assert!(Instant::now() < until, "{wanted} did not come at {address}: {text}");
            std::thread::sleep(Duration::from_secs(1));
        }
    }

    /// Clicks on a link to a file and gives what was saved, by the end of its name.
    pub(crate) fn download(&self, selector: &str, end: &str) -> Vec<u8> {
        self.click(selector);
        let folder = self.profile.path().join("downloads");
        let until = Instant::now() + PATIENCE;
        loop {
            let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            let whole = files.map(|file| file.path()).find(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.ends_with(end)
            });
            if let Some(file) = whole {
                return std::fs::read(file).expect("reads");
            }
            assert!(Instant::now() < until, "no file that ends in {end} was saved");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// What an address answers to the signed-in user; chromium without a window saves no HTML file.
    pub(crate) fn fetch(&self, address: &str) -> Vec<u8> {
        let cookies = self.get("/cookie");
        let cookies = cookies.as_array().expect("a list").iter();
        let pairs: Vec<String> = cookies
            .map(|cookie| {
                format!("{}={}", cookie["name"].as_str().unwrap(), cookie["value"].as_str().unwrap())
            })
            .collect();
        let mut answer =
            self.agent.get(address).header("Cookie", pairs.join("; ")).call().expect("an answer");
        assert_eq!(answer.status(), 200, "{address}");
        answer.body_mut().read_to_vec().expect("a file")
    }

    /// A number that a script of the test's own finds out about the page.
    pub(crate) fn number(&self, script: &str) -> f64 {
        let body = json!({ "script": format!("return {script};"), "args": [] });
        self.post("/execute/sync", &body).as_f64().expect("a number")
    }

    /// Makes the window as wide and as high as this, in pixels.
    pub(crate) fn size(&self, width: u32, height: u32) {
        self.post("/window/rect", &json!({ "width": width, "height": height }));
    }

    /// Keeps a picture of the whole page, so many pixels wide, where `FAIRPLAY_SCREENSHOTS` names a folder.
    pub(crate) fn picture(&self, name: &str, width: u32) {
        let Some(folder) = std::env::var_os("FAIRPLAY_SCREENSHOTS") else {
            return;
        };
        let height = self.number("Math.min(document.documentElement.scrollHeight, 8000)");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 8000")]
        self.size(width, height as u32 + 160);
        let picture = self.get("/screenshot");
        let file = Path::new(&folder).join(format!("{name}.png.base64"));
        std::fs::write(file, picture.as_str().expect("a picture")).expect("writes");
    }
}

/// The value of an answer, or what the driver says is wrong.
fn value(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let mut answer = answer.map_err(|error| error.to_string())?;
    let body = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
    let mut json: Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    let value = json["value"].take();
    match value["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", value["message"])),
        None => Ok(value),
    }
}
