//! Pages of accounts, members and tokens.

pub(crate) mod account;
pub(crate) mod administration;
pub(crate) mod members;
pub(crate) mod sign_in;
pub(crate) mod tokens;
