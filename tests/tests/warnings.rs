//! Warnings are worth reading: none is false on the sources of the tree, and what a warning offers as its fix compiles and
//! silences it.
//!
//! `tilec/tests/real_builds.rs` checks the sources of whole builds, `tests/tests/examples.rs` what the back end finds.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lang::base::{Code, Diagnostic, NoteKind, Severity};
use rayon::prelude::*;
use tilec::warning::{WarningOptions, documented};
use tilec::{Compiled, FileLoader, Session, Stage};
use tilec_tests as tests;
use tilec_tests::compile::{Sources, fixed, rendered, session, with_stack};
use tilec_tests::directive::Case;

/// Folders with sources that people could have written, none of them as an example of a mistake.
const CORRECT: [&str; 3] = ["examples", "tests/variants", "tests/programs"];

/// Sources with a warning that is true: the strides of the tensors are parameters on purpose, and a program makes mistakes
/// to see their error codes.
const TRUE: [(&str, &str); 3] = [
    ("runtime_unit_stride.cu", "E0561"),
    ("error_handling.cu", "E0565"),
    ("error_handling.cu", "E0909"),
];

/// The warning that comes from decisions of the back end.
const OF_BACK_END: &str = "missing-restrict";

/// All warnings: none of them may be false.
const ALL: &str = "everything";

/// Warnings whose message or label says what to write.
const SAY_ALL: [&str; 6] = ["E0108", "E0136", "E0530", "E0531", "E0536", "E0556"];

/// Warnings that have advice but no edit, with the reason.
const WITHOUT_FIX: &[(&str, &str)] = &[
    ("E0108", "the character that was meant is not known"),
    ("E0136", "the text is the user's"),
    ("E0142", "either definition may be the wrong one"),
    ("E0151", "the macro is the compiler's"),
    ("E0328", "what is written is to be a pointer"),
    ("E0905", "the number may be a name for it"),
    ("E0904", "a cast in parentheses has no edit"),
    ("E0907", "the memory of the device may have no name yet"),
    ("E0910", "the reshape may be anywhere between"),
    ("E0903", "the sum may be another operation"),
    ("E0528", "the padding that was meant is not known"),
    ("E0530", "the hint that was meant is not known"),
    ("E0531", "the declaration says in words what to use"),
    ("E0532", "the value is to be used"),
    ("E0536", "a variable that its own initialiser reads has no edit"),
    ("E0563", "the number of tile blocks is not known"),
    ("E0575", "a variable may have no empty initialiser"),
    ("E0574", "what the loop was meant to compare is not known"),
    ("E0576", "a count has another type"),
    ("E0577", "the constant that was meant is not known"),
    ("E0578", "the declarations are to be exchanged"),
    ("E0579", "an enumeration has no first value"),
    ("E0593", "the condition that was meant is not known"),
    ("E0594", "the value is to be used"),
    ("E0595", "the index that was meant is not known"),
    ("E0597", "a value of no type has no edit"),
    ("E0556", "a value that no conversion defines has no edit"),
    ("E0534", "the variable is to be removed or read"),
    ("E0537", "the divisor that was meant is not known"),
    ("E0538", "the value that was meant is not known"),
    ("E0539", "the jump or what follows it is wrong"),
    ("E0565", "the argument that was meant is not known"),
    ("E0566", "the object that was meant is not known"),
    ("E0567", "a value that is missing has no edit"),
    ("E0561", "strides that are parameters have no edit"),
    ("E0911", "which statements belong together is not known"),
    ("E0805", "is about the command line"),
    ("E0810", "is about the command line"),
];

fn with_warnings(mut session: Session, words: &[&str]) -> Session {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    session.warnings = WarningOptions::new(&words, false);
    session
}

fn compile(text: &str, session: &Session, stage: Stage) -> Compiled {
    let sources = Sources(vec![("kernel.cu", text.to_owned())]);
    with_stack(|| tilec::compile(session, &sources, "kernel.cu", stage))
}

fn warnings(compiled: &Compiled) -> impl Iterator<Item = &Diagnostic> {
    compiled.diagnostics.iter().filter(|found| found.severity == Severity::Warning)
}

/// Whether a report of an unused name is true: from its declaration to the end of its function the name stands once.
fn stands_once(compiled: &Compiled, found: &Diagnostic) -> bool {
    let span = found.primary.span;
    let Some((file, start)) = compiled.map.file_offset(span.lo) else { return false };
    let text = &compiled.map.file(file).text[start as usize..];
    let function = text.split_once("\n}").map_or(text, |(function, _)| function);
    let name = compiled.map.text(span);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    function.split(|c| !is_part(c)).filter(|word| *word == name).count() == 1
}

