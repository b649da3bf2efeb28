//! Names in the code are the field's terms: the words of [`REFUSED`] are refused as parts of names, as `prose.rs` refuses
//! them in texts.

use std::collections::BTreeSet;
use std::fs;

use tilec_tests as tests;

/// Words of our own, and the field's terms for them.
const REFUSED: &[(&str, &str)] = &[
    ("guest", "epilogue load"),
    ("joined", "merged, or two tiles in one CTA"),
    ("renew", "reassign or replace"),
    ("sweep", "split, strip-mine or check"),
    ("swept", "split, strip-mine or check"),
    ("park", "spill"),
    ("parked", "spilled"),
    ("claim", "acquire"),
    ("mend", "fix or correct"),
    ("whoever", "the actor"),
    ("nobody", "the actor"),
    ("somebody", "the actor"),
];

/// Names that keep such a word, with the reason.
const MEANT: &[(&str, &str)] =
    &[("joined", "backend-ptx/src/select: the warps of a partition are renamed with it")];

/// The identifiers of code without its comments and its strings.
fn identifiers(code: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = BTreeSet::new();
    for line in code.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        let outside_strings = line.split('"').step_by(2);
        found.extend(outside_strings.flat_map(|part| part.split(|c| !is_part(c))));
    }
    found
}

/// The words of `snake_case` and `CamelCase`, in small letters and without a plural `s`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last = '_';
    for c in name.chars() {
        if c == '_' || c.is_uppercase() && last.is_lowercase() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c != '_', words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        last = c;
    }
    let singular = |word: String| word.strip_suffix('s').map_or(word.clone(), str::to_owned);
    words.into_iter().filter(|word| !word.is_empty()).map(singular).collect()
}

#[test]
fn names_are_the_fields() {
    let mut wrong = Vec::new();
    let root = tests::root();
    for path in tests::files("", "rs") {
        let text = fs::read_to_string(&path).expect("the file was listed");
        let path = path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned();
        if ["tests/tests/names.rs", "tests/tests/prose.rs"].contains(&path.as_str())
            || path.starts_with("target/")
        {
            continue;
        }
        let file = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned();
        for name in identifiers(&text).into_iter().chain([file.as_str()]) {
            for word in words_of(name) {
                let refused = REFUSED.iter().find(|(refused, _)| *refused == word);
                let is_meant = MEANT.iter().any(|(meant, why)| {
                    *meant == word && path.starts_with(why.split(':').next().unwrap_or(""))
                });
                if let Some((_, advice)) = refused.filter(|_| !is_meant) {
                    wrong.push(format!("{path}: `{name}`: {advice}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} names:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn words_of_names_are_found() {
    assert_eq!(words_of("find_two_Guests"), ["find", "two", "guest"]);
    assert_eq!(words_of("TensorMapClaims"), ["tensor", "map", "claim"]);
    let names = identifiers("let joined = \"nobody\"; // parked\nsweep(x);");
    assert_eq!(names.iter().filter(|name| !name.is_empty()).count(), 4);
}
