//! Rules of the code base that a program can check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tilec_tests as tests;

/// The allowed dependencies between our crates: the picture of ARCHITECTURE.md.
const EDGES: &[(&str, &[&str])] = &[
    ("tilec-lang", &[]),
    ("tilec-ir", &["tilec-lang"]),
    ("tilec-sema", &["tilec-lang", "tilec-ir"]),
    ("tilec-backend-ptx", &["tilec-lang", "tilec-ir"]),
    ("tilec-stdlib", &[]),
    ("tilec-runtime", &["tilec-lang", "tilec-ir"]),
    ("tilec-crt", &["tilec-lang", "tilec-ir"]),
    ("tilec", BELOW_TILEC),
    ("tilec-capi", &["tilec"]),
    ("tilec-python", &["tilec"]),
    ("tilec-examples", &["tilec", "tilec-runtime"]),
    ("tilec-tests", BELOW_TILEC),
];

const BELOW_TILEC: &[&str] = &[
    "tilec",
    "tilec-lang",
    "tilec-sema",
    "tilec-ir",
    "tilec-backend-ptx",
    "tilec-stdlib",
    "tilec-runtime",
    "tilec-crt",
];

/// Crates that see `lang::base` of `lang` and nothing else: positions, not C++.
const BASE_ONLY: &[&str] = &["ir/src", "backend-ptx/src"];

/// The modules of `backend-ptx`, lowest layer first: a module imports what stands in an earlier row. `lib.rs` stands
/// above all of them.
const LAYERS: &[&[&str]] = &[
    &["codes", "options", "remark"],
    &["ptx"],
    &["target"],
    &["analysis", "linear"],
    &["cost"],
    &["mma"],
    &["schedule"],
    &["layout"],
    &["legalize", "launch", "select"],
    &["report"],
    &["remarks"],
    &["kernel", "passes"],
    &["compile"],
    &["predict"],
    &["inspect"],
];

/// Names that several modules of a crate give to types of their own. Each is a word with two meanings: the lists
/// may only get shorter.
const SHARED_TYPE_NAMES: &[(&str, &[&str])] = &[
    ("backend-ptx", &[]),
    (
        "ir",
        &[
            "Axis",
            "Bounds",
            "Entry",
            "Exact",
            "Fields",
            "Finding",
            "Malformed",
            "Piece",
            "Place",
            "Range",
            "Result",
            "Scope",
            "Tiles",
        ],
    ),
    (
        "lang",
        &[
            "Call", "Files", "Headers", "Level", "Number", "Origin", "Place", "Shape", "Sources",
            "Terminal", "Text",
        ],
    ),
    ("runtime", &["Allocation", "Kernel", "Module"]),
    (
        "sema",
        &[
            "Flow",
            "Frame",
            "Function",
            "Jumps",
            "Label",
            "Living",
            "Member",
            "Number",
            "Origin",
            "Parameter",
            "Place",
            "Position",
            "Printer",
            "Rule",
            "Site",
            "Slot",
            "Step",
            "Subobject",
            "Text",
            "Walk",
            "Wanted",
        ],
    ),
    (
        "tests",
        &[
            "Answer", "Arg", "Body", "Case", "Cli", "Count", "Device", "Failure", "Field",
            "Finding", "Group", "Kernel", "Kind", "Loaded", "Modes", "Number", "Outcome",
            "Pending", "Program", "Random", "Record", "Run", "State", "Step",
        ],
    ),
    (
        "tilec",
        &[
            "Answer", "Build", "Command", "Document", "Emit", "Entry", "Event", "Exit", "Job",
            "Kind", "Known", "Names", "Outcome", "Place", "Places", "Report", "Request", "Row",
            "Session", "Stage", "Thread", "Value",
        ],
    ),
];

fn sources() -> Vec<(String, String)> {
    let root = tests::root();
    tests::files("", "rs")
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("the file was listed");
            let name = path.strip_prefix(&root).expect("below the root");
            (name.to_string_lossy().into_owned(), text)
        })
        .collect()
}

