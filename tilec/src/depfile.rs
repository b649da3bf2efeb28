//! Rules for `make` (`-M` and its likes), byte for byte as GCC writes them.
//!
//! In: what the command line asks for, and the files that were read. Out: `TARGETS: FILES`, in
//! lines of at most 72 columns, and with `-MP` an empty rule for each header, so that `make` does
//! not stop when one is removed.

use std::path::Path;

use lang::pp::Dependency;

use crate::cli::DependencyArgs;
use crate::input;

/// Where GCC breaks lines.
const MAX_COLUMN: usize = 72;

/// The rule for a compilation of `main` to `output`, if that is named.
pub fn rule(
    args: &DependencyArgs,
    main: &str,
    output: Option<&str>,
    dependencies: &[Dependency],
) -> String {
    // Targets as they are come before those that are quoted, wherever the command line has them.
    let quoted = args.quoted_targets.iter().map(|target| quote(target));
    let mut targets: Vec<String> = args.targets.iter().cloned().chain(quoted).collect();
    if targets.is_empty() {
        targets.push(quote(&default_target(args, main, output)));
    }
    let is_in_rule = |file: &&Dependency| args.has_system_headers() || !file.is_system;
    let headers = dependencies.iter().filter(is_in_rule).map(|file| &*file.path);
    let headers = headers.filter(|path| *path != main).map(quote);
    // Standard input is not a file.
    let main = Some(main).filter(|main| *main != input::STANDARD).map(quote);
    let n_main = main.iter().count();
    let files: Vec<String> = main.into_iter().chain(headers).collect();

    let mut lines = Lines { text: String::new(), column: 0 };
    targets.iter().for_each(|target| lines.word(target));
    lines.text.push(':');
    lines.column += 1;
    files.iter().for_each(|file| lines.word(file));
    lines.text.push('\n');
    if args.phony {
        files[n_main..].iter().for_each(|file| lines.text.push_str(&format!("{file}:\n")));
    }
    lines.text
}

/// Where the rule goes: `-MF`, else beside the output, else beside where that would be. With `-M`
/// alone it is the output; there is no file then.
pub fn path(args: &DependencyArgs, main: &str, output: Option<&str>) -> Option<String> {
    match (&args.rule_file, output) {
        (Some(path), _) => Some(path.clone()),
        (None, _) if args.is_instead() => output.map(str::to_owned),
        (None, Some(output)) => Some(with_extension(output, "d")),
        (None, None) => Some(with_extension(file_name(main), "d")),
    }
}

/// The output, if it is compiled too; else the object file that GCC would write.
fn default_target(args: &DependencyArgs, main: &str, output: Option<&str>) -> String {
    match output {
        Some(output) if !args.is_instead() => output.to_owned(),
        _ => with_extension(file_name(main), "o"),
    }
}

fn file_name(path: &str) -> &str {
    if path == input::STANDARD {
        return "stdin";
    }
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

fn with_extension(path: &str, extension: &str) -> String {
    Path::new(path).with_extension(extension).to_string_lossy().into_owned()
}

/// Quotes what means something to `make`: blanks, with the backslashes before them, `#` and `$`.
fn quote(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len());
    let mut backslashes = 0;
    for character in name.chars() {
        match character {
            ' ' | '\t' => quoted.extend(std::iter::repeat_n('\\', backslashes + 1)),
            '#' => quoted.push('\\'),
            '$' => quoted.push('$'),
            _ => {}
        }
        quoted.push(character);
        backslashes = if character == '\\' { backslashes + 1 } else { 0 };
    }
    quoted
}

struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Appends a word behind a blank, in a new line if this one is full.
    fn word(&mut self, word: &str) {
        if self.column > 0 {
            if self.column + word.len() > MAX_COLUMN {
                self.text.push_str(" \\\n");
                self.column = 0;
            }
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += word.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dependencies(paths: &[(&str, bool)]) -> Vec<Dependency> {
        let one = |&(path, is_system): &(&str, bool)| Dependency { path: path.into(), is_system };
        paths.iter().map(one).collect()
    }

    #[test]
    fn names_are_quoted_for_make() {
        assert_eq!(quote("a b#c$d:e%f"), "a\\ b\\#c$$d:e%f");
        assert_eq!(quote("a\\ b\\c"), "a\\\\\\ b\\c");
    }

    /// What `g++ -M -MP` writes for the same names.
    #[test]
    fn lines_are_broken_where_gcc_breaks_them() {
        let files = dependencies(&[
            ("m.cc", false),
            ("/usr/include/stdc-predef.h", true),
            ("in c/a b.h", false),
            ("sub/c$d.h", false),
            ("sub/e#f.h", false),
            ("sub/g:h.h", false),
            ("sub/some_long_name_1.h", false),
        ]);
        let args = DependencyArgs { all: true, phony: true, ..DependencyArgs::default() };
        let expected = "\
m.o: m.cc /usr/include/stdc-predef.h in\\ c/a\\ b.h sub/c$$d.h sub/e\\#f.h \\
 sub/g:h.h sub/some_long_name_1.h
/usr/include/stdc-predef.h:
in\\ c/a\\ b.h:
sub/c$$d.h:
sub/e\\#f.h:
sub/g:h.h:
sub/some_long_name_1.h:
";
        assert_eq!(rule(&args, "m.cc", None, &files), expected);
        let args = DependencyArgs { user: true, ..DependencyArgs::default() };
        assert!(rule(&args, "m.cc", None, &files).starts_with("m.o: m.cc in\\ c/a\\ b.h sub"));
    }

    #[test]
    fn targets_and_files() {
        let files = dependencies(&[("dir/m.cu", false)]);
        let given = |targets: &[&str], quoted: &[&str]| DependencyArgs {
            all_and_compile: true,
            targets: targets.iter().map(|&target| target.to_owned()).collect(),
            quoted_targets: quoted.iter().map(|&target| target.to_owned()).collect(),
            ..DependencyArgs::default()
        };
        let rule_of = |args: &DependencyArgs, output| rule(args, "dir/m.cu", output, &files);
        let args = given(&["a b$c", "two"], &["a b$c"]);
        assert_eq!(rule_of(&args, None), "a b$c two a\\ b$$c: dir/m.cu\n");
        let plain = given(&[], &[]);
        assert_eq!(rule_of(&plain, Some("out/x.ptx")), "out/x.ptx: dir/m.cu\n");
        assert_eq!(rule_of(&plain, None), "m.o: dir/m.cu\n");
        assert_eq!(path(&plain, "dir/m.cu", Some("out/x.ptx")).as_deref(), Some("out/x.d"));
        assert_eq!(path(&plain, "dir/m.cu", None).as_deref(), Some("m.d"));
        let instead = DependencyArgs { all: true, ..DependencyArgs::default() };
        assert_eq!(path(&instead, "dir/m.cu", None), None);
        assert_eq!(path(&instead, "dir/m.cu", Some("deps")).as_deref(), Some("deps"));
        assert_eq!(rule_of(&instead, Some("deps")), "m.o: dir/m.cu\n");
    }
}
