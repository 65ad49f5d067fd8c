//! `fairplay engines` and `fairplay engines get` with a real engine; skipped with a printed reason without Debian's Stockfish.

use analyzer::shipped::known_signature;
use uci_pool::{EngineSpec, Identity, Settings, identify};

use crate::home::{Home, write_script};

#[test]
fn a_calibrated_engine_is_put_into_the_data_folder_and_used() {
    let Some(home) = Home::with_engine("a_calibrated_engine_is_put_into_the_data_folder_and_used") else {
        return;
    };
    let engine = uci_pool::find_engine().unwrap();
    let name = identify(&EngineSpec::of(engine.clone())).unwrap().name;
    if name != "Stockfish 15.1" {
        println!("skipped: {name} is installed");
        return;
    }
    let quick = analyzer::Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).unwrap().version;
    let place = home.path(".local/share/fairplay/engines/stockfish-15.1");
    let place = place.to_str().unwrap();
    for _ in 0..2 {
        let said = home.text(&["engines", "get", engine.to_str().unwrap()], 0);
        assert!(said.contains(place) && said.contains(&quick), "{said}");
    }
    let report = home.json(&["engines", "--depth", "3", "--json"], 0);
    assert_eq!(report["path"], place);
    let installed = report["installed"].as_array().unwrap();
    let paths: Vec<_> = installed.iter().map(|engine| engine["path"].as_str().unwrap()).collect();
    assert_eq!(paths, [place, engine.to_str().unwrap()]);
    assert_eq!((&installed[0]["used"], &installed[1]["used"]), (&true.into(), &false.into()));
    assert!(installed.iter().all(|engine| engine["engine"] == "Stockfish 15.1"));
    // Another build has to be asked first; Debian's is known.
    assert!(installed.iter().all(|engine| engine["quick"] == quick.as_str()), "{installed:?}");
}

#[test]
fn an_engine_with_other_answers_is_not_installed() {
    let Some(home) = Home::with_engine("an_engine_with_other_answers_is_not_installed") else { return };
    let engine = uci_pool::find_engine().unwrap();
    // The evaluation of before there were networks.
    let script = home.path("other.sh");
    let text =
        format!("#!/bin/sh\n{{ echo setoption name Use NNUE value false; cat; }} | {}\n", engine.display());
    write_script(&script, &text);
    let (code, _, said) = home.run(&["engines", "get", "other.sh", "--depth", "3"]);
    assert!(
        code != Some(0) && said.contains("was not installed") && said.contains("Stockfish 15.1"),
        "{said}"
    );
    assert!(!home.path(".local/share/fairplay/engines").exists());
    let (code, _, said) = home.run(&["engines", "get", "missing"]);
    assert!(code != Some(0) && said.contains("missing cannot be read"), "{said}");
}

/// The newest engine of the machine comes first; for the full test, the first that is calibrated for it.
#[test]
fn a_full_test_takes_an_engine_that_is_calibrated_for_it() {
    let Some(home) = Home::with_engine("a_full_test_takes_an_engine_that_is_calibrated_for_it") else {
        return;
    };
    let engine = uci_pool::find_engine().unwrap();
    let known = identify(&EngineSpec::of(engine.clone())).unwrap();
    let [quick, full] = [Settings::QUICK, Settings::FULL].map(|settings| settings.to_the_end());
    if known_signature(&known, &full).unwrap().is_none() {
        println!("skipped: {} is not the build of the shipped fit", known.name);
        return;
    }
    std::fs::create_dir_all(home.path(".local/share/fairplay/engines")).unwrap();
    let newer = home.path(".local/share/fairplay/engines/stockfish-99");
    let mut store = datasets::Store::open(&home.path(".local/share/fairplay/store.sqlite")).unwrap();
    // An engine whose signature is known, so that it need not be asked.
    let mut install = |signature: &str| {
        write_script(&newer, &format!("#!/bin/sh\n# {signature}\nexec {}\n", engine.display()));
        let identity = identify(&EngineSpec::of(newer.clone())).unwrap();
        for settings in [&quick, &full] {
            let signature = Some(signature.to_owned());
            store.remember(&Identity { signature, ..identity.clone() }, settings).unwrap();
        }
    };
    install(&"0".repeat(64));
    home.put("event.pgn", std::str::from_utf8(datasets::pgn::sample::PGN).unwrap());
    let test = ["test", "event.pgn", "--player", "Nobody"];
    let (_, _, said) = home.run(&test);
    assert!(said.contains(&format!("The full test is made with {}", engine.display())), "{said}");
    let (_, _, said) = home.run(&[&test[..], &["--engine", newer.to_str().unwrap()]].concat());
    assert!(!said.contains("The full test is made with") && said.contains("made with quick"), "{said}");
    // Certified parameters come before provisional ones, unless the engine is named.
    let provisional = analyzer::Parameters::parse(analyzer::shipped::FULL_STOCKFISH_19).unwrap();
    assert!(provisional.provisional);
    install(&provisional.source.unwrap().engine_signature.unwrap());
    let (_, _, said) = home.run(&test);
    let why = "because the engine that is used otherwise has only provisional parameters for it";
    assert!(said.contains(&format!("The full test is made with {}, {why}", engine.display())), "{said}");
    let (_, _, said) = home.run(&[&test[..], &["--engine", newer.to_str().unwrap()]].concat());
    assert!(!said.contains("The full test is made with") && !said.contains("made with quick"), "{said}");
}

