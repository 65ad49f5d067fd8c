//! Where mail to the reader goes. An address counts once the link that was sent to it was opened by the person who gave it;
//! nothing else is sent to it before.

use askama::Template;
use axum::extract::Path;

use crate::accounts::roles::Permission;
use crate::accounts::secret::Secret;
use crate::jobs::notifications::mail::is_address;
use crate::jobs::notifications::{self, Choice};
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered, see};

/// Takes an address, or none; mail is in the reader's language of the moment.
pub(crate) async fn choose(ctx: Ctx) -> Answer {
    let (person, language) = (ctx.person()?, ctx.visit.language);
    let address = ctx.fields.one("address").trim().to_owned();
    if !address.is_empty() && !is_address(&address) {
        return Err(Problem::refused(Key::RefusedAddress));
    }
    let chosen = ctx.change(move |c| {
        let address = Some(address.as_str()).filter(|address| !address.is_empty());
        if notifications::choose(c, person, address, language)? {
            let detail = if address.is_some() { "mail" } else { "no mail" };
            c.log(Action::NotificationChosen, format!("person {person}"), detail)?;
        }
        if address.is_some() && !notifications::ask_to_confirm(c, person)? {
            return Err(Problem::refused(Key::RefusedAddressOften));
        }
        Ok(())
    });
    chosen.await?;
    Ok(see("/account"))
}

#[derive(Template)]
#[template(path = "mail_address.html")]
struct Page<'a> {
    frame: Frame<'a>,
    choice: Choice,
    link: &'a str,
}

/// Shows which address a link confirms: programs that look at mail open links.
pub(crate) async fn page(ctx: Ctx, Path(link): Path<String>) -> Answer {
    let (person, now) = (ctx.person()?, ctx.app.now());
    let secret = Secret::from_outside(&link).ok_or(Problem::NotFound)?;
    let choice = ctx.app.read(move |c| notifications::of_link(c, person, &secret, now)).await?;
    rendered(&Page { frame: ctx.frame(), choice: choice.ok_or(Problem::NotFound)?, link: &link })
}

pub(crate) async fn confirm(ctx: Ctx, Path(link): Path<String>) -> Answer {
    let person = ctx.person()?;
    let secret = Secret::from_outside(&link).ok_or(Problem::NotFound)?;
    let confirmed = ctx.change(move |c| {
        if !notifications::confirm(c, person, &secret)? {
            return Err(Problem::NotFound);
        }
        Ok(c.log(Action::NotificationChosen, format!("person {person}"), "address confirmed")?)
    });
    confirmed.await?;
    Ok(see("/account"))
}
