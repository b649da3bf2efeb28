//! No source may break the compiler itself: files that once did, and a sample of the mutation test,
//! whose long form is the program `mutate`.

use std::path::{Path, PathBuf};

use tilec_tests as tests;
use tilec_tests::self_reference::Answer;
use tilec_tests::{completeness, deep, mutation, self_reference};

/// How many mutants are tried here.
const SAMPLE: u64 = 300;
/// And programs that need themselves.
const SELF_REFERENCES: usize = 40;

fn supervise(requests: impl Iterator<Item = String> + Send) {
    let program = Path::new(env!("CARGO_BIN_EXE_mutate"));
    let failures = mutation::supervise(program, requests, 1).expect("the program starts");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// `mutate --show NUMBER` prints a mutant.
#[test]
fn mutants_do_not_break_the_compiler() {
    supervise((0..SAMPLE).map(|number| number.to_string()));
}

/// Files that made the compiler panic, hang or overflow its stack, each as small as it gets. Their
/// diagnostics do not matter here.
#[test]
fn what_broke_the_compiler_does_not_any_more() {
    let files = tests::files("tests/suite/fuzz-failures", "cu");
    assert!(!files.is_empty(), "the folder is empty");
    supervise(files.iter().map(|path| path.to_string_lossy().into_owned()));
}

/// What is evaluated on demand and needs itself is an error, or is fine: no hang, no overflow, and the
/// answer of g++ where that is stored. Every construct is tried by itself and in two pairs, and a sample
/// of the other pairs and of longer cycles.
#[test]
fn programs_that_need_themselves_do_not_break_the_compiler() {
    let folder = Folder::new("self");
    let answers = self_reference::answers();
    let stored: Vec<u64> = self_reference::stored().collect();
    let known: Vec<u64> = answers.iter().map(|answer| answer.number).collect();
    assert_eq!(known, stored, "tests/self_reference/ask has to be run");
    let stride = (self_reference::all() as usize * 3 / 2 / SELF_REFERENCES) | 1;
    let sample = (110..).step_by(stride).take(SELF_REFERENCES);
    let sample = sample.map(|number| Answer { number, is_accepted: None });
    supervise(answers.into_iter().chain(sample).map(|Answer { number, is_accepted }| {
        let path = folder.write(&number.to_string(), &self_reference::program(number));
        match is_accepted {
            Some(is_accepted) => mutation::expecting(&path, is_accepted),
            None => path.to_string_lossy().into_owned(),
        }
    }));
}

/// A class is complete where g++ and clang take it as complete, and nowhere else ([class.mem.general]/6).
/// `tests/self_reference/ask_incomplete` asks them.
#[test]
fn classes_are_complete_behind_their_braces() {
    let folder = Folder::new("incomplete");
    let programs = completeness::programs();
    supervise(programs.into_iter().enumerate().map(|(number, program)| {
        let path = folder.write(&number.to_string(), &program.text);
        match program.is_accepted {
            Some(is_accepted) => mutation::expecting(&path, is_accepted),
            None => path.to_string_lossy().into_owned(),
        }
    }));
}

/// A construct that is nested, or that follows itself, a hundred to a hundred thousand times;
/// `TILEC_DEEP=all` tries each as often.
#[test]
fn nesting_does_not_break_the_compiler() {
    let folder = Folder::new("deep");
    let is_all = std::env::var_os("TILEC_DEEP").is_some();
    supervise(deep::tried(is_all).map(|number| {
        let path = folder.write(&number.to_string(), &deep::program(number));
        path.to_string_lossy().into_owned()
    }));
}

/// Programs for the other process, for the time of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("tilec-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the programs");
        Folder(folder)
    }

    #[expect(clippy::disallowed_methods, reason = "the programs are files of the other process")]
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(format!("{name}.cu"));
        std::fs::write(&path, text).expect("a program is written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
