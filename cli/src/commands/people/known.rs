//! Known people to compare an event with: an alias table, a rating list, or another event.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, bail};
use datasets::Aliases;
use datasets::players::similarity::Profile;
use datasets::ratings::list::{Options, stream};

use crate::output::unusable;

/// Most people of a list. Comparing needs all of them in memory, with every reading of their names.
const MAX_PEOPLE: usize = 100_000;

/// Reads the people of a file.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Profile>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_pgn = [".pgn", ".pgn.gz", ".pgn.zst"].iter().any(|end| name.ends_with(end));
    if name.ends_with(".toml") {
        let table = Aliases::load(path).with_context(unusable(path))?;
        // Every name of a confirmed person.
        let names = table.entries().iter().flat_map(|entry| {
            let names = std::iter::once(&entry.name).chain(&entry.aliases);
            names.map(|name| profile(name, entry.fide_id, None))
        });
        return Ok(names.collect());
    }
    if is_pgn || path.is_dir() {
        let collection = datasets::read(&[path.to_owned()], None)?;
        let people = datasets::roster(&collection).people;
        return Ok(people.iter().map(|p| profile(&p.name, p.fide_id, p.rating)).collect());
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
        let path = path.display();
        bail!("{path} names more than {MAX_PEOPLE} people; give a part of it, such as one federation");
    }
    read.with_context(unusable(path))?;
    Ok(people)
}

fn profile(name: &str, fide_id: Option<u32>, rating: Option<u16>) -> Profile {
    Profile { name: name.to_owned(), fide_id, rating, ..Profile::default() }
}
