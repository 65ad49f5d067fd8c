//! Forms with files, as browsers send them.

use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};

use crate::app::App;
use crate::events::upload::{self, Received};
use crate::keys::Key;
use crate::web::access::{Share, Visit};
use crate::web::form::CSRF_FIELD;
use crate::web::problem::Problem;
use crate::web::returned::Typed;

const MAX_FIELD_BYTES: usize = 1024;
const MAX_FIELDS: usize = 8;
/// Files of one name in a form that takes several.
const MAX_SEVERAL: usize = 200;

/// The fields of a form beside the CSRF token.
pub(crate) struct Form {
    pub(crate) fields: &'static [&'static str],
    pub(crate) files: &'static [&'static str],
    /// Names of files that may be there.
    pub(crate) optional: &'static [&'static str],
    /// Names of files that may be there several times.
    pub(crate) several: &'static [&'static str],
}

/// A form that was sent from a page of the reader's session: its first field is the CSRF token, checked before anything else
/// of it is read.
pub(crate) struct FileForm {
    form: Multipart,
    share: Share,
    typed: Typed,
}

impl FromRequest<App> for FileForm {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let signed = request.extensions().get::<Visit>().and_then(|visit| visit.signed.as_ref());
        let signed = signed.ok_or(Problem::ForeignForm)?;
        let (token, share) = (signed.csrf_token(), Share::Person(signed.person.id));
        let typed = request.extensions().get::<Typed>().cloned().unwrap_or_default();
        let form = Multipart::from_request(request, app).await;
        let mut form = form.map_err(|_| Problem::ForeignForm)?;
        let first = form.next_field().await.map_err(|_| Problem::ForeignForm)?;
        let mut first = first.filter(|first| first.name() == Some(CSRF_FIELD)).ok_or(Problem::ForeignForm)?;
        if !token.is(&value(&mut first).await?) {
            return Err(Problem::ForeignForm);
        }
        drop(first);
        Ok(Self { form, share, typed })
    }
}

pub(crate) struct FormData {
    fields: Vec<(String, String)>,
    files: Vec<(String, Received)>,
}

impl FormData {
    fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(known, _)| known == name)
            || self.files.iter().any(|(known, _)| known == name)
    }

    pub(crate) fn one(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<Received> {
        let place = self.files.iter().position(|(known, _)| known == name)?;
        Some(self.files.swap_remove(place).1)
    }

    /// All files of a name, in the order sent; one has to be there.
    pub(crate) fn every(&mut self, name: &str) -> Result<Vec<Received>, Problem> {
        let (wanted, others) = self.files.drain(..).partition(|(known, _)| known == name);
        self.files = others;
        let wanted: Vec<(String, Received)> = wanted;
        if wanted.is_empty() {
            return Err(Problem::refused(Key::RefusedNoFile));
        }
        Ok(wanted.into_iter().map(|(_, file)| file).collect())
    }

    /// A file that has to be there.
    pub(crate) fn file(&mut self, name: &str) -> Result<Received, Problem> {
        self.take(name).ok_or(Problem::refused(Key::RefusedNoFile))
    }
}

impl FileForm {
    /// Reads the fields and files of a form. One that the form does not have, or that is there twice, is refused.
    pub(crate) async fn read(mut self, app: &App, of: &Form) -> Result<FormData, Problem> {
        let cut = |_| Problem::refused(Key::RefusedCutOff);
        let room = upload::room(app, self.share)?;
        let mut sent = FormData { fields: Vec::new(), files: Vec::new() };
        let most = if of.several.is_empty() { MAX_FIELDS } else { MAX_FIELDS + MAX_SEVERAL };
        for _ in 0..most {
            let Some(mut field) = self.form.next_field().await.map_err(cut)? else {
                return Ok(sent);
            };
            let name = field.name().unwrap_or_default().to_owned();
            let (known, optional) = (name.as_str(), of.optional.contains(&name.as_str()));
            if sent.has(known) && !of.several.contains(&known) {
                return Err(Problem::ForeignForm);
            }
            if of.files.contains(&known) || optional {
                let from = field.file_name().unwrap_or_default().to_owned();
                // A browser sends an empty file without a name where nobody has chosen one.
                if optional && from.is_empty() {
                    if field.chunk().await.map_err(cut)?.is_some_and(|bytes| !bytes.is_empty()) {
                        return Err(Problem::ForeignForm);
                    }
                    continue;
                }
                let received = upload::receive(app, &from, field, &room).await?;
                sent.files.push((name, received));
            } else if of.fields.contains(&known) {
                let value = value(&mut field).await?;
                self.typed.note(&name, &value);
                sent.fields.push((name, value));
            } else {
                return Err(Problem::ForeignForm);
            }
        }
        Err(Problem::ForeignForm)
    }
}

async fn value(field: &mut Field<'_>) -> Result<String, Problem> {
    let mut value = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|_| Problem::refused(Key::RefusedCutOff))? {
        value.extend_from_slice(&chunk);
        if value.len() > MAX_FIELD_BYTES {
            return Err(Problem::TooLarge);
        }
    }
    String::from_utf8(value).map_err(|_| Problem::refused(Key::RefusedName))
}
