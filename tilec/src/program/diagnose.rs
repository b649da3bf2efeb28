//! The host compiler's messages, as diagnostics at the user's lines.
//!
//! In: the text that GCC and Clang write, `FILE:LINE:COLUMN: error: MESSAGE`. Out: a diagnostic for each message, with the
//! notes behind it. The host compiler counts columns in rewritten lines; the word that it points at is looked for in the
//! line of the source.

use std::collections::{HashMap, HashSet};

use ir::bytecode::Place;
use lang::base::{Code, Diagnostic, Diagnostics, FileId, NoteKind, Severity, SourceMap, Span};

use super::host_call;
use crate::codes;
use crate::host;
use crate::places::Places;
use crate::session::FileLoader;

/// At most so many lines that are not messages are shown.
const MAX_LINES: usize = 20;

/// A line that is one.
struct Message<'a> {
    place: Option<Place>,
    kind: Kind,
    text: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Error,
    Warning,
    /// It belongs to the message before it.
    Note,
}

/// What a host compiler read and said.
pub struct Answer<'a> {
    pub path: &'a str,
    /// The text that it read, with line markers.
    pub text: &'a str,
    pub said: &'a str,
    /// Whether there is an error in what it said, of whatever form.
    pub has_failed: bool,
    pub speaker: &'a Speaker,
}

/// A compiler by the name that messages have for it, and the codes of its errors and warnings.
pub struct Speaker {
    pub name: &'static str,
    pub error: Code,
    pub warning: Code,
}

pub const HOST: Speaker =
    Speaker { name: "the host compiler", error: codes::HOST_ERROR, warning: codes::HOST_WARNING };

/// The messages of a host compiler.
pub fn diagnostics(answer: &Answer<'_>, map: &mut SourceMap) -> Diagnostics {
    let Answer { path, text: rewritten, said, has_failed: failed, speaker } = *answer;
    let mut lines = None;
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut places = Places::new(map, &FileLoader);
    let mut is_error_there = false;
    // The place of the last error or warning.
    let mut last_place: Option<Place> = None;
    for Message { place, kind, text } in said.lines().filter_map(message) {
        let place = place.map(|mut place| {
            let lines = lines.get_or_insert_with(|| presumed_lines(rewritten));
            if let (Some(line), Some(source)) =
                (lines.get(&(place.file.as_str(), place.line)), places.line(&place))
            {
                place.column = column_in_source(line, &source, place.column);
            }
            place
        });
        let shown = place.as_ref().map(|at| format!("{}:{}:{}: ", at.file, at.line, at.column));
        let mut span = place.as_ref().and_then(|place| places.span(place));
        if kind == Kind::Error
            && is_about_void(text)
            && let Some(at) = place.as_ref()
            && let Some(column) = places.line(at).as_deref().and_then(column_of_launch)
        {
            span = places.span(&Place { file: at.file.clone(), line: at.line, column });
            is_error_there = true;
            let message = "a launch has no value: kernels return nothing";
            let help = "the kernel stores its result in memory; copy it with `cudaMemcpy` behind the launch";
            found.push(
                Diagnostic::new(speaker.error, span.unwrap_or(Span::NONE), message).help(help),
            );
            continue;
        }
        let code = match kind {
            Kind::Error => speaker.error,
            Kind::Warning => speaker.warning,
            Kind::Note => {
                if let Some(number) = argument_of_launch(text)
                    && let Some(last) = found.last_mut()
                {
                    let found_type = quoted(&last.message).unwrap_or_default().to_owned();
                    let (what, help) = launch_argument(number, &found_type);
                    last.message =
                        format!("argument {number} of a launch is {what}, not `{found_type}`");
                    *last = help.into_iter().fold(last.clone(), Diagnostic::help);
                    continue;
                }
                if let Some(at) = last_place.clone()
                    && let Some(last) = found.pop()
                {
                    let finding =
                        |line: &str| host_call::mismatched_argument(text, line, at.column);
                    let (narrowed, is_found) = at_argument(last, &at, &mut places, finding);
                    found.push(narrowed);
                    // Other candidates say no more.
                    last_place = last_place.filter(|_| !is_found);
                }
                if let Some(advice) = host::advice_of_note(text) {
                    let has_advice = |last: &Diagnostic| {
                        last.notes.iter().any(|note| note.kind == NoteKind::Help)
                    };
                    if let Some(last) = found.pop() {
                        let last = if has_advice(&last) { last } else { last.help(advice) };
                        found.push(last);
                    }
                    continue;
                }
                if let Some(last) = found.pop() {
                    found.push(last.note(shown.unwrap_or_default() + text));
                }
                continue;
            }
        };
        is_error_there |= kind == Kind::Error;
        // GCC gives the reason of a failed deduction as an error of its own.
        const REASON_FOLLOWS: &str = "template argument deduction/substitution failed:";
        if kind == Kind::Error
            && let Some(last) = found.last_mut()
            && last.primary.span == span.unwrap_or(Span::NONE)
            && last.notes.last().is_some_and(|note| note.text.ends_with(REASON_FOLLOWS))
        {
            last.message = text.to_owned();
            continue;
        }
        let message = match span {
            Some(_) => text.to_owned(),
            None => shown.unwrap_or_default() + text,
        };
        let diagnostic = Diagnostic::new(code, span.unwrap_or(Span::NONE), message);
        found.push(match (advice_of_format(text), &place) {
            (Some(advice), _) => diagnostic.help(advice),
            (None, Some(at))
                if let Some(advice) =
                    places.line(at).and_then(|line| advice_of_container(text, &line)) =>
            {
                diagnostic.help(advice)
            }
            (None, _) if let Some(advice) = host::advice_of_error(text) => diagnostic.help(advice),
            (None, Some(at)) => {
                let finding = |line: &str| {
                    host_call::format_argument(text, line, at.column)
                        .or_else(|| host_call::narrowed_value(text, line, at.column))
                };
                at_argument(diagnostic, at, &mut places, finding).0
            }
            (None, None) => diagnostic,
        });
        last_place = place;
    }
    if failed && !is_error_there {
        let message = format!("{} does not compile `{path}`", speaker.name);
        found.push(with_lines(speaker.error, message, said));
    }
    let mut all = Diagnostics::new();
    without_following(found, map).into_iter().for_each(|found| all.push(found));
    all
}

