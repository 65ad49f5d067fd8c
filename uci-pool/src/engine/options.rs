//! Which options are set, checked against what the engine offers before any search.

use crate::engine::spec::{EngineError, EngineSpec};
use crate::protocol::handshake::{Kind, Offered};
use crate::settings::Settings;

/// Longest option value in bytes.
const MAX_VALUE: usize = 4096;
/// Longest reason of a refusal, in bytes; the values that an engine offers stand in it.
const MAX_REASON: usize = 1000;

/// Options that are not free to set, with the reason.
const RESERVED: [(&str, &str); 8] = [
    ("Threads", "it is always 1, because a search on several threads does not repeat itself"),
    ("Hash", "it is part of the search settings"),
    ("MultiPV", "it is part of the search settings"),
    ("Ponder", "engines never think on somebody else's time here"),
    ("UCI_Chess960", "it follows from each position"),
    ("UCI_LimitStrength", "a weakened engine plays by chance and does not repeat itself"),
    ("UCI_Elo", "a weakened engine plays by chance and does not repeat itself"),
    ("Skill Level", "a weakened engine plays by chance and does not repeat itself"),
];

/// Name and value of every option to set before the first search, `MultiPV` excepted, in the engine's spelling.
///
/// Engines of one thread offer no `Threads`, engines of one line no `MultiPV`, and Lc0 no `Hash`. They are used where what
/// they do without the option is what is wanted: one thread, one line; a memory of their own choice repeats itself as well.
pub(crate) fn to_set(
    spec: &EngineSpec,
    settings: &Settings,
    offered: &[Offered],
) -> Result<Vec<(String, String)>, EngineError> {
    let wanted = [("Threads", "1".to_owned()), ("Hash", settings.hash_mib.to_string())];
    let mut set: Vec<(String, String)> = wanted
        .iter()
        .filter(|(name, _)| find(name, offered).is_some())
        .map(|(name, value)| checked(name, value, offered))
        .collect::<Result<_, _>>()?;
    // Not set here, since it changes between positions; but both of its values must be possible.
    match multipv(offered) {
        Some(name) => {
            checked(name, "1", offered)?;
            checked(name, &settings.multipv.to_string(), offered)?;
        }
        None if settings.multipv > 1 => {
            let lines = settings.multipv;
            return Err(refused(
                "MultiPV",
                format!("the engine does not offer it: it gives one line, and {lines} are wanted"),
            ));
        }
        None => {}
    }
    set.extend(free(spec, offered)?);
    Ok(set)
}

/// An option by its name; the protocol compares names without regard to case.
fn find<'a>(name: &str, offered: &'a [Offered]) -> Option<&'a Offered> {
    offered.iter().find(|offered| offered.name.eq_ignore_ascii_case(name))
}

/// The engine's spelling of the option for the number of lines, if it offers one.
pub(crate) fn multipv(offered: &[Offered]) -> Option<&str> {
    find("MultiPV", offered).map(|option| option.name.as_str())
}

/// The engine's spelling of the option that switches Chess960 on, if it offers one.
pub(crate) fn chess960(offered: &[Offered]) -> Option<&str> {
    let known = |option: &&Offered| {
        option.name.eq_ignore_ascii_case("UCI_Chess960") && matches!(option.kind, Kind::Check)
    };
    offered.iter().find(known).map(|option| option.name.as_str())
}

/// The options of the specification alone, checked, in the engine's spelling and the given order.
pub(crate) fn free(spec: &EngineSpec, offered: &[Offered]) -> Result<Vec<(String, String)>, EngineError> {
    let mut set: Vec<(String, String)> = Vec::new();
    for (name, value) in &spec.options {
        if let Some((_, reason)) = RESERVED.iter().find(|(reserved, _)| reserved.eq_ignore_ascii_case(name)) {
            return Err(refused(name, format!("it cannot be set: {reason}")));
        }
        let option = checked(name, value, offered)?;
        if set.iter().any(|(earlier, _)| *earlier == option.0) {
            return Err(refused(name, "it is given twice".to_owned()));
        }
        set.push(option);
    }
    Ok(set)
}

fn checked(name: &str, value: &str, offered: &[Offered]) -> Result<(String, String), EngineError> {
    let option =
        find(name, offered).ok_or_else(|| refused(name, "the engine does not offer it".to_owned()))?;
    if value.len() > MAX_VALUE || value.chars().any(char::is_control) {
        return Err(refused(name, format!("its value is longer than {MAX_VALUE} bytes or not printable")));
    }
    let defect = match &option.kind {
        Kind::Check if value != "true" && value != "false" => {
            format!("`{value}` is neither `true` nor `false`")
        }
        Kind::Spin { min, max } => {
            let range = min.unwrap_or(i64::MIN)..=max.unwrap_or(i64::MAX);
            match value.parse::<i64>() {
                Ok(number) if range.contains(&number) => String::new(),
                Ok(_) => format!("{value} is outside {} to {}", range.start(), range.end()),
                Err(_) => format!("`{value}` is not a whole number"),
            }
        }
        Kind::Combo(values) if !values.iter().any(|v| v == value) => {
            format!("`{value}` is not one of: {}", values.join(", "))
        }
        Kind::Button => "it is a button and has no value".to_owned(),
        Kind::Check | Kind::Combo(_) | Kind::Text(_) => String::new(),
    };
    if defect.is_empty() { Ok((option.name.clone(), value.to_owned())) } else { Err(refused(name, defect)) }
}

