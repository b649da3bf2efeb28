//! The book, `docs/book`, and the README: their files and links are there, and each block of a chapter is what it says.
//!
//! A comment before a block tells what the block is; each chapter has a folder of its own.
//!
//! | before the block | the block |
//! | --- | --- |
//! | `<!-- file: NAME -->` | is this file, which is written to the folder |
//! | `<!-- part of: NAME -->` | stands in this file of the folder, or else of the repository |
//! | `<!-- not run: WHY -->`, `<!-- picture -->` | is not tried |
//! | nothing, and the block is `console` | commands behind `$`, each followed by all that it prints; a line `...` stands for any lines |
//!
//! `TILEC_BLESS=1` writes what the commands print into the chapters.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, thread};

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

/// Folders of the repository, by which its paths are told from other code.
const TOP: &[&str] = &[
    "backend-ptx/",
    "cmake/",
    "docs/",
    "editors/",
    "examples/",
    "ir/",
    "lang/",
    "python/",
    "runtime/",
    "sema/",
    "stdlib/",
    "tests/",
    "tilec/",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in the workspace")
}

fn book() -> PathBuf {
    root().join("docs/book")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The page that is tried like a chapter.
const README: &str = "README.md";

fn page_path(name: &str) -> PathBuf {
    if name == README { root().join(name) } else { book().join("src").join(name) }
}

/// The chapters that the summary names, in their order.
fn chapters() -> Vec<String> {
    let summary = read(&book().join("src/SUMMARY.md"));
    links(&summary).into_iter().map(str::to_owned).collect()
}

/// What the links of a page lead to. Code has none.
fn links(page: &str) -> Vec<&str> {
    let mut links = Vec::new();
    let mut in_block = false;
    for line in page.lines() {
        in_block ^= line.starts_with("```");
        if in_block {
            continue;
        }
        for prose in line.split('`').step_by(2) {
            let targets = prose.split("](").skip(1);
            links.extend(targets.filter_map(|rest| Some(rest.split_once(')')?.0)));
        }
    }
    links
}

/// The anchors of a page's headings, as mdBook and GitHub make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    let anchor = |heading: &str| -> String {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.map(|heading| anchor(heading.trim())).collect()
}

/// A block of a chapter.
struct Block {
    /// What the comment before it says.
    says: Option<String>,
    language: String,
    /// Its first line in the chapter, and the one behind its last.
    lines: (usize, usize),
}

fn blocks(chapter: &str) -> Vec<Block> {
    let lines: Vec<&str> = chapter.lines().collect();
    let mut blocks = Vec::new();
    let mut open = None;
    for (index, line) in lines.iter().enumerate() {
        let Some(language) = line.strip_prefix("```") else { continue };
        match open.take() {
            None => {
                let before = index.checked_sub(1).and_then(|before| lines.get(before));
                let says = before.and_then(|line| line.strip_prefix("<!-- ")?.strip_suffix(" -->"));
                open = Some((says.map(str::to_owned), language.to_owned(), index + 1));
            }
            Some((says, language, first)) => {
                blocks.push(Block { says, language, lines: (first, index) });
            }
        }
    }
    blocks
}

/// A command of a `console` block and what it is said to print.
struct Step {
    command: String,
    /// Its lines as they stand in the block.
    shown: String,
    output: String,
}

fn steps(block: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut continues = false;
    for line in block.lines() {
        let command = line.strip_prefix("$ ").or(continues.then_some(line));
        match command {
            Some(command) => {
                if !continues {
                    let (command, shown, output) = Default::default();
                    steps.push(Step { command, shown, output });
                }
                let step = steps.last_mut().expect("just made");
                continues = command.ends_with('\\');
                step.command.push_str(command);
                step.command.push('\n');
                step.shown.push_str(line);
                step.shown.push('\n');
            }
            None => {
                let step = steps.last_mut().expect("a `console` block begins with a command");
                step.output.push_str(line);
                step.output.push('\n');
            }
        }
    }
    steps
}