/// The findings without errors that follow from one before: on its line, about a name that its line declares, or the same
/// about another use of a name.
fn without_following(found: Vec<Diagnostic>, map: &SourceMap) -> Vec<Diagnostic> {
    let mut lines: Vec<(FileId, u32)> = Vec::new();
    let mut names: HashSet<&str> = HashSet::new();
    let mut messages: HashSet<String> = HashSet::new();
    let mut kept = Vec::new();
    for diagnostic in found {
        let place = map.locate(diagnostic.primary.span.lo).map(|(file, at)| (file, at.line));
        let Some(place) = place.filter(|_| diagnostic.severity >= Severity::Error) else {
            kept.push(diagnostic);
            continue;
        };
        let undeclared = diagnostic
            .message
            .split_once("' was not declared")
            .and_then(|(name, _)| name.strip_prefix('\''));
        let follows = lines.contains(&place)
            || undeclared.is_some_and(|name| names.contains(name))
            || undeclared.is_some() && messages.contains(&diagnostic.message);
        if follows {
            continue;
        }
        lines.push(place);
        messages.insert(diagnostic.message.clone());
        let text = map.file(place.0).text.lines().nth(place.1 as usize - 1).unwrap_or_default();
        names.extend(text.split(|c: char| !c.is_alphanumeric() && c != '_'));
        kept.push(diagnostic);
    }
    kept
}

/// Moves a diagnostic to what is wrong in the line of its place, with advice; says whether that was found.
fn at_argument(
    mut diagnostic: Diagnostic,
    at: &Place,
    places: &mut Places<'_>,
    finding: impl Fn(&str) -> Option<host_call::Correction>,
) -> (Diagnostic, bool) {
    let Some(found) = places.line(at).as_deref().and_then(finding) else {
        return (diagnostic, false);
    };
    let (first, end) = found.columns;
    let ends = [first, end - 1]
        .map(|column| places.span(&Place { file: at.file.clone(), line: at.line, column }));
    if let [Some(first), Some(last)] = ends {
        diagnostic.primary.span = Span { lo: first.lo, hi: last.hi };
        diagnostic.primary.text = found.label.unwrap_or_default();
    }
    (found.help.into_iter().fold(diagnostic, Diagnostic::help), true)
}

/// Whether an error says that something without a value is used as one.
fn is_about_void(text: &str) -> bool {
    text.starts_with("void value not ignored") || text.ends_with("with an rvalue of type 'void'")
}