fn refused(name: &str, mut reason: String) -> EngineError {
    reason.truncate(reason.floor_char_boundary(MAX_REASON));
    EngineError::Option { name: name.chars().take(80).collect(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered() -> Vec<Offered> {
        let option = |name: &str, kind| Offered { name: name.to_owned(), kind };
        let spin = |min, max| Kind::Spin { min: Some(min), max: Some(max) };
        vec![
            option("Threads", spin(1, 8)),
            option("Hash", spin(1, 1024)),
            option("MultiPV", spin(1, 10)),
            option("Clear Hash", Kind::Button),
            option("UCI_ShowWDL", Kind::Check),
            option("Style", Kind::Combo(vec!["Solid".to_owned(), "Very Risky".to_owned()])),
            option("SyzygyPath", Kind::Text(String::new())),
        ]
    }

    fn set(settings: &Settings, options: &[(&str, &str)]) -> Result<Vec<(String, String)>, EngineError> {
        let options = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let spec = EngineSpec { options, ..EngineSpec::of("x".into()) };
        to_set(&spec, settings, &offered())
    }

    /// What is set in an engine that offers these numbers only, as `Name=value`, or why it is refused.
    fn set_of(offered: &[(&str, i64, i64)], multipv: u8) -> Result<Vec<String>, String> {
        let offered: Vec<Offered> = offered
            .iter()
            .map(|(name, min, max)| Offered {
                name: (*name).to_owned(),
                kind: Kind::Spin { min: Some(*min), max: Some(*max) },
            })
            .collect();
        let set = to_set(&EngineSpec::of("x".into()), &Settings { multipv, ..SETTINGS }, &offered);
        let set = set.map_err(|error| error.to_string())?;
        Ok(set.iter().map(|(name, value)| format!("{name}={value}")).collect())
    }

    const SETTINGS: Settings =
        Settings { depth: 1, multipv: 5, hash_mib: 16, node_cap: 10_000, decided: None };

    #[test]
    fn one_thread_and_the_hash_come_first() {
        let set = set(&SETTINGS, &[("style", "Very Risky"), ("SyzygyPath", "")]).expect("good options");
        let text: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(text, ["Threads=1", "Hash=16", "Style=Very Risky", "SyzygyPath="]);
    }

    #[test]
    fn what_an_engine_does_without_an_option_needs_no_option() {
        let lines = ("MultiPV", 1, 500);
        let hash = ("Hash", 1, 1024);
        for (offered, multipv, expected) in [
            // One thread alone: Carballo, mACE.
            (vec![hash, lines], 5, vec!["Hash=16"]),
            // One line alone is as good where one is wanted: Coiled as a second engine.
            (vec![("Threads", 1, 1), hash], 1, vec!["Threads=1", "Hash=16"]),
            // Lc0 chooses its number of threads unless it is told, and has a memory of another kind.
            (vec![("Threads", 0, 128), ("NNCacheSize", 0, 999_999_999), lines], 5, vec!["Threads=1"]),
            (vec![], 1, vec![]),
            // Spelled otherwise.
            (vec![("threads", 1, 8), ("HASH", 1, 64), ("multipv", 1, 5)], 5, vec!["threads=1", "HASH=16"]),
        ] {
            let found = set_of(&offered, multipv).expect("it can be used");
            assert_eq!(found, expected, "{offered:?}");
        }
        for (offered, multipv, said) in [
            (vec![hash], 5, "`MultiPV`: the engine does not offer it: it gives one line, and 5 are wanted"),
            (vec![hash, ("MultiPV", 1, 3)], 5, "`MultiPV`: 5 is outside 1 to 3"),
            (vec![hash, ("MultiPV", 2, 8)], 5, "`MultiPV`: 1 is outside 2 to 8"),
            (vec![("Threads", 2, 8), hash, lines], 5, "`Threads`: 1 is outside 2 to 8"),
            (vec![("Hash", 1, 8), lines], 5, "`Hash`: 16 is outside 1 to 8"),
        ] {
            let found = set_of(&offered, multipv).expect_err("it cannot be used");
            assert!(found.contains(said), "{found}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        for (options, part) in [
            (("Contempt", "1"), "does not offer"),
            (("Clear Hash", ""), "button"),
            (("UCI_ShowWDL", "yes"), "neither"),
            (("Style", "Mad"), "not one of"),
            (("SyzygyPath", "a\nquit"), "not printable"),
            (("threads", "2"), "cannot be set"),
            (("Skill Level", "3"), "cannot be set"),
        ] {
            let text = set(&SETTINGS, &[options]).expect_err("refused").to_string();
            assert!(text.contains(part) && text.contains(options.0), "{text}");
        }
        let twice = set(&SETTINGS, &[("Style", "Solid"), ("style", "Solid")]).expect_err("refused");
        assert!(twice.to_string().contains("twice"));
        let wide = set(&Settings { multipv: 11, ..SETTINGS }, &[]).expect_err("refused").to_string();
        assert!(wide.contains("MultiPV") && wide.contains("outside 1 to 10"), "{wide}");
        let large = set(&Settings { hash_mib: 2048, ..SETTINGS }, &[]).expect_err("refused").to_string();
        assert!(large.contains("Hash"), "{large}");
    }
}