/// Whether a text is what is expected, where `...` stands for any lines.
fn matches(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|skip| matches(rest, &found[skip..])),
        Some((first, rest)) => {
            found.first() == Some(first) && matches(rest, found.get(1..).unwrap_or_default())
        }
    }
}

/// Runs a command in the folder of a chapter, as in a terminal: the path leads to the compiler.
fn run(folder: &Path, command: &str) -> String {
    let compiler = Path::new(env!("CARGO_BIN_EXE_tilec")).parent().expect("a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [compiler.to_owned()].into_iter().chain(env::split_paths(&path));
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(folders).expect("a path"))
        .env("TILEC", env!("CARGO_BIN_EXE_tilec"))
        .env("CUDA_VISIBLE_DEVICES", "")
        .env("REPOSITORY", root())
        .env("COLUMNS", "100")
        .env("XDG_CACHE_HOME", folder.join("caches"))
        .env_remove("TILEC_CACHE")
        .output()
        .expect("bash is here");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Tools that commands need and this machine lacks.
fn missing(command: &str) -> Option<&'static str> {
    let has = |program: &str, args: &[&str]| {
        Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
    };
    let word = |tool: &str| command.split_whitespace().any(|word| word == tool);
    if word("python3") && !has("python3", &["-c", "import numpy"]) {
        return Some("numpy of Python");
    }
    if word("make") && !has("make", &["--version"]) {
        return Some("make");
    }
    None
}

/// What is wrong with a chapter, and the chapter with what its commands print.
fn try_chapter(name: &str) -> (Vec<String>, String) {
    let page = read(&page_path(name));
    let lines: Vec<&str> = page.lines().collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name.replace(".md", ""));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut failures = Vec::new();
    let mut blessed = String::new();
    let mut copied = 0;
    for Block { says, language, lines: (first, last) } in blocks(&page) {
        let text: String = lines[first..last].iter().map(|line| format!("{line}\n")).collect();
        let place = format!("{name}:{first}");
        let (what, rest) = match says.as_deref() {
            Some(says) => says.split_once(": ").unwrap_or((says, "")),
            None => ("", ""),
        };
        match (what, language.as_str()) {
            ("file", _) => {
                let path = folder.join(rest);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, text).expect("a file");
            }
            ("part of", _) => {
                let own = folder.join(rest);
                let file = read(&if own.exists() { own } else { root().join(rest) });
                if !file.contains(text.trim_end()) {
                    failures.push(format!("{place}: is not part of {rest}"));
                }
            }
            ("not run" | "picture", _) => {}
            ("", "console") => {
                let mut now = String::new();
                for step in steps(&text) {
                    now.push_str(&step.shown);
                    if let Some(tool) = missing(&step.command) {
                        skip(&format!("{tool} is not here"));
                        now.push_str(&step.output);
                        continue;
                    }
                    let found = run(&folder, &step.command);
                    let expected: Vec<&str> = step.output.lines().collect();
                    if matches(&expected, &found.lines().collect::<Vec<_>>()) {
                        now.push_str(&step.output);
                    } else {
                        let (shown, expected) = (&step.shown, &step.output);
                        failures.push(format!("{place}:\n{shown}{expected}--- prints\n{found}"));
                        now.push_str(&found);
                    }
                }
                lines[copied..first].iter().for_each(|line| blessed.push_str(&format!("{line}\n")));
                blessed.push_str(&now);
                copied = last;
            }
            _ => failures.push(format!("{place}: a block of `{language}` that says `{what}`")),
        }
    }
    lines[copied..].iter().for_each(|line| blessed.push_str(&format!("{line}\n")));
    (failures, blessed)
}

