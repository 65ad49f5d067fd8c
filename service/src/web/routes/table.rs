//! The table of the routes.

use axum::routing::{get, post};

use super::{Reads, Route, change, show};
use crate::accounts::api_tokens::Scope;
use crate::accounts::pages::{account, administration, members, sign_in, tokens};
use crate::accounts::roles::Permission;
use crate::cases;
use crate::events::{self, absences, live, rating_lists, report_page, results, settings};
use crate::jobs::{self, full_tests, hints};
use crate::web::access::Needs;
use crate::web::api;
use crate::web::{api_page, assets, audit_log};
use Needs::{Nothing, Permission as May, SignedIn, Token};

pub(crate) const ROUTES: &[Route] = &[
    show("/health", Nothing, "whether the service answers", || get(api::health)),
    show("/assets/style.css", Nothing, "the style of the pages", || get(assets::style)),
    show("/assets/results.css", Nothing, "the style of the pages of results", || get(assets::results)),
    change("/language", Nothing, Reads::Form, "chooses the language", || post(account::language)),
    show("/login", Nothing, "the page to sign in", || get(sign_in::page)),
    change("/login", Nothing, Reads::Form, "signs in", || post(sign_in::sign_in)),
    show("/welcome/{link}", Nothing, "the page of an invitation", || get(sign_in::welcome)),
    change("/welcome/{link}", Nothing, Reads::Form, "uses an invitation", || post(sign_in::join)),
    show("/", SignedIn, "the events of the reader", || get(events::list_page::page)),
    change("/logout", SignedIn, Reads::Nothing, "signs out", || post(account::sign_out)),
    change("/logout-everywhere", SignedIn, Reads::Nothing, "signs out everywhere", || {
        post(account::sign_out_everywhere)
    }),
    show("/account", SignedIn, "the reader's own account", || get(account::page)),
    change("/account", SignedIn, Reads::Form, "changes the password", || post(account::change_password)),
    show("/people", May(Permission::ManagePeople), "everybody", || get(administration::page)),
    change("/people/invite", May(Permission::ManagePeople), Reads::Form, "invites somebody", || {
        post(administration::invite)
    }),
    change(
        "/people/{person}/disable",
        May(Permission::ManagePeople),
        Reads::Nothing,
        "disables somebody",
        || post(administration::disable),
    ),
    change(
        "/people/{person}/enable",
        May(Permission::ManagePeople),
        Reads::Nothing,
        "lets somebody in again",
        || post(administration::enable),
    ),
    change(
        "/people/invitations/{invitation}/revoke",
        May(Permission::ManagePeople),
        Reads::Nothing,
        "takes an invitation back",
        || post(administration::revoke_invitation),
    ),
    show("/audit", May(Permission::ReadAudit), "the audit log", || get(audit_log::whole)),
    show("/metrics", May(Permission::ReadMetrics), "the counters", || get(api::metrics)),
    change("/events", May(Permission::MakeEvents), Reads::FormWithFile, "makes an event from games", || {
        post(events::list_page::make)
    }),
    show("/events/{event}", May(Permission::SeeEvent), "an event", || get(events::page::page)),
    change("/events/{event}/files", May(Permission::UploadGames), Reads::FormWithFile, "adds games", || {
        post(events::page::upload)
    }),
    show("/events/{event}/files/{file}", May(Permission::ExportFiles), "a file as it was uploaded", || {
        get(events::files::download)
    }),
    show("/events/{event}/results", May(Permission::SeeEvent), "the field of an event", || {
        get(results::page::overview)
    }),
    show("/events/{event}/players", May(Permission::SeeEvent), "the table of players of an event", || {
        get(results::page::players)
    }),
    show("/events/{event}/players/{player}", May(Permission::SeeEvent), "a player in an event", || {
        get(results::page::player)
    }),
    show("/events/{event}/games/{game}", May(Permission::SeeEvent), "a game on a board", || {
        get(results::page::game)
    }),
    show(
        "/events/{event}/compare",
        May(Permission::SeeEvent),
        "two players or two rounds side by side",
        || get(results::page::compare),
    ),
    show("/events/{event}/export/{export}", May(Permission::ExportFiles), "results as a file", || {
        get(results::files::download)
    }),
    show("/events/{event}/members", May(Permission::ManageMembers), "the members of an event", || {
        get(members::page)
    }),
    change("/events/{event}/members", May(Permission::ManageMembers), Reads::Form, "sets a member", || {
        post(members::set)
    }),
    change(
        "/events/{event}/members/{person}/remove",
        May(Permission::ManageMembers),
        Reads::Nothing,
        "removes a member",
        || post(members::remove),
    ),
    show("/events/{event}/tokens", May(Permission::ManageTokens), "the tokens of an event", || {
        get(tokens::page)
    }),
    change("/events/{event}/tokens", May(Permission::ManageTokens), Reads::Form, "makes a token", || {
        post(tokens::make)
    }),
    change(
        "/events/{event}/tokens/{token}/revoke",
        May(Permission::ManageTokens),
        Reads::Nothing,
        "takes a token back",
        || post(tokens::revoke),
    ),
    show("/events/{event}/audit", May(Permission::ReadEventAudit), "the audit log of an event", || {
        get(audit_log::of_event)
    }),
    change(
        "/events/follow",
        May(Permission::MakeEvents),
        Reads::Form,
        "makes an event that follows a live source",
        || post(live::page::follow),
    ),
    change(
        "/events/{event}/source/stop",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "follows the live source of an event no longer",
        || post(live::page::stop),
    ),
    show("/events/{event}/engines", May(Permission::SeeEvent), "the work of the engines on an event", || {
        get(jobs::page::page)
    }),
    change(
        "/events/{event}/engines/again",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "asks for a screening again",
        || post(jobs::page::again),
    ),
    change(
        "/events/{event}/engines/jobs/{job}/pause",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "pauses a job",
        || post(jobs::page::pause),
    ),
    change(
        "/events/{event}/engines/jobs/{job}/resume",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "lets a job go on",
        || post(jobs::page::resume),
    ),
    change(
        "/events/{event}/engines/jobs/{job}/cancel",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "ends a job",
        || post(jobs::page::cancel),
    ),
    change(
        "/events/{event}/engines/hands",
        May(Permission::DirectEngines),
        Reads::Form,
        "puts the games of a player first",
        || post(jobs::page::raise),
    ),
    change(
        "/events/{event}/engines/hands/lower",
        May(Permission::DirectEngines),
        Reads::Form,
        "puts them first no longer",
        || post(jobs::page::lower),
    ),
    show("/events/{event}/hints", May(Permission::SeeEvent), "what the evidence allows now", || {
        get(hints::page::page)
    }),
    change(
        "/events/{event}/full-tests",
        May(Permission::OrderFullTests),
        Reads::Form,
        "sets the rule for full tests of an event and its budget",
        || post(full_tests::page::set),
    ),
    change(
        "/events/{event}/players/{player}/full-test",
        May(Permission::OrderFullTests),
        Reads::Form,
        "asks for a full test of a player",
        || post(full_tests::page::ask),
    ),
    show(
        "/events/{event}/full-tests/{test}/{document}",
        May(Permission::ExportFiles),
        "the dossier of a full test as a file",
        || get(full_tests::page::download),
    ),
    show("/events/{event}/absences", May(Permission::SeeEvent), "the boards, and who was away when", || {
        get(absences::page::page)
    }),
    change(
        "/events/{event}/absences",
        May(Permission::NoteAbsences),
        Reads::Form,
        "notes that a player left or came back",
        || post(absences::page::note),
    ),
    change(
        "/events/{event}/absences/{entry}/withdraw",
        May(Permission::NoteAbsences),
        Reads::Nothing,
        "withdraws an entry of the log of absences",
        || post(absences::page::withdraw),
    ),
    show(
        "/events/{event}/absences/log.toml",
        May(Permission::ExportFiles),
        "the log of absences as a file for `fairplay test --absences`",
        || get(absences::page::download),
    ),
    show("/events/{event}/settings", May(Permission::ManageEvent), "what an event is set to", || {
        get(settings::page)
    }),
    change(
        "/events/{event}/name",
        May(Permission::ManageEvent),
        Reads::Form,
        "gives an event another name",
        || post(settings::rename),
    ),
    change(
        "/events/{event}/close",
        May(Permission::ManageEvent),
        Reads::Nothing,
        "closes an event: it takes no work, sources or files",
        || post(settings::close),
    ),
    change(
        "/events/{event}/reopen",
        May(Permission::ManageEvent),
        Reads::Nothing,
        "opens a closed event again",
        || post(settings::reopen),
    ),
    change(
        "/events/{event}/aliases",
        May(Permission::ManageEvent),
        Reads::FormWithFile,
        "gives an event an alias table",
        || post(settings::set_aliases),
    ),
    change(
        "/events/{event}/aliases/remove",
        May(Permission::ManageEvent),
        Reads::Nothing,
        "takes the alias table of an event away",
        || post(settings::remove_aliases),
    ),
    change(
        "/events/{event}/rating",
        May(Permission::ManageEvent),
        Reads::Form,
        "says which ratings count in an event",
        || post(settings::set_rating),
    ),
    change(
        "/people/chief",
        May(Permission::ManagePeople),
        Reads::Form,
        "names a chief arbiter for an event that has none",
        || post(administration::name_chief),
    ),
    show("/api", Nothing, "the description for programs as a page", || get(api_page::page)),
    show(
        "/events/{event}/report",
        May(Permission::SeeEvent),
        "the games of an event against its tournament report",
        || get(report_page::page),
    ),
    change(
        "/events/{event}/report",
        May(Permission::ManageEvent),
        Reads::FormWithFile,
        "gives an event a tournament report",
        || post(report_page::set),
    ),
    change(
        "/events/{event}/report/remove",
        May(Permission::ManageEvent),
        Reads::Nothing,
        "takes the tournament report of an event away",
        || post(report_page::remove),
    ),
    change(
        "/events/{event}/book",
        May(Permission::ManageEvent),
        Reads::FormWithFile,
        "gives an event an opening book",
        || post(settings::set_book),
    ),
    change(
        "/events/{event}/book/remove",
        May(Permission::ManageEvent),
        Reads::Nothing,
        "takes the opening book of an event away",
        || post(settings::remove_book),
    ),
    show("/ratings", May(Permission::ManageRatings), "the rating lists on file", || {
        get(rating_lists::page::page)
    }),
    change("/ratings", May(Permission::ManageRatings), Reads::FormWithFile, "brings a rating list", || {
        post(rating_lists::page::add)
    }),
    show("/api/openapi.json", Nothing, "this description", || get(api::description)),
    show("/api/v1/events/{event}", Token(Scope::ReadResults), "what is known about an event", || {
        get(api::event)
    }),
    show(
        "/api/v1/events/{event}/engines",
        Token(Scope::ReadResults),
        "the work of the engines on an event, with rate and rest",
        || get(jobs::api::work),
    ),
    show(
        "/api/v1/events/{event}/hints",
        Token(Scope::ReadResults),
        "the newest hints: what the evidence allows now",
        || get(jobs::api::hints),
    ),
    show(
        "/api/v1/events/{event}/absences",
        Token(Scope::ReadResults),
        "who was away from the board, when, and in which move",
        || get(absences::api::list),
    ),
    change(
        "/api/v1/events/{event}/absences",
        Token(Scope::ReportAbsences),
        Reads::Json(absences::api::EXAMPLE),
        "notes that a player left the board or came back, or withdraws an entry",
        || post(absences::api::report),
    ),
    change(
        "/api/v1/events/{event}/files",
        Token(Scope::UploadGames),
        Reads::File,
        "gives an event games: PGN, plain or as .gz, .zst or .zip; `name` in the query names the file",
        || post(api::upload),
    ),
    change(
        "/people/case",
        May(Permission::ManagePeople),
        Reads::Form,
        "names an investigator for a case that nobody manages",
        || post(administration::name_manager),
    ),
    show("/cases", May(Permission::ListCases), "the cases of the reader", || get(cases::list_page::page)),
    show(
        "/events/{event}/players/{player}/new-case",
        May(Permission::OpenCases),
        "the form for a new case about a player",
        || get(cases::list_page::new),
    ),
    change(
        "/events/{event}/players/{player}/new-case",
        May(Permission::OpenCases),
        Reads::Form,
        "opens a case about a player",
        || post(cases::list_page::open),
    ),
    show("/cases/{case}", May(Permission::SeeCase), "a case", || get(cases::page::page)),
    change(
        "/cases/{case}/notes",
        May(Permission::WriteInCase),
        Reads::Form,
        "writes a note in a case",
        || post(cases::changes::note),
    ),
    change(
        "/cases/{case}/notes/{entry}/withdraw",
        May(Permission::WriteInCase),
        Reads::Nothing,
        "withdraws a note of one's own",
        || post(cases::changes::withdraw),
    ),
    change(
        "/cases/{case}/complaint",
        May(Permission::ManageCase),
        Reads::Form,
        "writes down the complaint of a case",
        || post(cases::changes::complaint),
    ),
    change(
        "/cases/{case}/full-tests",
        May(Permission::ManageCase),
        Reads::Form,
        "puts a full test into a case",
        || post(cases::changes::add_test),
    ),
    show(
        "/cases/{case}/full-tests/{test}/{document}",
        May(Permission::ExportCase),
        "the dossier of a full test of a case as a file",
        || get(cases::files::download),
    ),
    change(
        "/cases/{case}/members",
        May(Permission::ManageCase),
        Reads::Form,
        "sets a member of a case",
        || post(cases::changes::set_member),
    ),
    change(
        "/cases/{case}/members/{person}/remove",
        May(Permission::ManageCase),
        Reads::Nothing,
        "removes a member of a case",
        || post(cases::changes::remove_member),
    ),
    change(
        "/cases/{case}/close",
        May(Permission::DecideCase),
        Reads::Form,
        "closes a case with its outcome",
        || post(cases::changes::close),
    ),
    change(
        "/cases/{case}/reopen",
        May(Permission::ReopenCase),
        Reads::Form,
        "opens a closed case again",
        || post(cases::changes::reopen),
    ),
    show("/cases/{case}/audit", May(Permission::ReadCaseAudit), "the audit log of a case", || {
        get(audit_log::of_case)
    }),
];
