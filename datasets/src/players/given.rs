//! Given names that are one name in several languages.
//!
//! `Mykola` and `Nikolai`, `Johannes` and `Hans` are no transliterations of each other, yet one player may be
//! listed under both. The table is small and plain: common forms only, because each row also ties strangers
//! together. It supports a suggestion and never decides one.

/// Each row is one name, accents dropped.
const FORMS: &[&[&str]] = &[
    &[
        "alexander",
        "aleksandr",
        "alexandr",
        "oleksandr",
        "alexandre",
        "alejandro",
        "alessandro",
        "sasha",
        "alex",
        "aliaksandr",
        "sandor",
        "aleksander",
        "olexandr",
    ],
    &["alexandra", "aleksandra", "oleksandra", "alejandra", "alessandra"],
    &["alexey", "aleksei", "oleksii", "oleksiy", "alexei", "aliaksei", "alexej"],
    &[
        "andrey", "andrei", "andriy", "andrii", "andrew", "andreas", "andre", "andrej", "andrzej", "andres",
        "andrea", "andras",
    ],
    &["anthony", "antonio", "anton", "antoine", "antony", "tony"],
    &["arkady", "arkadiy", "arkadij"],
    &["benjamin", "ben", "benny"],
    &[
        "catherine",
        "katherine",
        "ekaterina",
        "kateryna",
        "katharina",
        "katarina",
        "katarzyna",
        "jekaterina",
        "yekaterina",
    ],
    &["charles", "karl", "carl", "carlos", "karel", "carlo"],
    &["christian", "kristian", "cristian", "christiaan"],
    &["christopher", "christoph", "christophe", "cristobal", "krzysztof", "chris"],
    &["daniel", "danilo", "danylo", "dan", "daniil", "danil", "danyil"],
    &["david", "davyd", "dave", "davide"],
    &["dmitry", "dmytro", "dmitri", "dmitriy", "dzmitry", "dimitri"],
    &["edward", "eduard", "eduardo", "edouard", "ed"],
    &["elena", "olena", "helen", "helena", "alena", "yelena"],
    &["eugene", "evgeny", "yevhen", "evgeni", "evgeniy", "yevgeny", "eugen", "evgenij", "evhen", "yauheni"],
    &["francis", "francisco", "francesco", "francois", "franz", "frank", "ferenc"],
    &["frederick", "frederic", "friedrich", "fred", "fredrik", "federico"],
    &["gabriel", "gabriele", "gabor"],
    &[
        "george", "georg", "georgy", "heorhiy", "georges", "jorge", "giorgi", "giorgio", "georgi",
        "georgios", "jerzy", "gyorgy", "heorhii",
    ],
    &["grigory", "hryhoriy", "grigoriy", "gregory", "hryhorii", "gregor", "gregorio"],
    &["henry", "heinrich", "henri", "hendrik", "enrique", "henrik", "enrico"],
    &["igor", "ihor"],
    &["ilya", "illia", "illya", "ilja"],
    &["james", "jim", "jaime", "jimmy"],
    &[
        "john", "johannes", "hans", "johann", "johan", "jan", "jean", "juan", "ivan", "giovanni", "joao",
        "hannes", "janos", "jon", "yohan", "joan", "ion", "ioannis",
    ],
    &["jonathan", "jon", "jonny", "yonatan"],
    &[
        "joseph", "josef", "jose", "giuseppe", "iosif", "jozef", "joe", "jozsef", "josip", "yosef", "josep",
        "yosyp",
    ],
    &["julia", "yulia", "yuliia", "iuliia", "julie"],
    &["konstantin", "kostiantyn", "kostyantyn", "constantin"],
    &["cyril", "kirill", "kyrylo", "kiril"],
    &["lawrence", "laurent", "lorenzo", "lars", "larry"],
    &["leon", "leonid", "leo"],
    &["louis", "luis", "ludwig", "luigi", "lajos", "lluis", "ludvig"],
    &["lucas", "lukas", "luka", "luca", "luc", "lukasz"],
    &["margaret", "margarita", "marharyta", "margarete"],
    &["mark", "marcus", "markus", "marc", "marco", "marko", "marek", "marcos"],
    &["martin", "marten", "martijn", "marcin"],
    &["mary", "maria", "marie", "mariia", "mariya", "maryia"],
    &[
        "matthew", "matthias", "mathias", "mateo", "matteo", "mateusz", "matt", "matvey", "matvii",
        "mathieu", "matej",
    ],
    &["maxim", "maksym", "maxime", "maksim", "massimo", "max", "maximilian"],
    &[
        "michael", "mikhail", "mykhailo", "michel", "miguel", "michal", "michele", "mihail", "mike",
        "mikael", "mihaly", "mykhaylo", "mihajlo", "misha", "mihai", "mikhael", "mick",
    ],
    &["mohammed", "mohammad", "muhammad", "mohamed", "mohd", "muhammed", "mehmed", "mohamad", "muhd", "md"],
    &["natalia", "natalya", "nataliia", "natalija", "natalie"],
    &[
        "nicholas", "nikolai", "mykola", "nicolas", "nikolaus", "nikola", "nikolay", "nick", "nicola",
        "klaus", "niklas", "nikolaos", "mikalai", "nico",
    ],
    &["nikita", "mykyta"],
    &["oleg", "oleh", "aleh"],
    &["olga", "olha", "volha"],
    &["patrick", "patrice", "patricio", "pat", "patrik"],
    &["paul", "pavel", "pablo", "pavlo", "paolo", "pawel", "pal", "paulo", "pavol", "pau"],
    &[
        "peter", "petr", "petro", "pyotr", "pedro", "pierre", "piotr", "pietro", "pere", "petar", "pete",
        "petter", "petros", "peder", "pieter",
    ],
    &["philip", "philipp", "filip", "felipe", "philippe", "filippo", "phil", "filipp", "pylyp"],
    &["ralph", "ralf", "raoul", "raul"],
    &["richard", "ricardo", "riccardo", "ryszard", "rick", "dick", "rikard"],
    &["robert", "roberto", "bob", "rob", "bobby", "rupert"],
    &["roman", "romain"],
    &["rudolf", "rodolfo", "rudolph", "rudi", "rudy"],
    &["samuel", "sam", "samuil"],
    &["sergey", "serhiy", "serhii", "sergio", "serge", "sergiy", "siarhei", "sergej", "sergei", "syarhei"],
    &[
        "steven", "stephen", "stefan", "stephan", "stepan", "esteban", "steve", "etienne", "stefano",
        "istvan", "stephane", "szczepan", "stevan",
    ],
    &["theodore", "fedor", "fyodor", "fedir", "theodor", "teodor", "theo"],
    &["thomas", "tomas", "tom", "tomasz", "tommaso", "tamas", "tommy"],
    &["timothy", "timofey", "tim", "tymofii", "timofei"],
    &["vasily", "vasyl", "vasiliy", "basil", "vasil", "vasilij", "wassily"],
    &["victor", "viktor", "vittorio", "wiktor"],
    &["vincent", "vincenzo", "vicente", "vince"],
    &["vitaly", "vitalii", "vitaliy", "vital"],
    &["vladimir", "volodymyr", "uladzimir", "wladimir", "volodimir", "vlad", "vladymyr"],
    &["vladislav", "vladyslav", "uladzislau", "wladyslaw"],
    &["vsevolod", "vsievolod"],
    &["vyacheslav", "viacheslav", "slava", "vjaceslav"],
    &["walter", "valter", "wouter"],
    &[
        "william",
        "wilhelm",
        "guillermo",
        "guillaume",
        "willem",
        "bill",
        "guglielmo",
        "vilmos",
        "willy",
        "will",
    ],
    &["yaroslav", "jaroslav", "iaroslav", "jaroslaw"],
    &["yegor", "egor", "yehor", "iegor", "jegor"],
    &["yuri", "yury", "iurii", "yuriy", "yurii", "juri", "jurij", "iouri"],
];

/// Whether two folded given names are forms of one name.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    FORMS.iter().any(|row| row.contains(&a) && row.contains(&b))
}

#[cfg(test)]
mod tests {
    use super::{FORMS, same_name};

    #[test]
    fn forms_of_one_name_meet() {
        assert!(same_name("mykola", "nikolai") && same_name("hans", "johannes"));
        assert!(!same_name("ivan", "igor") && !same_name("unheard", "unheard of"));
    }

    #[test]
    fn every_row_is_plain_and_without_repeats() {
        for row in FORMS {
            for (at, name) in row.iter().enumerate() {
                assert!(!row[..at].contains(name), "{name} stands twice");
                assert!(name.bytes().all(|b| b.is_ascii_lowercase()), "{name} has an accent");
            }
            assert!(row.len() > 1, "{row:?}");
        }
    }
}