#[test]
fn every_block_is_what_the_book_says() {
    let filter = env::var("TILEC_FILTER").unwrap_or_default();
    let chapters: Vec<String> = chapters().into_iter().chain([README.to_owned()]).collect();
    let tried: Vec<(&String, (Vec<String>, String))> = thread::scope(|scope| {
        let chosen = chapters.iter().filter(|name| name.contains(&filter));
        let started = chosen.map(|name| (name, scope.spawn(move || try_chapter(name))));
        let started: Vec<_> = started.collect();
        let ended = started.into_iter();
        ended
            .map(|(name, chapter)| (name, chapter.join().expect("a chapter that is read")))
            .collect()
    });
    let mut failures = Vec::new();
    for (name, (found, blessed)) in tried {
        if env::var_os("TILEC_BLESS").is_some() && !found.is_empty() {
            fs::write(page_path(name), blessed).expect("the chapter");
        }
        failures.extend(found);
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn files_and_links_are_there() {
    let src = book().join("src");
    let listed: BTreeSet<String> = chapters().into_iter().collect();
    let files: BTreeSet<String> = fs::read_dir(&src)
        .expect("the book")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "SUMMARY.md" && name != "pictures")
        .collect();
    assert_eq!(listed, files, "the summary and the folder");
    let mut failures = Vec::new();
    for name in &files {
        let page = read(&src.join(name));
        for link in links(&page) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { name } else { file };
            let is_picture = file.starts_with("pictures/") && src.join(file).is_file();
            let is_there = is_picture
                || files.contains(file)
                    && (anchor.is_empty() || anchors(&read(&src.join(file))).contains(anchor));
            if !is_there {
                failures.push(format!("{name}: a link to {link}"));
            }
        }
        // Paths of the repository that are named in the text.
        for path in page.lines().flat_map(|line| line.split('`').skip(1).step_by(2)) {
            let is_path =
                TOP.iter().any(|top| path.starts_with(top)) && !path.contains([' ', '*', '<']);
            if is_path && !root().join(path).exists() {
                failures.push(format!("{name}: {path} is not there"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn mdbook_builds_it() {
    let settings: toml::Table = toml::from_str(&read(&book().join("book.toml"))).expect("TOML");
    assert_eq!(settings["book"]["src"].as_str(), Some("src"));
    let summary = read(&book().join("src/SUMMARY.md"));
    for line in summary.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let item = line.trim_start().trim_start_matches("- ");
        let is_item = item.starts_with('[') && item.ends_with(".md)");
        assert!(is_item, "mdBook reads no `{line}`");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-html");
    match Command::new("mdbook").arg("build").arg(book()).arg("-d").arg(&folder).output() {
        Err(_) => skip("mdbook is not here"),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr);
            let is_clean = !text.contains("WARN") && !text.contains("ERROR");
            assert!(output.status.success() && is_clean, "{text}");
            let broken = broken_links(&folder);
            assert!(broken.is_empty(), "{}", broken.join("\n"));
        }
    }
}

/// `docs/site` builds all documents as one site, and finds the links that lead nowhere.
#[test]
fn the_site_has_no_dead_links() {
    if Command::new("mdbook").arg("--version").output().is_err() {
        return skip("mdbook is not here");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let output = Command::new("python3").arg(root().join("docs/site")).arg(&folder).output();
    let output = output.expect("python3 runs, as for tests/run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && !said.contains("WARN"), "{text}\n{said}");
    assert!(text.contains(" 0 dead links"), "{text}");
    for page in
        ["index.html", "docs/api/index.html", "docs/errors/E0312.html", "docs/diagnostics.html"]
    {
        assert!(folder.join(page).exists(), "{page}");
    }
}

/// What the pages of the built book link to within the book and is not there.
fn broken_links(folder: &Path) -> Vec<String> {
    let attributes = |page: &str, name: &str| -> BTreeSet<String> {
        let start = format!(" {name}=\"");
        let quoted = page.split(&start).skip(1);
        quoted.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let mut broken = Vec::new();
    let chapters = chapters();
    let names = chapters.iter().map(|name| name.replace(".md", ".html"));
    for name in names.chain(["index.html".to_owned()]) {
        let page = read(&folder.join(&name));
        for link in attributes(&page, "href").into_iter().chain(attributes(&page, "src")) {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = folder.join(if file.is_empty() { name.as_str() } else { file });
            let has_anchor = || attributes(&read(&target), "id").contains(anchor);
            if !target.exists() || !(anchor.is_empty() || has_anchor()) {
                broken.push(format!("{name}: a link to {link}"));
            }
        }
    }
    broken
}
