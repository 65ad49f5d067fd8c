//! Digests of documents: SHA-256 over canonical JSON (RFC 8785) without the keys that no number rests on.
//!
//! The JSON is that of the file. A key that a later version adds changes no digest of a file written before, and a file
//! with keys that this version does not know still has its digest.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
pub use uci_pool::hex;

/// Name of a document's first layout, and the function that clears what its digest leaves out.
type FirstLayout<T> = (&'static str, fn(&mut T));

/// Which parts of a document its digest leaves out.
pub(crate) struct Rule<T> {
    /// Keys left out, as paths; `*` stands for every element of a list.
    pub(crate) volatile: &'static [&'static str],
    /// Lists whose order depends on the order of the inputs.
    pub(crate) unordered: &'static [&'static str],
    /// The layout from before canonical JSON: its digest is over the remaining fields as this software writes them, in
    /// their order.
    pub(crate) first_layout: Option<FirstLayout<T>>,
}

/// Left out of every document: the digest itself, and what depends on files or on the version of the software.
/// How an event was played counts by its class and mode; what these rest on is told in words.
pub(crate) const VOLATILE: [&str; 8] = [
    "manifest.digest",
    "manifest.software",
    "manifest.inputs",
    "manifest.programs",
    "event.name",
    "event.played",
    "event.accepted.*.input",
    "event.accepted.*.game",
];

/// Where documents name engines. An engine with a signature counts by it alone, because builds of one engine differ in name and
/// bytes; an engine without one counts by name and bytes.
const ENGINES: [&str; 3] = ["/manifest/engine", "/second_engine/engine", "/place/engine"];

impl<T: Serialize + Clone> Rule<T> {
    /// The digest of a document by the rule of its layout, lower-case hex.
    pub(crate) fn digest(&self, document: &T) -> Result<String, serde_json::Error> {
        let value = serde_json::to_value(document)?;
        let Some(clear) = self.old(&value) else {
            return self.canonical(value);
        };
        let mut numbers = document.clone();
        clear(&mut numbers);
        Ok(hex(&Sha256::digest(serde_json::to_vec(&numbers)?)))
    }

    /// The same of a file, which may hold keys that this version does not know.
    pub(crate) fn digest_of_file(&self, json: &[u8]) -> Result<String, serde_json::Error>
    where
        T: DeserializeOwned,
    {
        let value: Value = serde_json::from_slice(json)?;
        if self.old(&value).is_some() {
            return self.digest(&serde_json::from_slice(json)?);
        }
        self.canonical(value)
    }

    fn old(&self, value: &Value) -> Option<fn(&mut T)> {
        let (schema, clear) = self.first_layout?;
        (value.get("schema").and_then(Value::as_str) == Some(schema)).then_some(clear)
    }

    fn canonical(&self, mut value: Value) -> Result<String, serde_json::Error> {
        for path in VOLATILE.iter().chain(self.volatile) {
            remove(&mut value, path);
        }
        for path in ENGINES {
            if let Some(Value::Object(engine)) = value.pointer_mut(path)
                && engine.contains_key("signature")
            {
                engine.retain(|key, _| key == "signature");
            }
        }
        for key in self.unordered {
            if let Some(Value::Array(list)) = value.get_mut(*key) {
                list.sort_by_cached_key(Value::to_string);
            }
        }
        Ok(hex(&Sha256::digest(serde_json_canonicalizer::to_vec(&value)?)))
    }
}

fn remove(value: &mut Value, path: &str) {
    match (path.split_once('.'), value) {
        (Some(("*", rest)), Value::Array(list)) => list.iter_mut().for_each(|element| remove(element, rest)),
        (Some((key, rest)), Value::Object(map)) => {
            if let Some(inner) = map.get_mut(key) {
                remove(inner, rest);
            }
        }
        (None, Value::Object(map)) => {
            map.remove(path);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn builds_of_one_engine_share_a_digest() {
        let rule = Rule::<Value> { volatile: &[], unordered: &[], first_layout: None };
        let of = |engine: Value| rule.digest(&json!({"manifest": {"engine": engine}})).expect("a digest");
        let one = of(json!({"name": "A 1", "sha256": "00", "signature": "77"}));
        assert_eq!(one, of(json!({"name": "A 1 wasm", "sha256": "11", "signature": "77"})));
        assert_ne!(one, of(json!({"name": "A 1", "sha256": "00", "signature": "78"})));
        assert_ne!(of(json!({"name": "A 1", "sha256": "00"})), of(json!({"name": "A 1", "sha256": "11"})));
    }

    #[test]
    fn hex_is_two_lower_case_digits_a_byte() {
        assert_eq!(hex(&[0, 10, 255]), "000aff");
        // FIPS 180-2: SHA-256 of the empty message.
        assert_eq!(&hex(&Sha256::digest(b""))[..16], "e3b0c44298fc1c14");
    }

    #[test]
    fn numbers_and_keys_are_written_as_in_rfc_8785() {
        let value = json!({"b": [333_333_333.333_333_3, 1e30, 4.50, 2e-3, 1e-27, 1.0], "a": "\u{20ac}\n"});
        let text = serde_json_canonicalizer::to_string(&value).expect("writes");
        assert_eq!(text, "{\"a\":\"\u{20ac}\\n\",\"b\":[333333333.3333333,1e+30,4.5,0.002,1e-27,1]}");
    }

    #[test]
    fn only_what_no_number_rests_on_is_left_out() {
        let rule = Rule::<Value> { volatile: &["list.*.name"], unordered: &["list"], first_layout: None };
        let digest = |value: &Value| rule.digest(value).expect("a digest");
        let one =
            json!({"manifest": {"digest": "x"}, "list": [{"name": "a", "z": 1}, {"name": "b", "z": 2}]});
        let same = json!({"list": [{"z": 2}, {"name": "c", "z": 1}], "manifest": {"software": "2"}});
        assert_eq!(digest(&one), digest(&same));
        let other = json!({"list": [{"z": 2}, {"name": "c", "z": 3}], "manifest": {}});
        assert_ne!(digest(&one), digest(&other));
    }
}
