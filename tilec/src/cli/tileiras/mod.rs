//! The command line of `tileiras`, NVIDIA's assembler of Tile IR bytecode.
//!
//! In: the words behind the program's name. Out: what is asked for, or all that is wrong with them, in the words
//! that LLVM's parser of options has for it, which that of tileiras is. Each option is a row of
//! [`options::OPTIONS`]. Of an option that is given twice the last one counts.

mod options;
mod page;

use options::{Row, Setting, Value, dashed, find};

pub use options::Kind;
pub use page::{help, names, page};

/// What a command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub input: Option<String>,
    pub output: String,
    /// The chip, as `sm_90`.
    pub gpu: Option<String>,
    pub level: i64,
    pub line_info: bool,
    pub device_debug: bool,
    /// Whether memory accesses are instrumented.
    pub memcheck: bool,
    pub libraries: Vec<String>,
    pub simt_preview: bool,
    /// A file of settings for NVIDIA's code generator.
    pub controls: Option<String>,
    pub remarks: Remarks,
}

/// Which remarks are shown, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remarks {
    pub yaml: bool,
    pub file: String,
    passed: Categories,
    missed: Categories,
    failed: Categories,
    analysis: Categories,
}

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    Memory,
    TensorCore,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Categories {
    None,
    All,
    Only(Category),
}

impl Remarks {
    /// Whether any remark may be shown.
    pub fn are_wanted(&self) -> bool {
        [self.passed, self.missed, self.failed, self.analysis]
            .iter()
            .any(|it| *it != Categories::None)
    }

    pub fn wants(&self, kind: Kind, category: Category) -> bool {
        let wanted = match kind {
            Kind::Passed => self.passed,
            Kind::Missed => self.missed,
            Kind::Failed => self.failed,
            Kind::Analysis => self.analysis,
        };
        match wanted {
            Categories::None => false,
            Categories::All => true,
            Categories::Only(only) => only == category,
        }
    }

    fn set(&mut self, kind: Kind, categories: Categories) {
        match kind {
            Kind::Passed => self.passed = categories,
            Kind::Missed => self.missed = categories,
            Kind::Failed => self.failed = categories,
            Kind::Analysis => self.analysis = categories,
        }
    }
}

/// What a command line asks to be told or done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    Help,
    Version,
    BytecodeVersions,
    Assemble(Box<Options>),
}

impl Default for Options {
    fn default() -> Options {
        let none = Categories::None;
        Options {
            input: None,
            output: "elf.o".into(),
            gpu: None,
            level: 3,
            line_info: false,
            device_debug: false,
            memcheck: false,
            libraries: Vec::new(),
            simt_preview: false,
            controls: None,
            remarks: Remarks {
                yaml: false,
                file: "tileir_remarks.yaml".into(),
                passed: none,
                missed: none,
                failed: none,
                analysis: none,
            },
        }
    }
}

/// Reads the words behind the name of `program`.
///
/// # Errors
/// Everything that is wrong, a message each.
pub fn parse(program: &str, words: &[String]) -> Result<Request, Vec<String>> {
    let mut options = Options::default();
    let mut errors = Vec::new();
    let mut n_inputs = 0;
    let mut words = words.iter();
    let mut are_all_inputs = false;
    while let Some(word) = words.next() {
        let bare = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        let Some(bare) = bare.filter(|_| word != "-" && !are_all_inputs) else {
            n_inputs += 1;
            options.input = Some(word.clone());
            continue;
        };
        if bare.is_empty() {
            are_all_inputs = true;
            continue;
        }
        let Some((row, glued)) = split(bare) else {
            errors.push(unknown(program, word));
            continue;
        };
        match row.setting {
            Setting::Help => return Ok(Request::Help),
            Setting::Version => return Ok(Request::Version),
            Setting::BytecodeVersions => return Ok(Request::BytecodeVersions),
            _ => {}
        }
        let value = match (row.value, glued) {
            (Value::Flag | Value::Glued, value) => value,
            (_, Some(value)) => Some(value),
            (_, None) => words.next().map(String::as_str),
        };
        if let Err(why) = apply(&mut options, row, value) {
            errors.push(format!("for the {} option: {why}", dashed(row.name)));
        }
    }
    if n_inputs > 1 {
        errors.push(format!(
            "Too many positional arguments specified!\n\
             Can specify at most 1 positional arguments: See: {program} --help"
        ));
    }
    if errors.is_empty() { Ok(Request::Assemble(Box::new(options))) } else { Err(errors) }
}

