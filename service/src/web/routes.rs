//! Every route, in one table, and the router that is made from it.
//!
//! The guard, the description for programs and the tests are made from the same table.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{Next, from_fn};
use axum::routing::{MethodRouter, get, post};

use crate::accounts::roles::Permission;
use crate::accounts::tokens::Scope;
use crate::accounts::{
    account, administration, mail_address, members, namings, reset, second_factor, sign_in, tokens,
};
use crate::app::App;
use crate::cases;
use crate::events::attachments::Kind;
use crate::events::{self, absences, circumstances, live, rating_lists, report, results, settings};
use crate::jobs::{self, Order, full_tests, hints};
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::web::context::Ctx;
use crate::web::problem::Problem;
use crate::web::respond::{local, see, style};
use crate::web::route::{Needs, Reads, Route, Table, change, show};
use crate::web::{api, audit_log, guard, layers};
use Needs::{Anybody, Permission as May, SignedIn, Token};
use Permission::{
    DecideCase, DirectEngines, ExportCase, ExportFiles, ListCases, MakeEvents, ManageCase, ManageEvent,
    ManageMembers, ManagePeople, ManageRatings, ManageTokens, NoteAbsences, OpenCases, OrderFullTests,
    ReadAudit, ReadCaseAudit, ReadEventAudit, ReadMetrics, ReopenCase, SeeCase, SeeEvent, UploadGames,
    WriteInCase,
};
use Reads::{File, Form, FormWithFile, Json, Nothing};
use Scope::{ReadResults, ReportAbsences, UploadGames as MayUpload};

fn description() -> MethodRouter<App> {
    get(|| api::description(ROUTES))
}

fn api_as_page() -> MethodRouter<App> {
    get(|ctx: Ctx| api::page(ctx, ROUTES))
}

/// The page with the forms of an event that change what is stated of it.
const SETTINGS: &str = "/events/{event}/settings";

