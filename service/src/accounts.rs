//! People of the service: signing in, sessions, roles, invitations, memberships and tokens for programs.

pub(crate) mod account;
pub(crate) mod administration;
pub(crate) mod devices;
pub(crate) mod invitations;
mod known_passwords;
pub(crate) mod mail_address;
pub(crate) mod members;
pub(crate) mod namings;
pub(crate) mod password;
pub(crate) mod people;
pub(crate) mod reset;
pub(crate) mod roles;
pub(crate) mod second_factor;
pub(crate) mod secret;
pub(crate) mod sessions;
pub(crate) mod sign_in;
pub(crate) mod tokens;
pub(crate) mod totp;
pub(crate) mod wrong_codes;