/// What cargo says of the workspace.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(tests::root())
        .output()
        .expect("cargo runs");
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

/// `tests/fuzz` is a workspace of its own, whose lock file nothing else reads: `--locked` refuses it if it is behind.
#[test]
fn the_fuzz_targets_lock_the_dependencies_of_our_crates() {
    let lock =
        fs::read_to_string(tests::root().join("tests/fuzz/Cargo.lock")).expect("a lock file");
    let metadata = metadata();
    let mut missing = Vec::new();
    let mut seen = 0;
    for package in metadata["packages"].as_array().expect("a list") {
        let name = package["name"].as_str().expect("a name");
        let entry = lock
            .split("[[package]]")
            .find(|entry| entry.contains(&format!("\nname = \"{name}\"\n")));
        let Some(entry) = entry else { continue };
        seen += 1;
        for dependency in package["dependencies"].as_array().expect("a list") {
            let target = dependency["name"].as_str().expect("a name");
            let is_locked = entry.contains(&format!(" \"{target}\""))
                || entry.contains(&format!(" \"{target} "));
            if dependency["kind"] != "dev" && dependency["optional"] == false && !is_locked {
                missing.push(format!("{target} of {name}"));
            }
        }
    }
    assert!(seen >= BELOW_TILEC.len(), "only {seen} of our crates are in the lock file");
    assert!(
        missing.is_empty(),
        "run `cargo update --workspace` in tests/fuzz: it lacks {missing:?}"
    );
}

#[test]
fn crates_depend_as_the_architecture_says() {
    let metadata = metadata();
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        EDGES.iter().map(|(name, edges)| (*name, edges.iter().copied().collect())).collect();
    for package in metadata["packages"].as_array().expect("a list") {
        let name = package["name"].as_str().expect("a name");
        let edges = allowed.get(name).unwrap_or_else(|| panic!("{name} is not in the table"));
        for dependency in package["dependencies"].as_array().expect("a list") {
            let target = dependency["name"].as_str().expect("a name");
            if dependency["kind"] == "dev" {
                // Tests of a crate may use what users of it have.
                continue;
            }
            if allowed.contains_key(target) {
                assert!(edges.contains(target), "{name} must not depend on {target}");
            }
        }
    }
}

#[test]
fn the_ir_and_the_back_end_see_no_cpp() {
    for (path, text) in sources() {
        if !BASE_ONLY.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        for part in text.split("lang::").skip(1) {
            assert!(
                part.starts_with("base") || part.starts_with("codes!"),
                "{path}: only lang::base may be used here"
            );
        }
    }
}