pub(crate) static ROUTES: &[Route] = &[
    show("/health", Anybody, || get(api::health)),
    show("/assets/style.css", Anybody, || get(|| async { style(include_str!("../../assets/style.css")) })),
    show("/assets/results.css", Anybody, || {
        get(|| async { style(include_str!("../../assets/results.css")) })
    }),
    change("/language", Anybody, Form, || post(account::language)),
    show("/login", Anybody, || get(sign_in::page)),
    change("/login", Anybody, Form, || post(sign_in::sign_in)),
    show("/welcome/{link}", Anybody, || get(sign_in::welcome)),
    change("/welcome/{link}", Anybody, Form, || post(sign_in::join)),
    show("/reset/{link}", Anybody, || get(reset::page)),
    change("/reset/{link}", Anybody, Form, || post(reset::set)),
    show("/", SignedIn, || get(events::page::list)),
    change("/logout", SignedIn, Nothing, || post(|c| account::end_sessions(c, false))),
    change("/logout-everywhere", SignedIn, Nothing, || post(|c| account::end_sessions(c, true))),
    show("/account", SignedIn, || get(account::page)),
    change("/account", SignedIn, Form, || post(account::change_password)),
    change("/account/mail", SignedIn, Form, || post(mail_address::choose)),
    show("/account/mail/{link}", SignedIn, || get(mail_address::page)),
    change("/account/mail/{link}", SignedIn, Nothing, || post(mail_address::confirm)),
    change("/account/sessions/end-others", SignedIn, Nothing, || post(account::end_other_sessions)),
    change("/account/sessions/{session}/end", SignedIn, Nothing, || post(account::end_session)),
    show("/account/second-factor", SignedIn, || get(second_factor::page)),
    change("/account/second-factor", SignedIn, Form, || post(second_factor::begin))
        .confirmed(Key::FactorBegin),
    change("/account/second-factor/prove", SignedIn, Form, || post(second_factor::confirm)),
    change("/account/second-factor/remove", SignedIn, Form, || post(second_factor::take_off))
        .confirmed(Key::FactorRemove),
    show("/verify", SignedIn, || get(full_tests::verification::page)),
    change("/verify", SignedIn, FormWithFile, || post(full_tests::verification::check)),
    change("/confirm", SignedIn, Form, || {
        post(|ctx: Ctx| async move { see(local(ctx.fields.one("back")).unwrap_or("/")) })
    })
    .confirmed(Key::ConfirmFile),
    show("/people", May(ManagePeople), || get(administration::page)),
    change("/people/invite", May(ManagePeople), Form, || post(administration::invite))
        .confirmed(Key::InviteButton),
    change("/people/{person}/disable", May(ManagePeople), Nothing, || post(administration::disable)),
    change("/people/{person}/enable", May(ManagePeople), Nothing, || post(administration::enable)),
    change("/people/invitations/{invitation}/revoke", May(ManagePeople), Nothing, || {
        post(administration::revoke_invitation)
    }),
    show("/audit", May(ReadAudit), || get(audit_log::page)),
    show("/metrics", May(ReadMetrics), || get(api::metrics)),
    change("/events", May(MakeEvents), FormWithFile, || post(events::page::make)),
    show("/events/{event}", May(SeeEvent), || get(events::page::page)),
    change("/events/{event}/files", May(UploadGames), FormWithFile, || post(events::page::upload)),
    show("/events/{event}/files/{file}", May(ExportFiles), || get(events::page::download)),
    show("/events/{event}/games.pgn", May(ExportFiles), || get(events::page::one_file)),
    show("/events/{event}/results", May(SeeEvent), || get(results::page::overview)),
    show("/events/{event}/players", May(SeeEvent), || get(results::page::players)),
    show("/events/{event}/players/{player}", May(SeeEvent), || get(results::page::player)),
    show("/events/{event}/games/{game}", May(SeeEvent), || get(results::page::game)),
    show("/events/{event}/compare", May(SeeEvent), || get(results::page::compare)),
    show("/events/{event}/export/{export}", May(ExportFiles), || get(results::page::download)),
    show("/events/{event}/members", May(ManageMembers), || get(members::page)),
    change("/events/{event}/members", May(ManageMembers), Form, || post(members::set_member)),
    change("/events/{event}/members/{person}/remove", May(ManageMembers), Nothing, || post(members::remove)),
    show("/events/{event}/tokens", May(ManageTokens), || get(tokens::page)),
    change("/events/{event}/tokens", May(ManageTokens), Form, || post(tokens::make))
        .confirmed(Key::TokensNewButton),
    change("/events/{event}/tokens/{token}/revoke", May(ManageTokens), Nothing, || {
        post(tokens::revoke_in_event)
    }),
    show("/tokens", May(ManagePeople), || get(tokens::all)),
    change("/tokens/{token}/revoke", May(ManagePeople), Nothing, || post(tokens::revoke_any)),
    show("/events/{event}/audit", May(ReadEventAudit), || get(audit_log::page)),
    change("/events/follow", May(MakeEvents), Form, || post(live::follow)),
    change("/events/{event}/source/stop", May(DirectEngines), Nothing, || post(live::stop))
        .on("/events/{event}/engines"),
    show("/events/{event}/engines", May(SeeEvent), || get(jobs::page::page)),
    change("/events/{event}/engines/again", May(DirectEngines), Nothing, || post(jobs::page::again)),
    change("/events/{event}/engines/jobs/{job}/pause", May(DirectEngines), Nothing, || {
        post(|c, p| jobs::page::give(c, p, Order::Pause, Action::JobPaused))
    }),
    change("/events/{event}/engines/jobs/{job}/resume", May(DirectEngines), Nothing, || {
        post(|c, p| jobs::page::give(c, p, Order::Resume, Action::JobResumed))
    }),
    change("/events/{event}/engines/jobs/{job}/cancel", May(DirectEngines), Nothing, || {
        post(|c, p| jobs::page::give(c, p, Order::Cancel, Action::JobCancelled))
    }),
    change("/events/{event}/engines/hands", May(DirectEngines), Form, || post(jobs::page::raise)),
    change("/events/{event}/engines/hands/lower", May(DirectEngines), Form, || post(jobs::page::lower)),
    show("/events/{event}/hints", May(SeeEvent), || get(hints::page)),
    change("/events/{event}/full-tests", May(OrderFullTests), Form, || post(full_tests::page::set)),
    change("/events/{event}/players/{player}/full-test", May(OrderFullTests), Form, || {
        post(full_tests::page::ask)
    }),
    show("/events/{event}/full-tests/{test}/{document}", May(ExportFiles), || {
        get(full_tests::page::download)
    })
    .confirmed(Key::ConfirmFile),
    show("/events/{event}/full-tests/{test}", May(SeeEvent), || get(full_tests::page::place)),
    show("/events/{event}/absences", May(SeeEvent), || get(absences::page::page)),
    change("/events/{event}/absences", May(NoteAbsences), Form, || post(absences::page::note)),
    change("/events/{event}/absences/{entry}/withdraw", May(NoteAbsences), Nothing, || {
        post(absences::page::withdraw)
    }),
    show("/events/{event}/absences/log.toml", May(ExportFiles), || get(absences::page::download)),
    show("/events/{event}/settings", May(ManageEvent), || get(settings::page)),
    change("/events/{event}/name", May(ManageEvent), Form, || post(settings::rename)).on(SETTINGS),
    change("/events/{event}/close", May(ManageEvent), Nothing, || post(settings::close)).on(SETTINGS),
    change("/events/{event}/reopen", May(ManageEvent), Nothing, || post(settings::reopen)).on(SETTINGS),
    change("/events/{event}/aliases", May(ManageEvent), FormWithFile, || {
        post(|c, f| settings::give(c, f, Kind::Aliases))
    })
    .on(SETTINGS),
    change("/events/{event}/aliases/remove", May(ManageEvent), Nothing, || {
        post(|c| settings::take(c, Kind::Aliases))
    })
    .on(SETTINGS),
    change("/events/{event}/rating", May(ManageEvent), Form, || post(settings::set_rating)).on(SETTINGS),
    change("/events/{event}/circumstances", May(ManageEvent), Form, || post(circumstances::page::set))
        .on(SETTINGS),
    change("/events/{event}/accepted", May(ManageEvent), Form, || post(circumstances::accepted::set))
        .on("/events/{event}"),
    show("/events/{event}/circumstances.toml", May(ManageEvent), || get(circumstances::page::download)),
    change("/people/chief", May(ManagePeople), Form, || post(|c| administration::name(c, Place::Event)))
        .confirmed(Key::OrphanedButton),
    change("/people/namings/{naming}/confirm", May(ManagePeople), Form, || {
        post(|c, id| administration::settle(c, id, namings::confirm))
    })
    .confirmed(Key::NamingsConfirm),
    change("/people/namings/{naming}/revoke", May(ManagePeople), Nothing, || {
        post(|c, id| administration::settle(c, id, namings::take_back))
    }),
    show("/api", Anybody, api_as_page),
    show("/events/{event}/report", May(SeeEvent), || get(report::page)),
    change("/events/{event}/report", May(ManageEvent), FormWithFile, || {
        post(|c, f| settings::give(c, f, Kind::Report))
    })
    .on(SETTINGS),
    change("/events/{event}/report/remove", May(ManageEvent), Nothing, || {
        post(|c| settings::take(c, Kind::Report))
    })
    .on(SETTINGS),
    change("/events/{event}/book", May(ManageEvent), FormWithFile, || {
        post(|c, f| settings::give(c, f, Kind::Book))
    })
    .on(SETTINGS),
    change("/events/{event}/book/remove", May(ManageEvent), Nothing, || {
        post(|c| settings::take(c, Kind::Book))
    })
    .on(SETTINGS),
    show("/ratings", May(ManageRatings), || get(rating_lists::page)),
    change("/ratings", May(ManageRatings), FormWithFile, || post(rating_lists::add)),
    show("/api/openapi.json", Anybody, description).summary("this description"),
    show("/api/v1/events/{event}", Token(ReadResults), || get(api::event))
        .summary("what is known about an event"),
    show("/api/v1/events/{event}/engines", Token(ReadResults), || get(jobs::page::newest))
        .summary("the work of the engines on an event, with rate and rest"),
    show("/api/v1/events/{event}/hints", Token(ReadResults), || get(hints::newest))
        .summary("the newest hints: what the evidence allows now"),
    show("/api/v1/events/{event}/absences", Token(ReadResults), || get(absences::page::list))
        .summary("who was away from the board, when, and in which move"),
    change("/api/v1/events/{event}/absences", Token(ReportAbsences), Json(absences::page::EXAMPLE), || {
        post(absences::page::report)
    })
    .summary("notes that a player left the board or came back, or withdraws an entry"),
    change("/api/v1/events/{event}/files", Token(MayUpload), File, || post(api::upload)).summary(
        "gives an event games: PGN, plain or as .gz, .zst or .zip; `name` in the query names the file",
    ),
    change("/people/case", May(ManagePeople), Form, || post(|c| administration::name(c, Place::Case)))
        .confirmed(Key::UnmanagedButton),
    show("/cases", May(ListCases), || get(cases::page::list)),
    show("/events/{event}/players/{player}/new-case", May(OpenCases), || get(cases::page::new)),
    change("/events/{event}/players/{player}/new-case", May(OpenCases), Form, || post(cases::page::open)),
    show("/cases/{case}", May(SeeCase), || get(cases::page::page)),
    change("/cases/{case}/notes", May(WriteInCase), Form, || post(cases::changes::note)),
    change("/cases/{case}/indications", May(WriteInCase), Form, || post(cases::changes::indication)),
    change("/cases/{case}/breaches", May(WriteInCase), Form, || post(cases::changes::breach)),
    change("/cases/{case}/notes/{entry}/withdraw", May(WriteInCase), Nothing, || {
        post(cases::changes::withdraw)
    }),
    change("/cases/{case}/complaint", May(ManageCase), Form, || post(cases::changes::complaint)),
    change("/cases/{case}/full-tests", May(ManageCase), Form, || post(cases::changes::add_test)),
    show("/cases/{case}/full-tests/{test}/{document}", May(ExportCase), || get(cases::page::download))
        .confirmed(Key::ConfirmFile),
    show("/cases/{case}/full-tests/{test}", May(SeeCase), || get(cases::page::place)),
    change("/cases/{case}/members", May(ManageCase), Form, || post(cases::changes::set_member)),
    change("/cases/{case}/members/{person}/remove", May(ManageCase), Nothing, || {
        post(cases::changes::remove_member)
    }),
    change("/cases/{case}/close", May(DecideCase), Form, || post(cases::changes::close))
        .confirmed(Key::CaseClose),
    change("/cases/{case}/proposals/{entry}/sign", May(ReopenCase), Form, || post(cases::changes::sign))
        .confirmed(Key::CaseSign),
    change("/cases/{case}/proposals/{entry}/withdraw", May(ReopenCase), Nothing, || {
        post(cases::changes::take_back)
    }),
    change("/cases/{case}/reopen", May(ReopenCase), Form, || post(cases::changes::reopen))
        .confirmed(Key::SettingsReopen),
    show("/cases/{case}/audit", May(ReadCaseAudit), || get(audit_log::page)),
];

