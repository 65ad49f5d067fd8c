//! Who may do what: one table.
//!
//! A person has one role at large, which says what they may do with the service itself, and a role in each event they are a
//! member of, which says what they may do there. Being an administrator gives no look into any event: who runs the
//! machine need not know what is on it. Whatever is not in the table is not allowed.

use serde::Deserialize;
use strum::{Display, EnumString, IntoStaticStr};

/// The position of a person, at large or in one event or case. Names are stored and read by programs; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Role {
    /// Looks after people and the machine.
    Administrator,
    ChiefArbiter,
    Arbiter,
    FairPlayOfficer,
    /// Looks into what happened, for a federation or FIDE.
    Investigator,
    /// Decides on cases; sees those and nothing else.
    PanelMember,
}

impl Role {
    pub(crate) const ALL: [Self; 6] = [
        Self::Administrator,
        Self::ChiefArbiter,
        Self::Arbiter,
        Self::FairPlayOfficer,
        Self::Investigator,
        Self::PanelMember,
    ];

    pub(crate) const IN_EVENTS: [Self; 4] =
        [Self::ChiefArbiter, Self::Arbiter, Self::FairPlayOfficer, Self::Investigator];

    pub(crate) const IN_CASES: [Self; 4] =
        [Self::ChiefArbiter, Self::FairPlayOfficer, Self::Investigator, Self::PanelMember];

    /// Whether this role allows something: at large for a permission of the service, in an event for one of events.
    pub(crate) fn may(self, permission: Permission) -> bool {
        let mut rows = TABLE.iter().flat_map(|(_, rows)| *rows);
        rows.any(|(listed, roles)| *listed == permission && roles.contains(&self))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// For the service; asked of a person's role at large.
    Service,
    Event,
    Case,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    /// Invite people, disable them, let them in again.
    ManagePeople,
    /// Make an event, and be its chief arbiter.
    MakeEvents,
    ManageRatings,
    ReadAudit,
    ReadMetrics,
    SeeEvent,
    UploadGames,
    /// Take out files: as they were uploaded, and what was made of them.
    ExportFiles,
    /// Say who is a member of an event, and as what.
    ManageMembers,
    /// Rename an event, close it and open it again, say who is who and which ratings count.
    ManageEvent,
    ManageTokens,
    ReadEventAudit,
    /// Note who left the board and came back, and withdraw what was noted by mistake.
    NoteAbsences,
    /// Pause the engines, let them go on, end their work, ask for it again, say whose games come first, and follow a live
    /// source no longer.
    DirectEngines,
    /// Ask for a full test of a player, and say how much engine time the rule has for them.
    OrderFullTests,
    ListCases,
    OpenCases,
    SeeCase,
    /// Write notes in a case, and withdraw one's own.
    WriteInCase,
    /// Take out the dossiers of a case.
    ExportCase,
    /// Say who is a member of a case, write down its complaint, put full tests into it.
    ManageCase,
    DecideCase,
    ReopenCase,
    ReadCaseAudit,
}

impl Permission {
    pub(crate) fn reach(self) -> Reach {
        let part = TABLE.iter().find(|(_, rows)| rows.iter().any(|(listed, _)| *listed == self));
        part.map_or(Reach::Case, |(reach, _)| *reach)
    }

    /// Whether it is about bringing something into an event or a case, or work on it: a closed one takes neither.
    pub(crate) fn brings(self) -> bool {
        matches!(
            self,
            Self::UploadGames
                | Self::NoteAbsences
                | Self::DirectEngines
                | Self::OrderFullTests
                | Self::WriteInCase
                | Self::ManageCase
                | Self::DecideCase
        )
    }
}

type Row = (Permission, &'static [Role]);

const TABLE: [(Reach, &[Row]); 3] = {
    use Role::{Administrator, Arbiter, ChiefArbiter, FairPlayOfficer, Investigator, PanelMember};
    [
        (
            Reach::Service,
            &[
                (Permission::ManagePeople, &[Administrator]),
                (Permission::MakeEvents, &[Administrator, ChiefArbiter, FairPlayOfficer]),
                (Permission::ManageRatings, &[Administrator]),
                (Permission::ReadAudit, &[Administrator, Investigator]),
                (Permission::ReadMetrics, &[Administrator]),
                (Permission::ListCases, &Role::ALL),
            ],
        ),
        (
            Reach::Event,
            &[
                (Permission::SeeEvent, &[ChiefArbiter, Arbiter, FairPlayOfficer, Investigator]),
                (Permission::UploadGames, &[ChiefArbiter, Arbiter, FairPlayOfficer]),
                (Permission::ExportFiles, &[ChiefArbiter, FairPlayOfficer, Investigator]),
                (Permission::ManageMembers, &[ChiefArbiter]),
                (Permission::ManageEvent, &[ChiefArbiter]),
                (Permission::ManageTokens, &[ChiefArbiter]),
                (Permission::ReadEventAudit, &[ChiefArbiter, FairPlayOfficer, Investigator]),
                (Permission::NoteAbsences, &[ChiefArbiter, Arbiter, FairPlayOfficer]),
                (Permission::DirectEngines, &[ChiefArbiter, Arbiter, FairPlayOfficer]),
                (Permission::OrderFullTests, &[ChiefArbiter, FairPlayOfficer, Investigator]),
                (Permission::OpenCases, &[ChiefArbiter, FairPlayOfficer, Investigator]),
            ],
        ),
        (
            Reach::Case,
            &[
                (Permission::SeeCase, &Role::IN_CASES),
                (Permission::WriteInCase, &Role::IN_CASES),
                (Permission::ExportCase, &Role::IN_CASES),
                (Permission::ManageCase, &[ChiefArbiter, FairPlayOfficer, Investigator]),
                (Permission::DecideCase, &[ChiefArbiter, FairPlayOfficer, Investigator, PanelMember]),
                (Permission::ReopenCase, &[ChiefArbiter, FairPlayOfficer, Investigator, PanelMember]),
                (Permission::ReadCaseAudit, &[ChiefArbiter, FairPlayOfficer, Investigator]),
            ],
        ),
    ]
};

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_permission_has_one_row_and_no_role_of_events_counts_at_large_by_accident() {
        let mut listed = Vec::new();
        for (reach, rows) in TABLE {
            let members: &[Role] = match reach {
                Reach::Service => &Role::ALL,
                Reach::Event => &Role::IN_EVENTS,
                Reach::Case => &Role::IN_CASES,
            };
            for (permission, roles) in rows {
                assert!(!listed.contains(permission), "{permission:?}");
                assert!(roles.iter().all(|role| members.contains(role)), "{permission:?}");
                listed.push(*permission);
            }
        }
    }
}
