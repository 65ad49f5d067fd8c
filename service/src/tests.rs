//! The service as people and programs meet it: requests through the whole router, no network.

mod absences;
mod all_pages;
mod audited;
mod books;
mod cases;
mod cases_kept;
mod engines;
mod faulty_disk;
mod following;
mod forms;
mod full_test_rule;
mod full_tests;
mod logged_absences;
mod programs;
mod rating_lists;
mod refused_files;
mod reports;
mod restored;
mod results;
mod rights;
mod scripted;
mod served;
mod settings;
mod signing_in;
pub(crate) mod test_server;
mod uploads;