/// The router of the table, each route behind its guard.
pub(crate) fn router(app: &App) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        router = router.route(route.path, guarded(app, route));
    }
    let answering = app.clone();
    router
        .fallback(|| async { Problem::NotFound })
        .method_not_allowed_fallback(|| async { Problem::NotFound })
        .layer(from_fn(move |request: Request, next: Next| {
            layers::finished(answering.clone(), request, next)
        }))
        .with_state(app.clone())
}

static TABLE: Table = Table { routes: ROUTES, alone };

fn alone(app: &App, route: &'static Route) -> Router {
    Router::new().route(route.path, guarded(app, route)).with_state(app.clone())
}

fn guarded(app: &App, route: &'static Route) -> MethodRouter<App> {
    let guarded = app.clone();
    let limit = match route.reads {
        // Uploads count their bytes themselves, while they come.
        FormWithFile | File => DefaultBodyLimit::disable(),
        Nothing | Form | Json(_) => DefaultBodyLimit::max(64 * 1024),
    };
    let guard = from_fn(move |request: Request, next: Next| {
        guard::guard(guarded.clone(), (route, &TABLE), request, next)
    });
    let counted = app.clone();
    let count =
        from_fn(move |request: Request, next: Next| layers::counted(counted.clone(), route, request, next));
    (route.handler)().layer(limit).layer(guard).layer(count)
}
