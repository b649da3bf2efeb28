//! The options of the preprocessor, as a build system uses them: files in a folder, a command line,
//! and what is written. Where GCC has the option, the expected text is what `g++` 12 writes.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        Folder(folder)
    }

    /// Standard output and standard error of a command that succeeds or not.
    fn tilec(&self, line: &str) -> (bool, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(line.split(' '))
            .current_dir(&self.0)
            .output()
            .expect("the program was built");
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    }

    /// What a command that succeeds without a word prints.
    #[track_caller]
    fn output(&self, line: &str) -> String {
        let (success, stdout, stderr) = self.tilec(line);
        assert!(success && stderr.is_empty(), "{line}: {stderr}");
        stdout
    }

    #[track_caller]
    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn has(&self, path: &str) -> bool {
        self.0.join(path).exists()
    }
}

const KERNEL: &str = "__tile_global__ void kernel(int* out) { *out = VALUE; }\n";

/// A kernel with a header of its own and one of the system.
fn project(name: &str) -> Folder {
    let main = format!("#include \"user.h\"\n#include <system.h>\n#include <cstdint>\n{KERNEL}");
    Folder::new(
        name,
        &[
            ("src/kernel.cu", &main),
            ("src/user.h", "#pragma once\n#include \"inner.h\"\n"),
            ("src/inner.h", "#define VALUE 7\n"),
            ("system/system.h", "using system_type = int;\n"),
            ("forced.h", "// nothing\n"),
        ],
    )
}

#[test]
fn a_rule_instead_of_a_compilation() {
    let folder = project("instead");
    let all = "kernel.o: src/kernel.cu src/user.h src/inner.h system/system.h\n";
    assert_eq!(folder.output("build -M -isystem system src/kernel.cu"), all);
    let user = "kernel.o: src/kernel.cu src/user.h src/inner.h\n";
    assert_eq!(folder.output("build -MM -isystem system src/kernel.cu"), user);
    // A folder of -I is the user's.
    assert_eq!(folder.output("build -MM -I system src/kernel.cu"), all);
    // -o and -MF say where the rule goes; the target stays what it is.
    assert_eq!(folder.output("build -MM -isystem system -o rule.d src/kernel.cu"), "");
    assert_eq!(folder.read("rule.d"), user);
    assert_eq!(folder.output("build -MM -isystemsystem -o x.o -MFother.d src/kernel.cu"), "");
    assert_eq!(folder.read("other.d"), user);
    assert!(!folder.has("x.o"));
}

#[test]
fn a_rule_beside_the_output() {
    let folder = project("beside");
    folder.output("build -MD -isystem system -o out.ptx src/kernel.cu");
    assert!(folder.read("out.ptx").contains(".entry"));
    let all = "out.ptx: src/kernel.cu src/user.h src/inner.h system/system.h\n";
    assert_eq!(folder.read("out.d"), all);
    // As CMake calls it.
    folder.output("build -MMD -MT dir/x.o -MF x.d -isystem system -o y.ptx src/kernel.cu");
    assert_eq!(folder.read("x.d"), "dir/x.o: src/kernel.cu src/user.h src/inner.h\n");
    assert!(folder.has("y.ptx") && !folder.has("y.d"));
}

#[test]
fn forced_includes_and_empty_rules() {
    let folder = project("forced");
    let rule = folder.output("build -MM -MP -include forced.h -isystem system src/kernel.cu");
    let expected = "\
kernel.o: src/kernel.cu forced.h src/user.h src/inner.h
forced.h:
src/user.h:
src/inner.h:
";
    assert_eq!(rule, expected);
}

#[test]
fn no_rule_after_an_error() {
    let folder = Folder::new("error", &[("k.cu", "#include \"missing.h\"\n")]);
    let (success, _, stderr) = folder.tilec("build -MD -o k.ptx --error-format short k.cu");
    assert!(!success && stderr.starts_with("k.cu:1:10: error[E0120]"), "{stderr}");
    assert!(!folder.has("k.d"));
    assert!(!folder.tilec("build -M k.cu").0);
}

#[test]
fn the_search_goes_through_the_folders_in_order() {
    let here = |name: &str| format!("constexpr char const* found = \"{name}\";\n");
    let main = "#ifdef ANGLED\n#include <h.h>\n#else\n#include \"h.h\"\n#endif\n";
    let folders = ["quote", "user", "system", "after"];
    let all: Vec<(String, String)> =
        folders.iter().map(|name| (format!("{name}/h.h"), here(name))).collect();
    let found = |name: &str, skip: usize, flags: &str| {
        let mut files: Vec<(&str, &str)> =
            all[skip..].iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        files.push(("src/k.cu", main));
        let folder = Folder::new(name, &files);
        let search = "-idirafter after -isystem system -I user -iquote quote";
        let text = folder.output(&format!("build -E {search}{flags} src/k.cu"));
        text.split('"').nth_back(1).unwrap_or_default().to_owned()
    };
    assert_eq!(found("quoted", 0, ""), "quote");
    assert_eq!(found("angled", 0, " -DANGLED"), "user");
    assert_eq!(found("third", 2, ""), "system");
    assert_eq!(found("last", 3, " -DANGLED"), "after");
    // The folder of the file that includes comes before all.
    let folder = Folder::new("own", &[("src/h.h", &here("own")), ("src/k.cu", main)]);
    assert!(folder.output("build -E -iquote quote src/k.cu").contains("\"own\""));
    let (success, _, stderr) = folder.tilec("build -E -DANGLED --remarks src/k.cu");
    assert!(success && stderr.contains("E0121"), "{stderr}");
}