#[test]
fn no_warning_is_false() {
    let paths: Vec<_> = CORRECT.iter().flat_map(|folder| tests::files(folder, "cu")).collect();
    let of_file = |path: &std::path::PathBuf| {
        // Kernels that host code launches are found with the host compiler, where there is one.
        let session = with_warnings(Session::for_target("sm_90a").expect("a target"), &[ALL]);
        let name = path.to_string_lossy().into_owned();
        let compiled = with_stack(|| tilec::compile(&session, &FileLoader, &name, Stage::Lower));
        let is_true = |found: &Diagnostic| {
            matches!(found.code.id, "E0533" | "E0535") && stands_once(&compiled, found)
        };
        let is_listed = |found: &Diagnostic| {
            TRUE.iter().any(|(file, id)| path.ends_with(file) && found.code.id == *id)
        };
        let is_false = |found: &&Diagnostic| !is_true(found) && !is_listed(found);
        let found: Vec<_> = warnings(&compiled).filter(is_false).cloned().collect();
        let n_kernels = compiled.kernels.len();
        let shown: Vec<String> = found
            .iter()
            .map(|found| {
                lang::base::render::human(&compiled.map, found, lang::base::render::Colors::Off)
            })
            .collect();
        (n_kernels, shown.concat())
    };
    let found: Vec<(usize, String)> = paths.par_iter().map(of_file).collect();
    let n_kernels: usize = found.iter().map(|(n_kernels, _)| n_kernels).sum();
    assert!(n_kernels >= 200, "{n_kernels} kernels");
    let shown: String = found.into_iter().map(|(_, shown)| shown).collect();
    assert!(shown.is_empty(), "false or not listed:\n{shown}");
}

/// The programs with warnings in them, and the options that show these: the examples of the pages, and the cases.
fn warned() -> Vec<(String, String, Vec<String>)> {
    let mut programs = Vec::new();
    for row in documented() {
        let page = tests::root().join(format!("docs/errors/{}.md", row.code.id));
        let page = fs::read_to_string(page).expect("each code has a page");
        let Some((_, rest)) = page.split_once("```cpp\n") else { continue };
        let example = rest.split_once("```").map_or(rest, |(example, _)| example);
        programs.push((row.code.id.to_owned(), example.to_owned(), vec![row.code.slug.to_owned()]));
    }
    for path in tests::files("tests/suite/sema", "cu") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("warnings_") {
            let case = Case::read(&path).expect("a case");
            let words = case.flags.iter().filter_map(|flag| flag.strip_prefix("-W"));
            programs.push((name, case.source.clone(), words.map(str::to_owned).collect()));
        }
    }
    programs
}

/// Each fix, applied by itself, gives a program that compiles and has one warning of this kind less, and none of another.
#[test]
fn a_fix_silences_its_warning() {
    let of_program = |(name, source, words): &(String, String, Vec<String>)| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let session = with_warnings(session("sm_90a"), &words);
        // What the back end alone finds.
        let stage = match words.contains(&OF_BACK_END) {
            true => Stage::Ptx,
            false => Stage::Lower,
        };
        let compiled = compile(source, &session, stage);
        let mut found = Vec::new();
        for warning in warnings(&compiled) {
            let Code { id, .. } = warning.code;
            let has_help = SAY_ALL.contains(&id)
                || warning.notes.iter().any(|note| note.kind == NoteKind::Help);
            if warning.fixes.is_empty() {
                let is_listed = WITHOUT_FIX.iter().any(|(row, _)| *row == id);
                found.push((id, (!is_listed || !has_help).then(|| format!("{name}: no advice"))));
            }
            for fix in &warning.fixes {
                let repaired = fixed(&compiled, source, fix);
                let again = compile(&repaired, &session, stage);
                let count = |compiled: &Compiled, is: &dyn Fn(&Code) -> bool| {
                    compiled.diagnostics.iter().filter(|found| is(&found.code)).count()
                };
                let is_silenced = count(&again, &|code| code.id == id)
                    < count(&compiled, &|code| code.id == id)
                    && count(&again, &|code| code.id != id)
                        <= count(&compiled, &|code| code.id != id);
                let title = &fix.title;
                let wrong = || format!("{name}: {id} {title}\n{repaired}\n{}", rendered(&again));
                found.push((id, (!is_silenced).then(wrong)));
            }
        }
        found
    };
    let found: Vec<(&str, Option<String>)> = warned().par_iter().flat_map(of_program).collect();
    let wrong: Vec<&str> = found.iter().filter_map(|(_, wrong)| wrong.as_deref()).collect();
    assert!(wrong.is_empty(), "{} fixes\n{}", wrong.len(), wrong.join("\n"));
    let tried: BTreeSet<&str> = found.iter().map(|(id, _)| *id).collect();
    let untried: Vec<&str> = documented()
        .map(|row| row.code.id)
        .filter(|id| !tried.contains(id) && !WITHOUT_FIX.iter().any(|(row, _)| row == id))
        .collect();
    assert!(untried.is_empty(), "no program has the warnings {untried:?}");
}

/// A file that is not there would make the checks above say nothing.
#[test]
fn the_folders_of_correct_sources_are_there() {
    for folder in CORRECT {
        assert!(Path::new(&tests::root().join(folder)).is_dir(), "{folder}");
    }
}
