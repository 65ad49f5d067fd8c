use super::*;

#[test]
fn what_is_tried_first_is_known() {
    let names = ["anna.birch", "Spring Open 2026", "Li"].map(str::to_owned);
    for password in [
        "leavemealone",
        "LeaveMeAlone",
        "leavemealone99!",
        "!!L3avemealone",
        "leave me alone",
        "my fair-play word",
        "xx Anna Birch xx",
        "springopen2026!?",
        "aaaaaaaaaaaaaa",
        "abcabcabcabca",
        "12xy12xy12xy",
        "abcdefghijkl",
        "987654321098",
        "qwertyuiop[]",
        "йцукенгшщзхъ",
        "qwertyasdfghzxcv",
        "1234567890ab",
    ] {
        assert!(is_known(password, &names), "{password}");
    }
    for password in [
        "correct horse battery",
        "entirely different words",
        "another good password",
        "Likely a quiet rook",
        "длинный да пароль",
        "quiet rooks stand still",
        "t7#kQz!m2wLp",
        "483920174836",
    ] {
        assert!(!is_known(password, &names), "{password}");
    }
}

/// Long passwords that lists of tried ones have, or that are made like those: words in a row, years and signs behind them, signs in
/// place of letters, walks over the keyboard.
const WELL_KNOWN: &str = "letmeinplease correcthorsebatterystaple welcome12345 iloveyou1234 administrator password1234 \
    passwordpassword Password123! P@ssw0rd1234 Passw0rd2024! qwertyuiop123 1qaz2wsx3edc qwerty123456 123456789abc abc123456789 \
    adminadmin123 administrator1 Welcome2024! Welcome@12345 Summer2024!! Winter2023!! Autumn2025!!! Spring2026!! January2024! \
    changeme1234 ChangeMe2024! letmein12345 letmeinletmein iloveyouforever iloveyousomuch iloveyoubaby princess1234 \
    sunshine1234 monkeymonkey dragon123456 football1234 baseball2024 superman1234 batmanbatman starwars1977 trustno1trustno1 \
    master123456 shadowshadow michael12345 jennifer2020 jordan232323 liverpool1892 manchester1 chelsea12345 arsenal12345 \
    barcelona2015 realmadrid123 mercedesbenz playstation3 minecraft123 pokemon12345 facebook1234 google123456 youtube12345 \
    internet1234 computer1234 samsung12345 microsoft123 secretsecret mysecretpassword mypassword123 thisismypassword \
    testtesttest test12345678 testpassword useruseruser rootrootroot defaultpassword temppassword guestguest12 zaq12wsxcde3 \
    q1w2e3r4t5y6 1q2w3e4r5t6y asdfghjkl123 asdfasdfasdf zxcvbnm12345 qazwsxedcrfv 987654321qwerty 123qweasdzxc 112233445566 \
    123123123123 111111111111 123456123456 1234567890qw 12345678910a godisgoodallthetime jesuschrist1 jesuslovesme ilovejesus123 \
    chessmaster1 checkmate123 magnuscarlsen grandmaster64 kasparov1985 пароль123456 привет123456 любовьмоя123 gfhjkmgfhjkm";

#[test]
fn nearly_all_well_known_long_passwords_are_refused() {
    let all: Vec<&str> = WELL_KNOWN.split_whitespace().collect();
    assert!(all.len() >= 100 && all.iter().all(|one| one.chars().count() >= 11), "{}", all.len());
    let taken: Vec<&str> = all.iter().copied().filter(|one| !is_known(one, &[])).collect();
    println!("{} of {} refused; taken: {taken:?}", all.len() - taken.len(), all.len());
    assert!(taken.len() <= 5, "{taken:?}");
}

/// Numbers that look random and are the same each time (xorshift; Marsaglia, Journal of Statistical Software 8, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).expect("small")
    }
}

/// Words of the messages are as ordinary as those of lists for passphrases.
#[test]
fn random_passphrases_and_generated_passwords_are_taken() {
    let text = include_str!("../../../messages/en/service.ftl");
    let mut words: Vec<&str> =
        text.split(|c: char| !c.is_ascii_lowercase()).filter(|word| (4..=9).contains(&word.len())).collect();
    // A name of the place is no word of a passphrase there.
    words.retain(|word| *word != PRODUCT);
    words.sort_unstable();
    words.dedup();
    assert!(words.len() > 500, "{}", words.len());
    let signs: Vec<char> = ('!'..='~').collect();
    let letters: Vec<char> = ('a'..='z').chain('0'..='9').collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for n in 0..400 {
        let separator = ["-", " ", "", "."][n % 4];
        let phrase: Vec<&str> = (0..4 + n % 2).map(|_| words[random.below(words.len())]).collect();
        let phrase = phrase.join(separator);
        assert!(!is_known(&phrase, &[]), "{phrase}");
        for (from, length) in [(&signs, 12), (&letters, 16)] {
            let generated: String = (0..length).map(|_| from[random.below(from.len())]).collect();
            assert!(!is_known(&generated, &[]), "{generated}");
        }
    }
}

#[test]
fn the_lists_are_sorted_and_of_what_they_are_to_hold() {
    let lines: Vec<&str> = KNOWN.lines().collect();
    assert_eq!(lines.len(), 10_000);
    assert!(KNOWN.len() < 150_000 && lines.is_sorted());
    assert!(lines.iter().all(|line| line.chars().count() >= 12 && line.to_lowercase() == *line));
    let words: Vec<&str> = WORDS.lines().collect();
    assert!(WORDS.len() < 10_000 && words.is_sorted(), "{}", WORDS.len());
    assert!(words.iter().all(|word| word.chars().count() >= 4 && word.chars().all(char::is_lowercase)));
}