/// The column of the kernel of a launch in a line.
fn column_of_launch(line: &str) -> Option<u32> {
    let before = &line[..line.find("<<<")?];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '<' | '>' | ',');
    let start = before.trim_end_matches(is_name).len();
    u32::try_from(start + 1).ok()
}

/// The number of the argument of a launch that a note is about: launches have become calls.
fn argument_of_launch(note: &str) -> Option<usize> {
    let (number, function) = note.split_once("initializing argument ")?.1.split_once(" of ")?;
    function.contains("__tilec_configure").then(|| number.parse().ok())?
}

/// The purpose of the argument of a launch, and advice about one of another type.
fn launch_argument(number: usize, found: &str) -> (&'static str, Option<&'static str>) {
    match number {
        1 => ("the number of tile blocks", None),
        2 => ("the number of threads, 1", None),
        3 if found.contains("Stream") || found.contains("stream") => (
            "the number of bytes of shared memory",
            Some("the stream is argument 4, `<<<blocks, 1, 0, stream>>>`"),
        ),
        3 => ("the number of bytes of shared memory", None),
        _ => ("the stream", None),
    }
}

/// Advice about a container that a launch passes for a pointer.
fn advice_of_container(text: &str, line: &str) -> Option<&'static str> {
    let (found, wanted) = text.strip_prefix("cannot convert '")?.split_once("' to '")?;
    let is_container = ["std::vector<", "std::array<", "std::unique_ptr<"]
        .into_iter()
        .any(|container| found.starts_with(container));
    (is_container && wanted.contains('*') && line.contains("<<<")).then_some(
        "a kernel takes a pointer to memory of the device: `cudaMalloc` allocates it, and `cudaMemcpy` copies the elements, from `data()`, to it",
    )
}

/// The first word between single quotes.
fn quoted(text: &str) -> Option<&str> {
    text.split('\'').nth(1)
}

/// The advice about `%s` and a number, which an error of CUDA is.
fn advice_of_format(text: &str) -> Option<&'static str> {
    let is_of_text = text.starts_with("format '%s' expects")
        || text.starts_with("format specifies type 'char *'");
    let is_number = ["'int'", "'unsigned int'", "'cudaError_t'", "'cudaError'"]
        .into_iter()
        .any(|number| text.contains(number));
    (is_of_text && is_number).then_some(
        "`%d` prints a number; `cudaGetErrorString(status)` is the text of an error of CUDA",
    )
}

/// The lines of a text by the files and numbers that its line markers give them; of several the last.
fn presumed_lines(text: &str) -> HashMap<(&str, u32), &str> {
    let (mut file, mut number) = ("", 1);
    let mut lines = HashMap::new();
    for line in text.lines() {
        let marker = line.strip_prefix("# ").and_then(|rest| {
            let (next, rest) = rest.split_once(" \"")?;
            Some((next.parse::<u32>().ok()?, rest.split_once('"')?.0))
        });
        match marker {
            Some((next, name)) => (number, file) = (next, name),
            None => {
                lines.insert((file, number), line);
                number += 1;
            }
        }
    }
    lines
}