/// A source without its comments and its tests, which end it.
fn product_code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn modules_of_the_back_end_import_downwards() {
    let layer = |module: &str| LAYERS.iter().position(|row| row.contains(&module));
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some(inner) = path.strip_prefix("backend-ptx/src/") else { continue };
        let module = inner.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        if module == "lib" || path.ends_with("_tests.rs") {
            continue;
        }
        let own = layer(module).unwrap_or_else(|| panic!("{module} is not in the table of layers"));
        for part in product_code(&text).split("crate::").skip(1) {
            let other = part.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            let other = other.unwrap_or_default();
            if other != module && layer(other).is_none_or(|other| other >= own) {
                wrong.push(format!("{path}: crate::{other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "imports of the same layer or upwards:\n{}", wrong.join("\n"));
}

/// The name of the type that a line defines.
fn defined_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => line,
    };
    let rest = ["struct ", "enum ", "type ", "trait "].iter().find_map(|k| line.strip_prefix(k))?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    name.starts_with(char::is_uppercase).then_some(name)
}

#[test]
fn a_type_name_means_one_thing() {
    // By crate and name, the files that define it.
    let mut defined: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources() {
        let Some((krate, _)) = path.split_once("/src/") else { continue };
        // Associated types are indented, and types of macros have names of their own.
        for name in product_code(&text)
            .lines()
            .filter(|line| !line.starts_with(' '))
            .filter_map(defined_type)
        {
            defined.entry((krate.to_owned(), name.to_owned())).or_default().insert(path.clone());
        }
    }
    let allowed = |krate: &str| {
        let row = SHARED_TYPE_NAMES.iter().find(|(name, _)| *name == krate);
        row.map_or(&[] as &[&str], |(_, names)| names)
    };
    let mut wrong = Vec::new();
    for ((krate, name), files) in defined.iter().filter(|(_, files)| files.len() > 1) {
        if !allowed(krate).contains(&name.as_str()) {
            wrong.push(format!("{krate}: {name} in {files:?}"));
        }
    }
    for (krate, names) in SHARED_TYPE_NAMES {
        for name in *names {
            let key = ((*krate).to_owned(), (*name).to_owned());
            if defined.get(&key).is_none_or(|files| files.len() < 2) {
                wrong.push(format!("{krate}: {name} has one meaning now, take it off the list"));
            }
        }
    }
    assert!(wrong.is_empty(), "type names with several meanings:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_is() {
    for (path, text) in sources() {
        assert!(text.starts_with("//!"), "{path}: no header");
        for (number, line) in text.lines().enumerate() {
            assert_eq!(line.trim_end(), line, "{path}:{}: trailing blanks", number + 1);
        }
    }
}

#[test]
fn codes_are_unique_and_documented() {
    let mut seen = BTreeMap::new();
    for code in tests::codes() {
        let other = seen.insert(code.id, code.slug);
        assert_eq!(other, None, "{} stands for two things", code.id);
        let page = tests::root().join(format!("docs/errors/{}.md", code.id));
        let text = fs::read_to_string(&page)
            .unwrap_or_else(|_| panic!("docs/errors/{}.md is missing ({})", code.id, code.slug));
        assert!(text.contains(code.slug), "{}.md does not name `{}`", code.id, code.slug);
    }
    for page in tests::files("docs/errors", "md") {
        let id = page.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(seen.contains_key(id.as_str()), "docs/errors/{id}.md is about no code");
    }
}

/// What `docs/testing.md` names is there: files, and behind `file.rs: ` the functions in it.
#[test]
fn the_tests_that_are_named_exist() {
    let root = tests::root();
    let page = fs::read_to_string(root.join("docs/testing.md")).expect("the page");
    let mut missing = Vec::new();
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let mut source = None;
        for code in line.split('`').skip(1).step_by(2) {
            let (path, name) = match code.split_once(": ") {
                Some((path, name)) if path.ends_with(".rs") => (Some(path), Some(name)),
                _ if code.ends_with(".rs") && code.contains('/') => (Some(code), None),
                // Another function of the file before it.
                _ => (
                    None,
                    Some(code).filter(|code| {
                        code.contains('_') && !code.contains([' ', '/', '.', '-', '='])
                    }),
                ),
            };
            if let Some(path) = path {
                source = fs::read_to_string(root.join(path)).ok();
                if source.is_none() {
                    missing.push(path.to_owned());
                }
            }
            if let (Some(name), Some(source)) = (name, &source)
                && !source.contains(&format!("fn {name}("))
            {
                missing.push(code.to_owned());
            }
        }
    }
    assert!(missing.is_empty(), "docs/testing.md names what is not there: {missing:?}");
}

/// The text files of the repository, with their paths.
fn texts() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default();
            match path.is_dir() {
                true if name != "target" && name != ".git" => walk(&path, found),
                true => {}
                false => found.push(path),
            }
        }
    }
    let root = tests::root();
    let mut found = Vec::new();
    walk(&root, &mut found);
    found.sort();
    let text = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned();
        Some((name, fs::read_to_string(&path).ok()?))
    };
    found.into_iter().filter_map(text).collect()
}

