//! The encoding of a game, detected for each game because files grow by joining files. Valid UTF-8 is UTF-8, since other
//! text hardly ever is; everything else is the one of Windows-1250, 1251 and 1252 that gives the most plausible words.
//! Mojibake is noted and kept as it is.

use encoding_rs::{WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};
use serde::{Deserialize, Serialize};

use crate::pgn::letters;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Encoding {
    #[default]
    #[serde(rename = "ascii")]
    #[cfg_attr(feature = "clap", value(skip))]
    Ascii,
    /// UTF-8, with or without a byte order mark.
    #[serde(rename = "utf-8")]
    #[cfg_attr(feature = "clap", value(name = "utf-8"))]
    Utf8,
    /// Windows-1252, the encoding of western Europe; Latin-1 is a part of it.
    #[serde(rename = "windows-1252")]
    #[cfg_attr(feature = "clap", value(name = "windows-1252"))]
    Windows1252,
    /// Windows-1250, that of central Europe.
    #[serde(rename = "windows-1250")]
    #[cfg_attr(feature = "clap", value(name = "windows-1250"))]
    Windows1250,
    /// Windows-1251, that of Cyrillic.
    #[serde(rename = "windows-1251")]
    #[cfg_attr(feature = "clap", value(name = "windows-1251"))]
    Windows1251,
}

impl Encoding {
    /// The candidates for bytes that are not UTF-8. Of equally plausible ones the first is taken.
    pub(crate) const SINGLE_BYTE: [Self; 3] = [Self::Windows1252, Self::Windows1250, Self::Windows1251];

    /// The name as in machine output: `ascii`, `utf-8`, `windows-1252` and so on.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Utf8 => "utf-8",
            Self::Windows1252 => "windows-1252",
            Self::Windows1250 => "windows-1250",
            Self::Windows1251 => "windows-1251",
        }
    }

    /// The bytes as text, and whether they are UTF-8 although the game is not: files grow by joining files, and programs fill in
    /// single tags. What is UTF-8 by accident reads more plausibly in the game's own encoding.
    pub(crate) fn decode_beside(self, bytes: &[u8]) -> (String, bool) {
        let own = self.decode(bytes);
        if matches!(self, Self::Ascii | Self::Utf8) || bytes.is_ascii() {
            return (own, false);
        }
        match str::from_utf8(bytes) {
            Ok(text) if plausibility(bytes, Self::Utf8) >= plausibility(bytes, self) => {
                (text.to_owned(), true)
            }
            _ => (own, false),
        }
    }

    /// The bytes as text. Bytes that are not of this encoding (a token cut in the middle of a character) are
    /// shown as Windows-1252, in which every byte is a character.
    pub(crate) fn decode(self, bytes: &[u8]) -> String {
        let table = match self {
            Self::Ascii | Self::Utf8 => match str::from_utf8(bytes) {
                Ok(text) => return text.to_owned(),
                Err(_) => WINDOWS_1252,
            },
            Self::Windows1252 => WINDOWS_1252,
            Self::Windows1250 => WINDOWS_1250,
            Self::Windows1251 => WINDOWS_1251,
        };
        table.decode_without_bom_handling(bytes).0.into_owned()
    }
}

pub(crate) fn detect(bytes: &[u8]) -> Encoding {
    if bytes.is_ascii() {
        return Encoding::Ascii;
    }
    if str::from_utf8(bytes).is_ok() {
        return Encoding::Utf8;
    }
    // Words in UTF-8 stand beside others and say nothing about these.
    let others = words(bytes).filter(|word| str::from_utf8(word).is_err()).collect::<Vec<_>>().join(&b' ');
    let mut best = (i64::MIN, Encoding::Windows1252);
    for encoding in Encoding::SINGLE_BYTE {
        let score = plausibility(&others, encoding);
        if score > best.0 {
            best = (score, encoding);
        }
    }
    best.1
}

/// The words with bytes beyond ASCII.
fn words(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|b| b.is_ascii() && !b.is_ascii_alphanumeric()).filter(|word| !word.is_ascii())
}

/// How much the words of the bytes look like names of people and places when read in `encoding`. Only words
/// with bytes beyond ASCII count, and only sums for the same bytes can be compared.
fn plausibility(bytes: &[u8], encoding: Encoding) -> i64 {
    words(bytes)
        .map(|word| {
            let chars: Vec<char> = encoding.decode(word).chars().collect();
            i64::from(letters::plausibility(&chars))
        })
        .sum()
}

