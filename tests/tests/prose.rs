//! Texts are plain technical English: the words of [`WORDS`], "is no X" and sentences whose
//! subject comes late are refused in comments, in messages and in documents.
//!
//! In: the sources of all crates, the headers of the library and the Markdown pages. Out: a place
//! and a reason for each hit. Code spans, code blocks and placeholders of format strings are not
//! prose and are not looked at. [`NUMBERS`], [`OTHER_PEOPLES`] and [`SPEAKS_OF_WORDS`] list the
//! exceptions.

use std::fs;

use tilec_tests as tests;

/// Words that are refused, with the reason or the word to write.
const WORDS: &[(&[&str], &str)] = &[
    (
        &["who", "whom", "whoever", "nobody", "nobody's", "somebody", "somebody's"],
        "name the actor: the thread, the caller, the user, the pass",
    ),
    (&["mend", "mends", "mended", "mending"], "`fix`, `correct` or `repair`"),
    (&["guest", "guests"], "`epilogue load`"),
    (&["claim", "claims", "claimed", "claiming"], "`acquire`, or `state` for a text"),
    (&["renew", "renews", "renewed", "renewing"], "`reassign`"),
    (&["sweep", "sweeps", "swept", "sweeping"], "`split` and `part`"),
    (&["park", "parks", "parked", "parking"], "`spill`"),
    (&["factor", "factors"], "`operand`"),
    (&["joined"], "`concatenated`, or two tiles in one CTA"),
];

/// Files in which a factor is a number.
const NUMBERS: &[&str] = &[
    "backend-ptx/src/legalize/base_dims.rs",
    "backend-ptx/src/ptx/builder/integer.rs",
    "backend-ptx/src/ptx/divide.rs",
    "examples/attention/kernel.cu",
    "examples/attention_backward/kernel.cu",
    "examples/make/scale.cu",
    "ir/src/pass/contract.rs",
    "stdlib/include/cuda_tile/detail/elementary.h",
    "tests/conformance/library/layouts/strides_at_run_time.cu",
    "tests/gpu/bench/attention.cu",
    "tests/tests/quotients.rs",
];

/// Folders with texts of other projects.
const OTHER_PEOPLES: &[&str] = &["target/", "tests/real_headers/", "tests/recorded/"];

/// Files that quote the refused words.
const SPEAKS_OF_WORDS: &[&str] = &["tests/tests/prose.rs"];

/// What may follow "is no": a comparison says how much.
const COMPARISONS: &[&str] = &[
    "better", "faster", "fewer", "greater", "higher", "larger", "later", "less", "longer", "more",
    "slower", "smaller", "wider", "worse",
];

/// First words of a sentence whose subject comes too late.
const LATE_SUBJECTS: &[&str] = &["by", "for", "from", "in", "of", "on", "to", "with"];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Comment,
    Message,
    Heading,
    Page,
}

/// A comment, a string literal or a paragraph.
struct Text {
    line: usize,
    kind: Kind,
    text: String,
}

/// The comments of a text in Rust or C++, consecutive lines together, and its string literals.
fn texts_of_code(code: &str) -> Vec<Text> {
    let mut found: Vec<Text> = Vec::new();
    let mut last_comment = 0;
    let mut line = 1;
    let mut rest = code;
    while let Some(next) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = rest[..length].trim_start_matches(['/', '!', '<']).trim();
            match found.last_mut() {
                Some(last) if last.kind == Kind::Comment && last_comment + 1 == line => {
                    last.text.push('\n');
                    last.text.push_str(text);
                }
                _ => found.push(Text { line, kind: Kind::Comment, text: text.to_owned() }),
            }
            last_comment = line;
            length
        } else if rest.starts_with("/*") {
            let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
            found.push(Text { line, kind: Kind::Comment, text: rest[..length].to_owned() });
            length
        } else if let Some(length) = string_length(rest) {
            found.push(Text { line, kind: Kind::Message, text: rest[..length].to_owned() });
            length
        } else if next == '\'' {
            character_length(rest)
        } else if next.is_alphanumeric() || next == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            next.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The length of the string literal that `code` begins with, if it does.