/// An engine of the machine behind a script that shows, by its name, what engines of another kind are like.
const QUIRKS: &str = "#!/bin/sh
case \"$0\" in
  *nothreads*) filter='/^option name Threads /d' ;;
  *nohash*) filter='/^option name Hash /d' ;;
  *depth0*) filter='/^info depth 1 .* multipv 1 .* pv /{h;s/^info depth 1 /info depth 0 /;p;g;}' ;;
  *) filter='' ;;
esac
ENGINE | sed -u \"$filter\"
";

#[test]
fn an_engine_of_another_kind_gives_the_same_digest() {
    let Some(home) = Home::with_engine("an_engine_of_another_kind_gives_the_same_digest") else { return };
    let engine = uci_pool::find_engine().unwrap();
    home.case("engine-game.pgn");
    home.case("tiny.toml");
    let digest = |name: &str| {
        let script = format!("./engine_{name}.sh");
        write_script(&home.path(&script), &QUIRKS.replace("ENGINE", &engine.display().to_string()));
        let out = format!("out-{name}");
        let store = format!("{name}.sqlite");
        let words = [
            "screen",
            "engine-game.pgn",
            "--config",
            "tiny.toml",
            "--engine",
            &script,
            "--store",
            &store,
            "--out",
            &out,
        ];
        home.text(&words, 0);
        home.read_json(&format!("{out}/screening.json"))["manifest"]["digest"].clone()
    };
    let usual = digest("usual");
    for quirk in ["nothreads", "nohash", "depth0"] {
        assert_eq!(digest(quirk), usual, "{quirk}");
    }
}

/// What an engine cannot do is said before the first engine searches, once.
#[test]
fn a_second_engine_that_cannot_be_used_is_told_before_the_first_searches() {
    let Some(home) =
        Home::with_engine("a_second_engine_that_cannot_be_used_is_told_before_the_first_searches")
    else {
        return;
    };
    home.put("event.pgn", std::str::from_utf8(datasets::pgn::sample::PGN).unwrap());
    let games = datasets::read(&[home.path("event.pgn")], None).unwrap();
    let player = games.games[0].white.name.clone();
    for (option, said) in [
        ("Threads type spin default 2 min 2 max 8", "engine option `Threads`: 1 is outside 2 to 8"),
        ("Hash type spin default 8 min 1 max 8", "engine option `Hash`: 16 is outside 1 to 8"),
    ] {
        let text = format!(
            "#!/bin/sh\nwhile read word rest; do case $word in uci) echo id name Odd; echo option name {option}; echo uciok;; \
             isready) echo readyok;; quit) exit;; esac; done\n"
        );
        write_script(&home.path("odd.sh"), &text);
        let test =
            ["test", "event.pgn", "--player", &player, "--profile", "quick", "--second-engine", "./odd.sh"];
        let (code, _, error) = home.run(&test);
        assert!(code == Some(1) && error.matches(said).count() == 1, "{error}");
        assert!(!home.path("event-test").exists(), "{error}");
        let store = datasets::Store::open(&home.path(".local/share/fairplay/store.sqlite")).unwrap();
        assert!(
            store.summary().unwrap().iter().all(|profile| profile.evaluations == 0),
            "nothing was searched"
        );
        let (code, _, error) = home.run(&["screen", "event.pgn", "--engine", "./odd.sh", "--lines", "1"]);
        assert!(code == Some(1) && error.matches(said).count() == 1, "{error}");
    }
}