#[test]
fn include_next_goes_on_behind_the_folder_of_the_file() {
    let folder = Folder::new(
        "next",
        &[
            ("a/h.h", "first\n#include_next <h.h>\n"),
            ("b/h.h", "second\n#include_next <h.h>\n"),
            ("c/h.h", "third\n"),
            ("src/h.h", "own\n#include_next <h.h>\n"),
            ("src/k.cu", "#include \"h.h\"\n"),
        ],
    );
    let text = folder.output("build -E -I a -I b -isystem c src/k.cu");
    let words: Vec<&str> =
        text.lines().filter(|line| ["own", "first", "second", "third"].contains(line)).collect();
    assert_eq!(words, ["own", "first", "second", "third"]);
}

#[test]
fn macros_in_the_order_of_the_command_line() {
    let folder = Folder::new(
        "macros",
        &[("k.cu", "A B(2) C __INCLUDE_LEVEL__\n#ifdef D\n#error\n#endif\n")],
    );
    let text = folder.output("build -E -DA=1 -UA -DA=3 -DB(x)=x+x -DC -DD -UD k.cu");
    assert_eq!(text.lines().last(), Some("3 2+2 1 0"));
}

#[test]
fn errors_tell_the_macros_that_led_there() {
    let text = "\
#define SQUARE(x) ((x) * missing)
#define TWICE(y) SQUARE(y) + y
__tile_global__ void kernel(int* out) { *out = TWICE(2); }
";
    let folder = Folder::new("backtrace", &[("k.cu", text)]);
    let (success, _, stderr) = folder.tilec("check k.cu");
    assert!(!success && stderr.contains("k.cu:3:48"), "{stderr}");
    let note = "note: in macro `SQUARE`, defined at k.cu:1:26, called by macro `TWICE`";
    assert!(stderr.contains(note), "{stderr}");
    let (_, _, stderr) = folder.tilec("check --error-format json k.cu");
    let found: serde_json::Value = serde_json::from_str(stderr.trim()).expect("JSON");
    let places: Vec<String> = found["macros"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|step| format!("{} {}:{}", step["name"], step["at"]["line"], step["at"]["column"]))
        .collect();
    assert_eq!(places, ["\"SQUARE\" 1:19", "\"TWICE\" 2:18"]);
}

#[test]
fn errors_are_shown_up_to_a_limit() {
    let text: String = (0..120).map(|i| format!("#error number {i}\n")).collect();
    let folder = Folder::new("limit", &[("k.cu", &text)]);
    let shown = |line: &str| folder.tilec(line).2.lines().count();
    // A line for each, one for the rest and one for its help.
    assert_eq!(shown("check --error-format short k.cu"), 102);
    assert_eq!(shown("check --error-format short --error-limit 3 k.cu"), 5);
    assert_eq!(shown("check --error-format short --error-limit 0 k.cu"), 120);
}

#[test]
fn warnings_of_system_headers_are_not_shown() {
    let header = "#pragma GCC system_header\n#warning never seen\n";
    let main = "#include \"h.h\"\n#pragma GCC warning \"seen\"\n";
    let folder = Folder::new("system_header", &[("h.h", header), ("k.cu", main)]);
    let (success, _, stderr) = folder.tilec("check --error-format short k.cu");
    assert!(success && stderr == "k.cu:2:1: warning[E0136]: seen\n", "{stderr}");
    let folder = Folder::new("gcc_error", &[("k.cu", "#pragma GCC error \"stop\"\n")]);
    assert!(!folder.tilec("check k.cu").0);
}

#[test]
fn preprocessed_text_compiles() {
    let folder = project("text");
    folder.output("build -E -isystem system -o k.ii src/kernel.cu");
    let text = folder.read("k.ii");
    assert!(text.contains("# 4 \"src/kernel.cu\"\n") && text.contains("*out = 7;"), "{text}");
    assert!(text.contains("# 1 \"system/system.h\" 3\n"), "{text}");
    let again = folder.output("build -o - k.ii");
    assert_eq!(again, folder.output("build -isystem system -o - src/kernel.cu"));
}

/// As `g++ -E` does: what no parser takes is text.
#[test]
fn text_that_is_no_program_is_printed() {
    let text = "#define S(x) #x\nMARK @ ` $x 0x 1.2.3 it's\nS(@ `) S(0x) ''\n";
    let folder = Folder::new("unparsed", &[("k.cu", text)]);
    let printed = folder.output("build -E k.cu");
    let lines: Vec<&str> = printed.lines().rev().take(2).collect();
    assert_eq!(lines, ["\"@ `\" \"0x\" ''", "MARK @ ` $x 0x 1.2.3 it's"]);
    // Errors of directives stay, and so do those of a compilation.
    assert!(!Folder::new("unparsed-if", &[("k.cu", "#if @\n#endif\n")]).tilec("build -E k.cu").0);
    assert!(!folder.tilec("build k.cu -o k.ptx").0);
}