/// The column in the line of the source for one of the line that the compiler read: where the same word is, if it is there
/// once, else where the line begins.
fn column_in_source(read: &str, source: &str, column: u32) -> u32 {
    if read == source {
        return column;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let behind = read.get(column as usize - column.min(1) as usize..).unwrap_or_default();
    let word = &behind[..behind.find(|c| !is_part(c)).unwrap_or(behind.len())];
    let is_whole = |at: &usize| {
        let (before, behind) = (&source[..*at], &source[at + word.len()..]);
        !before.ends_with(is_part) && !behind.starts_with(is_part)
    };
    let mut places = source.match_indices(word).map(|(at, _)| at).filter(is_whole);
    match (places.next().filter(|_| !word.is_empty()), places.next()) {
        (Some(only), None) => only as u32 + 1,
        _ => (source.len() - source.trim_start().len()) as u32 + 1,
    }
}

/// A diagnostic with the first lines of what was said.
pub fn with_lines(code: Code, message: String, said: &str) -> Diagnostic {
    let lines = said.lines().take(MAX_LINES);
    lines.fold(Diagnostic::new(code, Span::NONE, message), |found, line| found.note(line))
}

/// A line that begins with a place, or is of the driver of the compiler.
fn message(line: &str) -> Option<Message<'_>> {
    const KINDS: &[(&str, Kind)] = &[
        ("fatal error: ", Kind::Error),
        ("error: ", Kind::Error),
        ("warning: ", Kind::Warning),
        ("note: ", Kind::Note),
        ("  required from ", Kind::Note),
    ];
    let (at, kind, text) = KINDS.iter().find_map(|&(word, kind)| {
        let (at, text) = line.split_once(&format!(": {word}"))?;
        let from = if kind == Kind::Note && word.starts_with(' ') { "required from " } else { "" };
        let text = if from.is_empty() { text } else { line.get(at.len() + 4..)? };
        Some((at, kind, text))
    })?;
    // The place is `FILE:LINE:COLUMN`, or the name of a program.
    let place = || {
        let mut parts = at.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Place {
            file: file.to_owned(),
            line: line.parse().ok()?,
            column: column.parse().ok()?,
        })
    };
    Some(Message { place: place(), kind, text: text.trim_start() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_compilers_are_read() {
        let said = "x.cu: In function 'int main()':\n\
                    nowhere.cu:3:5: error: 'a' was not declared\n    3 |     a;\n\
                    nowhere.cu:2:1: note: here\n\
                    nowhere.cu:9:2:   required from 'f<int>'\n\
                    nowhere.cu:4:1: warning: unused [-Wunused]\n";
        let mut map = SourceMap::new();
        let answer =
            |said| Answer { path: "x.cu", text: "", said, has_failed: true, speaker: &HOST };
        let found = diagnostics(&answer(said), &mut map);
        let shown: Vec<String> = found
            .iter()
            .map(|found| {
                let notes: Vec<&str> = found.notes.iter().map(|note| note.text.as_str()).collect();
                format!("{} {} [{}]", found.code.id, found.message, notes.join("; "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "E0812 nowhere.cu:3:5: 'a' was not declared [nowhere.cu:2:1: here; nowhere.cu:9:2: required from 'f<int>']",
                "E0813 nowhere.cu:4:1: unused [-Wunused] []",
            ]
        );
        let found = diagnostics(&answer("cc1plus: out of memory"), &mut map);
        let only: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(only, ["the host compiler does not compile `x.cu`"]);
    }

    #[test]
    fn mistakes_in_launches_are_named() {
        let said = "nowhere.cu:3:5: error: invalid conversion from 'cudaStream_t' {aka 'CUstream_st*'} to 'long unsigned int' [-fpermissive]\n\
                    <tilec>/tilec_host.h:82:73: note:   initializing argument 3 of 'int __tilec_configure(dim3, dim3, long unsigned int, cudaStream_t)'\n\
                    nowhere.cu:4:1: warning: format '%s' expects argument of type 'char*', but argument 2 has type 'cudaError_t' {aka 'cudaError'} [-Wformat=]\n";
        let mut map = SourceMap::new();
        let answer = Answer { path: "x.cu", text: "", said, has_failed: true, speaker: &HOST };
        let shown: Vec<String> = diagnostics(&answer, &mut map)
            .iter()
            .map(|found| {
                let notes: Vec<&str> = found.notes.iter().map(|note| note.text.as_str()).collect();
                format!("{} [{}]", found.message, notes.join("; "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "argument 3 of a launch is the number of bytes of shared memory, not `cudaStream_t` [the stream is argument 4, `<<<blocks, 1, 0, stream>>>`]",
                "nowhere.cu:4:1: format '%s' expects argument of type 'char*', but argument 2 has type 'cudaError_t' {aka 'cudaError'} [-Wformat=] [`%d` prints a number; `cudaGetErrorString(status)` is the text of an error of CUDA]",
            ]
        );
        assert_eq!(column_of_launch("  float x = ns::total<4><<<1, 1>>>(p);"), Some(13));
        assert_eq!(column_of_launch("  float x = f(p);"), None);
    }

    #[test]
    fn columns_are_those_of_the_source() {
        let text = "# 1 \"x.cu\"\na\n# 7 \"x.cu\" 2\n  (::__tilec_configure(1, 1), k(3.5, n1));\n";
        let read = presumed_lines(text)[&("x.cu", 7)];
        let source = "  k<<<1, 1>>>(3.5, n1);";
        let column = |word| read.find(word).expect("a word") as u32 + 1;
        for (word, expected) in [("3.5", 15), ("n1", 20), ("k(", 3), ("1, 1", 3), (", k", 3)] {
            assert_eq!(column_in_source(read, source, column(word)), expected, "{word}");
        }
        assert_eq!(column_in_source(source, source, 9), 9);
        assert_eq!(column_in_source(read, source, 900), 3);
    }
}
