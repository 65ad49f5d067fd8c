//! The table of the routes.

use axum::routing::{get, post};

use super::{Reads, Route, change, show};
use crate::access::Needs;
use crate::api;
use crate::api_absences;
use crate::api_engines;
use crate::api_tokens::Scope;
use crate::pages::{
    absences, account, administration, asset, audit_log, case, case_changes, case_files, cases, description,
    engines, event, event_files, events, full_tests, hints, live, members, ratings, report, result_files,
    results, settings, sign_in, tokens,
};
use crate::roles::Permission;
use Needs::{Nothing, Permission as May, SignedIn, Token};

pub(crate) const ROUTES: &[Route] = &[
    show("/health", Nothing, "whether the service answers", || get(api::health)),
    show("/assets/style.css", Nothing, "the style of the pages", || get(asset::style)),
    show("/assets/results.css", Nothing, "the style of the pages of results", || get(asset::results)),
    change("/language", Nothing, Reads::Form, "chooses the language", || post(account::language)),
    show("/login", Nothing, "the page to sign in", || get(sign_in::page)),
    change("/login", Nothing, Reads::Form, "signs in", || post(sign_in::sign_in)),
    show("/welcome/{link}", Nothing, "the page of an invitation", || get(sign_in::welcome)),
    change("/welcome/{link}", Nothing, Reads::Form, "uses an invitation", || post(sign_in::join)),
    show("/", SignedIn, "the events of the reader", || get(events::page)),
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
        post(events::make)
    }),
    show("/events/{event}", May(Permission::SeeEvent), "an event", || get(event::page)),
    change("/events/{event}/files", May(Permission::UploadGames), Reads::FormWithFile, "adds games", || {
        post(event::upload)
    }),
    show("/events/{event}/files/{file}", May(Permission::ExportFiles), "a file as it was uploaded", || {
        get(event_files::download)
    }),
    show("/events/{event}/results", May(Permission::SeeEvent), "the field of an event", || {
        get(results::overview)
    }),
    show("/events/{event}/players", May(Permission::SeeEvent), "the table of players of an event", || {
        get(results::players)
    }),
    show("/events/{event}/players/{player}", May(Permission::SeeEvent), "a player in an event", || {
        get(results::player)
    }),
    show("/events/{event}/games/{game}", May(Permission::SeeEvent), "a game on a board", || {
        get(results::game)
    }),
    show(
        "/events/{event}/compare",
        May(Permission::SeeEvent),
        "two players or two rounds side by side",
        || get(results::compare),
    ),
    show("/events/{event}/export/{export}", May(Permission::ExportFiles), "results as a file", || {
        get(result_files::download)
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
        || post(live::follow),
    ),
    change(
        "/events/{event}/source/stop",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "follows the live source of an event no longer",
        || post(live::stop),
    ),
    show("/events/{event}/engines", May(Permission::SeeEvent), "the work of the engines on an event", || {
        get(engines::page)
    }),
    show(
        "/events/{event}/engines/progress",
        May(Permission::SeeEvent),
        "how far it is, as a part of a page",
        || get(engines::progress),
    ),
    show(
        "/events/{event}/engines/stream",
        May(Permission::SeeEvent),
        "how far it is, as server-sent events",
        || get(engines::stream),
    ),
    change(
        "/events/{event}/engines/again",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "asks for a screening again",
        || post(engines::again),
    ),
    change(
        "/events/{event}/engines/jobs/{job}/pause",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "pauses a job",
        || post(engines::pause),
    ),
    change(
        "/events/{event}/engines/jobs/{job}/resume",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "lets a job go on",
        || post(engines::resume),
    ),
    change(
        "/events/{event}/engines/jobs/{job}/cancel",
        May(Permission::DirectEngines),
        Reads::Nothing,
        "ends a job",
        || post(engines::cancel),
    ),
    change(
        "/events/{event}/engines/hands",
        May(Permission::DirectEngines),
        Reads::Form,
        "puts the games of a player first",
        || post(engines::raise),
    ),
    change(
        "/events/{event}/engines/hands/lower",
        May(Permission::DirectEngines),
        Reads::Form,
        "puts them first no longer",
        || post(engines::lower),
    ),
    show("/events/{event}/hints", May(Permission::SeeEvent), "what the evidence allows now", || {
        get(hints::page)
    }),
    change(
        "/events/{event}/full-tests",
        May(Permission::OrderFullTests),
        Reads::Form,
        "sets the rule for full tests of an event and its budget",
        || post(full_tests::set),
    ),
    change(
        "/events/{event}/players/{player}/full-test",
        May(Permission::OrderFullTests),
        Reads::Form,
        "asks for a full test of a player",
        || post(full_tests::ask),
    ),
    show(
        "/events/{event}/full-tests/{test}/{document}",
        May(Permission::ExportFiles),
        "the dossier of a full test as a file",
        || get(full_tests::download),
    ),
    show("/events/{event}/absences", May(Permission::SeeEvent), "the boards, and who was away when", || {
        get(absences::page)
    }),
    change(
        "/events/{event}/absences",
        May(Permission::NoteAbsences),
        Reads::Form,
        "notes that a player left or came back",
        || post(absences::note),
    ),
    change(
        "/events/{event}/absences/{entry}/withdraw",
        May(Permission::NoteAbsences),
        Reads::Nothing,
        "withdraws an entry of the log of absences",
        || post(absences::withdraw),
    ),
    show(
        "/events/{event}/absences/log.toml",
        May(Permission::ExportFiles),
        "the log of absences as a file for `fairplay test --absences`",
        || get(absences::download),
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
    show("/api", Nothing, "the description for programs as a page", || get(description::page)),
    show(
        "/events/{event}/report",
        May(Permission::SeeEvent),
        "the games of an event against its tournament report",
        || get(report::page),
    ),
    change(
        "/events/{event}/report",
        May(Permission::ManageEvent),
        Reads::FormWithFile,
        "gives an event a tournament report",
        || post(report::set),
    ),
    change(
        "/events/{event}/report/remove",
        May(Permission::ManageEvent),
        Reads::Nothing,
        "takes the tournament report of an event away",
        || post(report::remove),
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
    show("/ratings", May(Permission::ManageRatings), "the rating lists on file", || get(ratings::page)),
    change("/ratings", May(Permission::ManageRatings), Reads::FormWithFile, "brings a rating list", || {
        post(ratings::add)
    }),
    show("/api/openapi.json", Nothing, "this description", || get(api::description)),
    show("/api/v1/events/{event}", Token(Scope::ReadResults), "what is known about an event", || {
        get(api::event)
    }),
    show(
        "/api/v1/events/{event}/engines",
        Token(Scope::ReadResults),
        "the work of the engines on an event, with rate and rest",
        || get(api_engines::work),
    ),
    show(
        "/api/v1/events/{event}/hints",
        Token(Scope::ReadResults),
        "the newest hints: what the evidence allows now",
        || get(api_engines::hints),
    ),
    show(
        "/api/v1/events/{event}/absences",
        Token(Scope::ReadResults),
        "who was away from the board, when, and in which move",
        || get(api_absences::list),
    ),
    change(
        "/api/v1/events/{event}/absences",
        Token(Scope::ReportAbsences),
        Reads::Json(api_absences::EXAMPLE),
        "notes that a player left the board or came back, or withdraws an entry",
        || post(api_absences::report),
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
    show("/cases", May(Permission::ListCases), "the cases of the reader", || get(cases::page)),
    show(
        "/events/{event}/players/{player}/new-case",
        May(Permission::OpenCases),
        "the form for a new case about a player",
        || get(cases::new),
    ),
    change(
        "/events/{event}/players/{player}/new-case",
        May(Permission::OpenCases),
        Reads::Form,
        "opens a case about a player",
        || post(cases::open),
    ),
    show("/cases/{case}", May(Permission::SeeCase), "a case", || get(case::page)),
    change(
        "/cases/{case}/notes",
        May(Permission::WriteInCase),
        Reads::Form,
        "writes a note in a case",
        || post(case_changes::note),
    ),
    change(
        "/cases/{case}/notes/{entry}/withdraw",
        May(Permission::WriteInCase),
        Reads::Nothing,
        "withdraws a note of one's own",
        || post(case_changes::withdraw),
    ),
    change(
        "/cases/{case}/complaint",
        May(Permission::ManageCase),
        Reads::Form,
        "writes down the complaint of a case",
        || post(case_changes::complaint),
    ),
    change(
        "/cases/{case}/full-tests",
        May(Permission::ManageCase),
        Reads::Form,
        "puts a full test into a case",
        || post(case_changes::add_test),
    ),
    show(
        "/cases/{case}/full-tests/{test}/{document}",
        May(Permission::ExportCase),
        "the dossier of a full test of a case as a file",
        || get(case_files::download),
    ),
    change(
        "/cases/{case}/members",
        May(Permission::ManageCase),
        Reads::Form,
        "sets a member of a case",
        || post(case_changes::set_member),
    ),
    change(
        "/cases/{case}/members/{person}/remove",
        May(Permission::ManageCase),
        Reads::Nothing,
        "removes a member of a case",
        || post(case_changes::remove_member),
    ),
    change(
        "/cases/{case}/close",
        May(Permission::DecideCase),
        Reads::Form,
        "closes a case with its outcome",
        || post(case_changes::close),
    ),
    change(
        "/cases/{case}/reopen",
        May(Permission::ReopenCase),
        Reads::Form,
        "opens a closed case again",
        || post(case_changes::reopen),
    ),
    show("/cases/{case}/audit", May(Permission::ReadCaseAudit), "the audit log of a case", || {
        get(audit_log::of_case)
    }),
];
