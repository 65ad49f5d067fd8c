//! Players of a platform whom the alias table does not have yet.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::pgn::game::Collection;
use crate::players::Aliases;
use crate::players::spelling::{is_nameless, normalised};
use crate::text::toml_text::quoted;

/// A name on a platform, with what its games say of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    pub name: String,
    pub title: Option<String>,
    /// The highest rating on the platform in the games.
    pub rating: Option<u16>,
    pub games: u32,
}

/// The handles in the games that the table ties to nobody, in order of name.
pub fn unknown_handles(collection: &Collection, table: &Aliases) -> Vec<Handle> {
    let set_aside = collection.unscored.iter().map(|game| &game.game);
    let mut handles: BTreeMap<String, Handle> = BTreeMap::new();
    for game in collection.games.iter().chain(set_aside) {
        for side in game.sides() {
            let key = normalised(&side.name);
            if is_nameless(&key) || table.find(&key).is_some() {
                continue;
            }
            let new = || Handle { name: side.name.clone(), title: None, rating: None, games: 0 };
            let handle = handles.entry(key).or_insert_with(new);
            handle.games += 1;
            handle.rating = handle.rating.max(side.rating);
            if side.title.is_some() {
                handle.title.clone_from(&side.title);
            }
        }
    }
    handles.into_values().collect()
}

/// An alias table with a row for each handle, which is refused until a human has filled in who each is and who says so.
pub fn handles_to_confirm(site: &str, handles: &[Handle]) -> String {
    let mut table = "# Fill in name, confirmed_by and date (as 2026-03-01) of each player whom you can identify, add a line\n\
                     # fide_id = NUMBER where you know it, and delete the rows of the others. Then give it with\n\
                     # --aliases FILE.\n"
        .to_owned();
    for handle in handles {
        let title = handle.title.as_ref().map_or_else(String::new, |title| {
            format!("{}, ", title.chars().filter(char::is_ascii_alphanumeric).collect::<String>())
        });
        let rating =
            handle.rating.map_or_else(|| "no rating".to_owned(), |rating| format!("rating up to {rating}"));
        let games = handle.games;
        let (site, name) = (quoted(site), quoted(&handle.name));
        // Writing into a string does not fail.
        let _ = write!(
            table,
            "\n# {title}{rating} on the platform, games: {games}\n[[person]]\nname = \"\"\nhandles = {{ {site} = [{name}] }}\n\
             confirmed_by = \"\"\ndate = \n"
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::{Game, Side};

    fn side(name: &str, rating: Option<u16>, title: Option<&str>) -> Side {
        Side { name: name.to_owned(), rating, title: title.map(str::to_owned), fide_id: None }
    }

    #[test]
    fn handles_that_the_table_has_are_left_out_and_the_others_can_be_filled_in() {
        let game = |white, black| Game { white, black, ..Game::default() };
        let games = vec![
            game(side("rook_99", Some(2100), Some("FM")), side("Pawn-Star", Some(1900), None)),
            game(side("pawn-star", Some(1910), None), side("Rook_99", None, None)),
        ];
        let collection = Collection { games, ..Collection::default() };
        let known = "[[person]]\nname = \"Ample, Anna\"\nhandles = { lichess = [\"PAWN-STAR\"] }\nconfirmed_by = \"B\"\n\
                     date = 2026-03-01\n";
        let known = Aliases::parse(known.as_bytes()).expect("a table");
        let found = unknown_handles(&collection, &known);
        let rook =
            Handle { name: "rook_99".to_owned(), title: Some("FM".to_owned()), rating: Some(2100), games: 2 };
        assert_eq!(found, [rook]);
        assert_eq!(unknown_handles(&collection, &Aliases::default()).len(), 2);
        let table = handles_to_confirm("chess.com", &found);
        assert!(table.contains("# FM, rating up to 2100 on the platform, games: 2\n"), "{table}");
        assert!(Aliases::parse(table.as_bytes()).is_err(), "nobody has confirmed it");
        let filled = table
            .replace("name = \"\"", "name = \"Ring, Olaf\"")
            .replace("by = \"\"", "by = \"B\"")
            .replace("date = \n", "date = 2026-03-02\n");
        let table = Aliases::parse(filled.as_bytes()).expect("a table");
        assert_eq!(unknown_handles(&collection, &table).len(), 1, "only the other one is left");
        assert_eq!(table.entries()[0].handles["chess.com"], ["rook_99"]);
    }
}