fn string_length(code: &str) -> Option<usize> {
    if let Some(raw) = code.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let body = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", &raw[..hashes]);
        return Some(body.find(&end).map_or(code.len(), |at| 2 + hashes + at + end.len()));
    }
    let body = code.strip_prefix('"')?;
    let mut is_escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            '"' if !is_escaped => return Some(at + 2),
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    Some(code.len())
}

/// The length of the character literal that `code` begins with; 1 if that is a lifetime.
fn character_length(code: &str) -> usize {
    let mut chars = code.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => code[3..].find('\'').map_or(1, |end| end + 4),
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// The paragraphs, items and rows of a page. Headings are not sentences.
fn texts_of_page(page: &str) -> Vec<Text> {
    let mut found: Vec<Text> = Vec::new();
    let mut is_open = false;
    let mut is_code = false;
    for (index, line) in page.lines().enumerate() {
        let text = line.trim();
        let is_fence = text.starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || text.is_empty() {
            is_open = false;
            continue;
        }
        let is_heading = text.starts_with('#');
        match found.last_mut() {
            Some(last) if is_open && !text.starts_with(['-', '*', '|', '#']) => {
                last.text.push('\n');
                last.text.push_str(text);
            }
            _ => {
                let kind = if is_heading { Kind::Heading } else { Kind::Page };
                found.push(Text { line: index + 1, kind, text: text.to_owned() });
            }
        }
        is_open = !is_heading;
    }
    found
}

/// The text with blanks in the place of code blocks, code spans and placeholders; lines stay.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in text.lines() {
        let is_fence = line.trim().starts_with("```");
        is_code ^= is_fence;
        if !is_code && !is_fence {
            prose.push_str(line);
        }
        prose.push('\n');
    }
    let mut end = None;
    prose
        .chars()
        .map(|c| match end {
            _ if c == '\n' => c,
            Some(last) => {
                end = (c != last).then_some(last);
                '_'
            }
            None => {
                end = match c {
                    '`' => Some('`'),
                    '{' => Some('}'),
                    _ => None,
                };
                if end.is_some() { '_' } else { c }
            }
        })
        .collect()
}

/// The words of a text, each with its line, and `.` where a sentence ends.
fn words(prose: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in prose.lines().enumerate() {
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '-');
            let length = if is_word(next) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else {
                if matches!(next, '.' | '?' | ':' | '[') {
                    found.push((line, next.to_string()));
                }
                next.len_utf8()
            };
            if is_word(next) {
                found.push((line, rest[..length].to_owned()));
            }
            rest = &rest[length..];
        }
    }
    found
}

/// The hits in a text: the line within it, and what is wrong.
fn hits(text: &Text, is_about_numbers: bool) -> Vec<(usize, String)> {
    let prose = prose(&text.text);
    let words = words(&prose);
    let mut found = Vec::new();
    let word = |at: usize| words.get(at).map_or(".", |(_, word)| word.as_str());
    let before = |at: usize| at.checked_sub(1).map_or(".", word);
    for (at, (line, written)) in words.iter().enumerate() {
        let lower = written.to_lowercase();
        let is_shouted = written.len() > 1 && written.chars().all(|c| !c.is_lowercase());
        for (refused, advice) in WORDS {
            // A factor of two, a scale factor and lines that are joined by blanks are meant so.
            let is_meant = is_shouted
                || lower.starts_with("factor") && (is_about_numbers || word(at + 1) == "of")
                || lower.starts_with("factor") && before(at).eq_ignore_ascii_case("scale")
                || lower == "joined" && word(at + 1) == "by";
            if refused.contains(&lower.as_str()) && !is_meant {
                found.push((*line, format!("`{written}`: {advice}")));
            }
        }
        let is_verb = matches!(lower.as_str(), "is" | "are" | "was" | "were");
        let is_existence = before(at).eq_ignore_ascii_case("there");
        let is_comparison = COMPARISONS.contains(&word(at + 2));
        if is_verb && word(at + 1) == "no" && !is_existence && !is_comparison && word(at + 2) != "."
        {
            found.push((*line, format!("`{written} no {}`: write `{written} not`", word(at + 2))));
        }
        let begins = matches!(before(at), "." | "?");
        if begins && LATE_SUBJECTS.contains(&lower.as_str()) && word(at + 1) == "what" {
            found.push((*line, format!("`{written} what`: begin with the subject")));
        }
        let end = words[at..].iter().find(|(_, word)| matches!(word.as_str(), "." | "?"));
        let is_question = end.is_some_and(|(_, end)| end == "?");
        // An item may be described by a noun phrase, "What a launch passes, in order"; a module and
        // a sentence may not.
        let is_noun_phrase = match text.kind {
            Kind::Comment => text.line > 1 && at == 0,
            Kind::Heading => true,
            Kind::Message | Kind::Page => false,
        };
        if begins && written == "What" && !is_noun_phrase && !is_question {
            found.push((*line, "`What`: begin with the subject".to_owned()));
        }
    }
    found
}