/// The option that a word without its dashes names, and the value in the word.
fn split(bare: &str) -> Option<(&'static Row, Option<&str>)> {
    if let Some(row) = find(bare) {
        return Some((row, None));
    }
    if let Some((name, value)) = bare.split_once('=')
        && let Some(row) = find(name).filter(|row| row.value != Value::Glued)
    {
        return Some((row, Some(value)));
    }
    let letter = bare.get(..1)?;
    let row = find(letter).filter(|row| row.value == Value::Glued)?;
    Some((row, bare.get(1..)))
}

fn unknown(program: &str, word: &str) -> String {
    let message = format!("Unknown command line argument '{word}'.  Try: '{program} --help'");
    let bare = word.trim_start_matches('-');
    let bare = bare.split('=').next().unwrap_or(bare);
    let near = options::OPTIONS.iter().filter(|row| row.name.len() > 2);
    let near = near.map(|row| (distance(bare, row.name), row.name));
    match near.min().filter(|(steps, _)| *steps * 3 <= bare.len()) {
        Some((_, name)) => format!("{message}\ntileiras: Did you mean '{}'?", dashed(name)),
        None => message,
    }
}

/// How many letters are to be changed, added or taken away.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

fn apply(options: &mut Options, row: &Row, value: Option<&str>) -> Result<(), String> {
    let text = || value.filter(|value| !value.is_empty()).ok_or("requires a value!");
    match row.value {
        Value::Choice(choices) => {
            let value = text()?;
            if !choices.iter().any(|choice| choice.name == value) {
                return Err(format!("Cannot find option named '{value}'!"));
            }
        }
        Value::Number(_) | Value::Glued => {
            let value = text()?;
            options.level = value
                .parse()
                .map_err(|_| format!("'{value}' value invalid for integer argument!"))?;
        }
        Value::Text(_) => {
            text()?;
        }
        Value::Flag => {}
    }
    let flag = || match value {
        None | Some("" | "true" | "TRUE" | "True" | "1") => Ok(true),
        Some("false" | "FALSE" | "False" | "0") => Ok(false),
        Some(value) => Err(format!("'{value}' is invalid value for boolean argument! Try 0 or 1")),
    };
    let owned = || value.unwrap_or_default().to_owned();
    match row.setting {
        // Told before anything else is read.
        Setting::Help | Setting::Version | Setting::BytecodeVersions => {}
        Setting::Level => {}
        Setting::Nothing => {
            if row.value == Value::Flag {
                flag()?;
            }
        }
        Setting::Target => options.gpu = Some(owned()),
        Setting::DeviceDebug => options.device_debug = flag()?,
        Setting::LineInfo => options.line_info = flag()?,
        Setting::Output => options.output = owned(),
        Setting::Sanitize => options.memcheck = true,
        Setting::Library => options.libraries.push(owned()),
        Setting::Preview => {
            for feature in value.unwrap_or_default().split(',') {
                match feature {
                    "simt" => options.simt_preview = true,
                    _ => {
                        return Err(format!(
                            "unknown preview feature '{feature}'; supported features: simt"
                        ));
                    }
                }
            }
        }
        Setting::Controls => options.controls = Some(owned()),
        Setting::RemarkFormat => options.remarks.yaml = value == Some("yaml"),
        Setting::RemarkFile => options.remarks.file = owned(),
        Setting::Remarks(kinds) => {
            let categories = match value {
                Some("all") => Categories::All,
                Some("memory") => Categories::Only(Category::Memory),
                Some("tensorcore") => Categories::Only(Category::TensorCore),
                _ => Categories::None,
            };
            for kind in kinds {
                options.remarks.set(*kind, categories);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Request, Vec<String>> {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        parse("tileiras", &words)
    }

    #[track_caller]
    fn options(line: &str) -> Options {
        match parsed(line) {
            Ok(Request::Assemble(options)) => *options,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Lines that cuTile Python, cuTile Rust and nvcc write.
    #[test]
    fn callers_are_understood() {
        let python = options(
            "/tmp/f.bytecode -o /tmp/f.cubin --gpu-name sm_90 -O3 --lineinfo --remark-format=yaml \
             --remarks=all --remarks-output-file=/tmp/f.remarks.yaml",
        );
        assert_eq!(python.input.as_deref(), Some("/tmp/f.bytecode"));
        assert_eq!(
            (python.output.as_str(), python.gpu.as_deref()),
            ("/tmp/f.cubin", Some("sm_90"))
        );
        assert!(python.level == 3 && python.line_info && !python.device_debug);
        assert!(python.remarks.yaml && python.remarks.file == "/tmp/f.remarks.yaml");
        assert!(python.remarks.wants(Kind::Failed, Category::Memory));
        let rust = options("--gpu-name sm_120 --opt-level 0 --device-debug -o x.cubin x.bc");
        assert!(rust.level == 0 && rust.device_debug && rust.input.as_deref() == Some("x.bc"));
        let nvcc = options("--host-arch=x86_64 --host-os=linux -arch=sm_90 x.tilebc -o x.cubin");
        assert_eq!((nvcc.gpu.as_deref(), nvcc.level), (Some("sm_90"), 3));
    }

    #[test]
    fn values_follow_in_each_way() {
        for line in ["--gpu-name sm_80", "-gpu-name=sm_80", "--arch=sm_80", "-arch sm_80"] {
            assert_eq!(options(line).gpu.as_deref(), Some("sm_80"), "{line}");
        }
        assert_eq!(options("-O1 --opt-level=2").level, 2);
        assert_eq!(options("-O-1").level, -1);
        assert!(!options("--lineinfo --lineinfo=false").line_info);
        assert!(options("-g").device_debug && options("--g=1").device_debug);
        assert_eq!(options("--preview=simt,simt -l a -l b").libraries, ["a", "b"]);
        assert_eq!(options("-o - -- -x").input.as_deref(), Some("-x"));
        assert_eq!(options("-").input.as_deref(), Some("-"));
        let some =
            options("--remarks=all --remarks-missed=none --remarks-passed=tensorcore").remarks;
        assert!(some.are_wanted() && !some.wants(Kind::Missed, Category::Memory));
        assert!(!some.wants(Kind::Passed, Category::Memory));
        assert!(some.wants(Kind::Passed, Category::TensorCore));
        assert!(!options("--remarks=none").remarks.are_wanted());
    }

    #[test]
    fn what_is_wrong_is_told_as_tileiras_does() {
        for (line, expected) in [
            ("--gpu-name", "for the --gpu-name option: requires a value!"),
            ("-o", "for the -o option: requires a value!"),
            ("-O x", "for the -O option: requires a value!"),
            ("-O=2", "for the -O option: '=2' value invalid for integer argument!"),
            ("-Ofast", "for the -O option: 'fast' value invalid for integer argument!"),
            ("--gpu-name=sm_75", "for the --gpu-name option: Cannot find option named 'sm_75'!"),
            ("--gpu-name=sm_90a", "Cannot find option named 'sm_90a'!"),
            ("--lineinfo=maybe", "'maybe' is invalid value for boolean argument! Try 0 or 1"),
            ("a b", "Too many positional arguments specified!"),
            ("--preview=foo", "unknown preview feature 'foo'; supported features: simt"),
            ("--remarks=foo", "for the --remarks option: Cannot find option named 'foo'!"),
            ("--frobnicate", "Unknown command line argument '--frobnicate'."),
            ("-oo2.cubin", "Unknown command line argument '-oo2.cubin'."),
            ("--lineinf", "tileiras: Did you mean '--lineinfo'?"),
            ("--opt-levle=3", "Did you mean '--opt-level'?"),
        ] {
            let errors = parsed(line).expect_err(line);
            assert!(errors.iter().any(|error| error.contains(expected)), "{line}: {errors:?}");
        }
        assert_eq!(parsed("--nope --gpu-name=x a b").expect_err("three").len(), 3);
    }

    #[test]
    fn questions_come_first() {
        assert_eq!(parsed("--version --nope"), Ok(Request::Version));
        assert_eq!(parsed("--list-versions"), Ok(Request::BytecodeVersions));
        assert_eq!(parsed("-h"), Ok(Request::Help));
    }
}
