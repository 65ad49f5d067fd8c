//! The words people use for time controls, in nine languages.
//!
//! A word that is not here is refused by name: an unknown word may change what the numbers mean. A new language is
//! new words in these lists.

/// What a word or sign means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A unit of time, in milliseconds.
    Time(u64),
    Moves,
    /// Between a time and its moves: `/`, `in`, `for`.
    Link,
    /// `+`, `with`, `and`.
    Plus,
    /// A boundary: `;`, `then`.
    Break,
    /// All the remaining moves: `G`, `SD`, `rest`.
    Rest,
    Delay,
    Increment,
    /// `per`, `each`, when a move follows.
    Per,
    /// `from`, `starting`.
    From,
    /// `first`.
    First,
    /// Number one as a word.
    One,
    /// Says nothing about time.
    Filler,
}

pub(super) const DAY: u64 = 86_400_000;
pub(super) const HOUR: u64 = 3_600_000;
pub(super) const MINUTE: u64 = 60_000;
pub(super) const SECOND: u64 = 1_000;

const WORDS: &[(Word, &str)] = &[
    (Word::Time(DAY), "day days tag tage tagen jours días dias giorni dni дней дня днів"),
    (
        Word::Time(HOUR),
        "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore godz godziny godzina \
         uur ч час часа часов год година години годин",
    ),
    (
        Word::Time(MINUTE),
        "m min mins minute minutes mn minuten minuto minutos minuti minut minuty minuut м мин минут \
         минуты минута хв хвилин хвилини хвилина",
    ),
    (
        Word::Time(SECOND),
        "s sec secs second seconds sek sekunde sekunden seconde secondes seg segundo segundos secondi \
         secondo sekund sekundy seconden сек секунд секунды секунда секунди",
    ),
    (
        Word::Moves,
        "move moves mv mvs zug züge zügen zuge coup coups jugada jugadas movimiento movimientos lance \
         lances mossa mosse ruch ruchów posunięcie posunięć zet zetten ход хода ходов ходу ходы хід \
         ходи ходів",
    ),
    (Word::Link, "in for en x für pour para na voor dla на за для до bis do"),
    (Word::Plus, "plus and with und mit et avec y con com oraz met и та плюс"),
    (
        Word::Break,
        "then followed thereafter dann danach puis luego después poi następnie dan затем потом далее \
         потім далі",
    ),
    (
        Word::Rest,
        "g game sd sudden death rest end finish remaining remainder guillotine ende partie partieende \
         fin final partida resto partita finale końca partii einde partij конца партии партию \
         остальные кінця партії партію",
    ),
    (Word::Delay, "d delay dly bronstein задержка"),
    (
        Word::Increment,
        "i inc incr increment increments incremental bonus addition additional added extra fischer \
         zeitgutschrift zuschlag inkrement incrément incremento incrementos dodatek добавление \
         добавлением добавка додавання додаванням",
    ),
    (Word::Per, "per pro je par por every each каждый кожний кожен a à cada chaque"),
    (
        Word::From,
        "from starting beginning start starts ab dès depuis desde dal dalla od vanaf начиная \
         починаючи з с",
    ),
    (
        Word::First,
        "first ersten erste premier primer primera prima primi pierwszego eerste первого первых \
         першого перших primeros premiers 1st",
    ),
    (Word::One, "one"),
    (
        Word::Filler,
        "the of an by all is to at total time control player players den der die dem das zum spieler \
         alle le la les de du des el los las di il van het rapid blitz classical standard cadence \
         bedenkzeit контроль времени часу",
    ),
];

/// The meaning of a lower-case word.
pub(super) fn meaning(word: &str) -> Option<Word> {
    WORDS
        .iter()
        .find(|(_, words)| words.split_whitespace().any(|known| known == word))
        .map(|(meaning, _)| *meaning)
}