/// The texts of a file of the repository.
fn texts_of(name: &str, content: &str) -> Vec<Text> {
    if name.ends_with(".md") {
        return texts_of_page(content);
    }
    let is_ours = name.ends_with(".rs") && name.contains("/src/") && !name.contains("tests");
    let mut texts = texts_of_code(content);
    // The strings of tests are programs, most of them wrong on purpose.
    texts.retain(|text| text.kind == Kind::Comment || is_ours);
    texts
}

/// All hits in a file, as places with reasons.
fn complaints(name: &str, content: &str) -> Vec<String> {
    let is_about_numbers = NUMBERS.contains(&name);
    let hits_of = |text: Text| {
        let hits = hits(&text, is_about_numbers);
        hits.into_iter().map(move |(line, hit)| (text.line + line, hit)).collect::<Vec<_>>()
    };
    texts_of(name, content)
        .into_iter()
        .flat_map(hits_of)
        .map(|(line, hit)| format!("{name}:{line}: {hit}"))
        .collect()
}

#[test]
fn texts_are_plain_english() {
    let root = tests::root();
    let mut found = Vec::new();
    let mut n_texts = 0;
    for extension in ["rs", "h", "cu", "cuh", "tir", "md"] {
        for path in tests::files("", extension) {
            let name = path.strip_prefix(&root).expect("below the root").to_string_lossy();
            let is_other_peoples = OTHER_PEOPLES.iter().any(|folder| name.starts_with(folder));
            if is_other_peoples || SPEAKS_OF_WORDS.contains(&&*name) {
                continue;
            }
            let content = fs::read_to_string(&path).expect("the file was listed");
            n_texts += texts_of(&name, &content).len();
            found.extend(complaints(&name, &content));
        }
    }
    assert!(n_texts > 20_000, "only {n_texts} texts were found");
    assert!(found.is_empty(), "{} texts are not plain English:\n{}", found.len(), found.join("\n"));
}

#[test]
fn each_pattern_is_found() {
    let found = |name: &str, content: &str| complaints(name, content).len();
    let message = "sema/src/a.rs";
    assert_eq!(found(message, "f(\"`{}` is no class\");"), 1);
    assert_eq!(found(message, "// A tile\n// that is\n// no tile."), 1);
    assert_eq!(found(message, "// There is no tile, and it is no longer one. What is it?"), 0);
    assert_eq!(found(message, "// Whoever asks, `nobody`, and [`guest`]: '\"', b'\"', 'a.'"), 1);
    assert_eq!(found(message, "f(\"{who} \\\" mends\"); g(r#\"a \" claim\"#);"), 2);
    assert_eq!(found(message, "// A factor of two. The left factor. Words joined by `,`."), 1);
    assert_eq!(found(message, "// Of what is left, most. What is left, in order."), 2);
    assert_eq!(found(message, "//! What is left."), 1);
    assert_eq!(found(message, "\n/// What is left, in order."), 0);
    assert_eq!(found("docs/a.md", "## What to do\n\nWhat is left\nis more.\n"), 1);
    assert_eq!(found("docs/a.md", "```text\nWho is no one\n```\n- So. What is it?\n"), 0);
    assert_eq!(found("tests/tests/a.rs", "f(\"nobody\");"), 0);
}