/// Commands of cargo that resolve dependencies: without `--locked` a clone may get others than those that were tested.
const RESOLVING: &[&str] = &["install", "build", "run", "test", "bench", "clippy", "doc"];

/// The commands of cargo in a line, each from its subcommand to its end.
fn cargo_commands(line: &str) -> Vec<&str> {
    let mut commands = Vec::new();
    for (at, word) in line.match_indices("cargo ") {
        let is_word = !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
        let mut command = &line[at + word.len()..];
        if command.starts_with('+') {
            command = command.split_once(' ').map_or("", |(_, rest)| rest);
        }
        let end =
            ["`", ";", "|", "&&", " #", "\""].iter().filter_map(|end| command.find(end)).min();
        let command = command[..end.unwrap_or(command.len())].trim_end();
        let subcommand = command.split([' ', '.', ',', ')', ':']).next().unwrap_or_default();
        if is_word && RESOLVING.contains(&subcommand) {
            commands.push(command);
        }
    }
    commands
}

#[test]
fn commands_of_cargo_are_found_in_lines() {
    let found =
        cargo_commands("`cargo test -p a` | FOO=1 cargo +nightly build --locked && a-cargo run");
    assert_eq!(found, ["test -p a", "build --locked"]);
    assert_eq!(cargo_commands("cargo cannot run tests; cargo fuzz run, cargo tests"), [""; 0]);
    assert_eq!(cargo_commands("    cargo install --path tilec   # slow"), ["install --path tilec"]);
}

/// Every command of cargo that a document, a script or a comment prints builds what was tested.
#[test]
fn commands_of_cargo_are_locked() {
    let mut open = Vec::new();
    for (path, text) in texts().iter().filter(|(path, _)| path != "tests/tests/tidy.rs") {
        for (number, line) in text.lines().enumerate() {
            let commands = cargo_commands(line).into_iter();
            let unlocked =
                commands.filter(|command| !command.split(' ').any(|word| word == "--locked"));
            open.extend(unlocked.map(|command| format!("{path}:{}: cargo {command}", number + 1)));
        }
    }
    assert!(open.is_empty(), "without --locked:\n{}", open.join("\n"));
}

#[test]
fn no_file_has_the_marks_of_a_merge() {
    for (path, text) in texts() {
        let mark =
            text.lines().find(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "));
        assert_eq!(mark, None, "{path}");
    }
}

/// `tests/skipped` lists what was left out, and in CI takes the reasons of `tests/skips` alone.
#[test]
fn skips_are_listed_and_judged() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skips");
    let judge = |lines: &str, option: &str| {
        fs::write(&path, lines).expect("a file");
        let script = tests::root().join("tests/skipped");
        let done = Command::new("python3").arg(script).arg(&path).arg(option).output();
        let done = done.expect("python3 runs, as for tests/run");
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let known = "tilec/tests/a.rs:7: cmake is not here\ntilec/tests/b.rs:9: cmake is not here\n";
    let list = "2 skipped:\n  cmake is not here: 2 (tilec/tests/a.rs:7, tilec/tests/b.rs:9)\n";
    assert_eq!(judge(known, "--ci"), (true, list.to_owned()));
    assert_eq!(judge("", "--ci"), (true, "0 skipped\n".to_owned()));
    let unknown = format!("{known}tests/tests/c.rs:1: it is Monday\n");
    assert!(judge(&unknown, "").0 && !judge(&unknown, "--ci").0);
}

/// Tests that leave something out say so in the list that `tests/run` prints.
#[test]
fn skips_are_noted_in_one_way() {
    for (path, text) in sources() {
        if path.ends_with("skip.rs") || path.ends_with("tidy.rs") {
            continue;
        }
        let printed = text.lines().find(|line| {
            let line = line.to_lowercase();
            line.contains("println!(\"skipped") || line.contains("println!(\"not tested")
        });
        assert_eq!(printed, None, "{path}: `skip` of tests/src/skip.rs notes it");
    }
}
