//! Known people to compare an event with: an alias table, a rating list, or another event.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, bail};
use datasets::Aliases;
use datasets::players::similarity::Profile;
use datasets::ratings::list::{Options, stream};

/// Most people of a list. Comparing needs all of them in memory, with every reading of their names.
const MAX_PEOPLE: usize = 100_000;

/// Reads the people of a file.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Profile>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_pgn = [".pgn", ".pgn.gz", ".pgn.zst"].iter().any(|end| name.ends_with(end));
    if name.ends_with(".toml") {
        let table = Aliases::load(path).with_context(|| format!("{} cannot be used", path.display()))?;
        return Ok(table.entries().iter().flat_map(of_table).collect());
    }
    if is_pgn || path.is_dir() {
        let collection = datasets::read(&[path.to_owned()], None)?;
        let people = datasets::roster(&collection).people;
        return Ok(people
            .into_iter()
            .map(|person| Profile {
                name: person.name,
                fide_id: person.fide_id,
                rating: person.rating,
                ..Profile::default()
            })
            .collect());
    }
    let mut people = Vec::new();
    let read = stream(path, &Options::default(), &mut |player| {
        if people.len() >= MAX_PEOPLE {
            return ControlFlow::Break(());
        }
        let rating = player.standard.or(player.rapid).or(player.blitz);
        people.push(Profile {
            name: player.name,
            fide_id: player.fide_id,
            federation: player.federation,
            birth_year: player.birth_year,
            rating: rating.map(|listed| listed.rating),
        });
        ControlFlow::Continue(())
    });
    if people.len() >= MAX_PEOPLE {
        bail!(
            "{} names more than {MAX_PEOPLE} people; give a part of it, such as one federation",
            path.display()
        );
    }
    read.with_context(|| format!("{} cannot be used", path.display()))?;
    Ok(people)
}

/// Every name of a confirmed person.
fn of_table(entry: &datasets::players::aliases::Entry) -> Vec<Profile> {
    std::iter::once(&entry.name)
        .chain(&entry.aliases)
        .map(|name| Profile { name: name.clone(), fide_id: entry.fide_id, ..Profile::default() })
        .collect()
}