/// Whether the text is UTF-8 that was read in a single-byte encoding and written as UTF-8 again: `MÃ¼ller`.
pub(crate) fn is_mojibake(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    [WINDOWS_1252, WINDOWS_1250, WINDOWS_1251].into_iter().any(|table| {
        let (bytes, _, unmappable) = table.encode(text);
        !unmappable && !bytes.is_ascii() && str::from_utf8(&bytes).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text in every encoding that can write it.
    fn written(text: &str, table: &'static encoding_rs::Encoding) -> Vec<u8> {
        let (bytes, _, unmappable) = table.encode(text);
        assert!(!unmappable, "{text}");
        bytes.into_owned()
    }

    #[test]
    fn names_are_read_in_the_encoding_they_were_written_in() {
        for (table, encoding, names) in [
            (
                WINDOWS_1252,
                Encoding::Windows1252,
                "Müller|Sørensen|Núñez|Peña|Michèle|François|João|Simões|Åkesson|Æbelø|Loïc|Anaïs|Guðmundur|\
                 Þórsson|Cantù|Niccolò|Forlì|Hélène|Jörg Weiß|García|Benoît|Lœuillet|Søgård|Õnne|Magalhães|\
                 São Paulo|1ª divisão|Göteborg|Ångström|Carrère|Zoë|Grêmio",
            ),
            (
                WINDOWS_1250,
                Encoding::Windows1250,
                "Kovačević|Petrović|Dvořák|Černý|Wałęsa|Świątek|Kamiński|Łódź|Żółkiewski|Erdős|Győri|Růžička|\
                 Němec|Zdeněk|Vaňek|Đorđe|Anđelić|Brănescu|Jiří|Říčka|Šťastný|Gdańsk|Jędrzej|Ďurič|Krasiński|\
                 Pécsi Győző|Ľubomír|Księżopolski|Poznań|Őri",
            ),
            (
                WINDOWS_1251,
                Encoding::Windows1251,
                "Иванов|Карпов, Анатолий|Ёлкин|Ґалаґан|Їжакевич|Кличко, Євген|МОСКВА|Цирк, И.|Юсупов|Объедков",
            ),
        ] {
            for name in names.split('|') {
                let bytes = written(name.trim(), table);
                assert_eq!(detect(&bytes), encoding, "{name}");
                assert_eq!(detect(&bytes).decode(&bytes), name.trim());
            }
        }
    }

    #[test]
    fn utf8_and_ascii_are_what_they_are() {
        assert_eq!(detect(b"Kim"), Encoding::Ascii);
        assert_eq!(detect("Müller".as_bytes()), Encoding::Utf8);
        assert_eq!(detect("Иванов".as_bytes()), Encoding::Utf8);
    }

    #[test]
    fn a_letter_that_all_share_is_windows_1252() {
        assert_eq!(detect(b"M\xfcller"), Encoding::Windows1252);
        assert_eq!(detect(b"\xff"), Encoding::Windows1252, "nothing is known of it");
    }

    #[test]
    fn utf8_beside_another_encoding_is_utf8() {
        let beside = |encoding: Encoding, bytes: &[u8]| encoding.decode_beside(bytes);
        assert_eq!(beside(Encoding::Windows1252, "Müller".as_bytes()), ("Müller".to_owned(), true));
        assert_eq!(
            beside(Encoding::Windows1252, "Иванов, Пётр".as_bytes()),
            ("Иванов, Пётр".to_owned(), true)
        );
        assert_eq!(beside(Encoding::Windows1252, b"M\xfcller"), ("Müller".to_owned(), false));
        // In Windows-1251 a name, in UTF-8 by accident a modifier without a letter.
        assert_eq!(beside(Encoding::Windows1251, b"\xcb\xb3, Anna"), ("Лі, Anna".to_owned(), false));
        assert_eq!(beside(Encoding::Utf8, "Müller".as_bytes()), ("Müller".to_owned(), false));
    }

    #[test]
    fn the_whole_game_decides_not_one_value() {
        // `Nový` reads the same in both; `Procházka, Jiří` decides for it.
        let bytes = written("Nový|Procházka, Jiří", WINDOWS_1250);
        assert_eq!(detect(&bytes).decode(&bytes), "Nový|Procházka, Jiří");
    }

    #[test]
    fn spoilt_text_is_noticed() {
        for text in ["MÃ¼ller", "RuÅ¾iÄ\u{8d}ka", "Ð˜Ð²Ð°Ð½Ð¾Ð²", "РњСЋР»Р»РµСЂ"]
        {
            assert!(is_mojibake(text), "{text}");
        }
        for text in ["Müller", "Ružička", "Иванов", "Ã", "O'Connor", "Ção", "Łódź", "Đ"] {
            assert!(!is_mojibake(text), "{text}");
        }
    }
}
