//! Every option of `tileiras --help`, 13.1 to 13.5, and what tilec does with it: the one table that the parser,
//! `docs/tileiras.md` and the tests read.

/// The minor version of the first release that has something, and of the last one where it is gone since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Releases {
    pub(super) since: u8,
    pub(super) until: Option<u8>,
}

/// The newest release that the table has.
pub(super) const NEWEST: u8 = 5;

const fn since(minor: u8) -> Releases {
    Releases { since: minor, until: None }
}

const fn only(minor: u8) -> Releases {
    Releases { since: minor, until: Some(minor) }
}

/// How the value of an option follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// There is none, but `=true` and `=false` may follow.
    Flag,
    /// Behind `=` or as the next word; the name is for people.
    Text(&'static str),
    /// That, a number.
    Number(&'static str),
    /// At once, a number: `-O3`.
    Glued,
    /// Behind `=` or as the next word, one of these.
    Choice(&'static [Choice]),
}

/// A value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) releases: Releases,
}

/// What an option sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    Help,
    Version,
    BytecodeVersions,
    Level,
    Target,
    DeviceDebug,
    LineInfo,
    Output,
    Sanitize,
    Library,
    Preview,
    Controls,
    RemarkFormat,
    RemarkFile,
    /// Which categories of these kinds of remarks are shown.
    Remarks(&'static [Kind]),
    /// It has no effect.
    Nothing,
}

/// A kind of remark, in LLVM's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Passed,
    Missed,
    Failed,
    Analysis,
}

impl Kind {
    pub(super) const ALL: &[Kind] = &[Kind::Passed, Kind::Missed, Kind::Failed, Kind::Analysis];
}

/// A row of the table.
pub(super) struct Row {
    /// Without dashes; one or two may be written.
    pub(super) name: &'static str,
    pub(super) value: Value,
    pub(super) releases: Releases,
    pub(super) setting: Setting,
    /// What tilec does with it.
    pub(super) treatment: &'static str,
}

const fn row(
    name: &'static str,
    value: Value,
    releases: Releases,
    setting: Setting,
    treatment: &'static str,
) -> Row {
    Row { name, value, releases, setting, treatment }
}

const fn choice(name: &'static str, releases: Releases) -> Choice {
    Choice { name, releases }
}

const GPUS: &[Choice] = &[
    choice("sm_80", since(2)),
    choice("sm_86", since(2)),
    choice("sm_87", since(2)),
    choice("sm_88", since(2)),
    choice("sm_89", since(2)),
    choice("sm_90", since(3)),
    choice("sm_100", since(1)),
    choice("sm_103", since(1)),
    choice("sm_107", since(4)),
    choice("sm_110", since(1)),
    choice("sm_120", since(1)),
    choice("sm_121", since(1)),
];

const HOST_ARCHS: &[Choice] = &[
    choice("x86_64", since(1)),
    choice("aarch64", since(1)),
    choice("arm64ec", Releases { since: 1, until: Some(3) }),
];

const HOST_SYSTEMS: &[Choice] = &[choice("linux", since(1)), choice("windows", since(1))];

const SANITIZERS: &[Choice] = &[choice("memcheck", since(1))];

const FORMATS: &[Choice] = &[choice("command-line", since(3)), choice("yaml", since(3))];

const POLICIES: &[Choice] = &[choice("all", only(3)), choice("final", only(3))];

const CATEGORIES: &[Choice] = &[
    choice("none", since(3)),
    choice("all", since(3)),
    choice("memory", since(3)),
    choice("tensorcore", since(3)),
];

const HELP: &str = "the table of options on standard output";
const NO_HOST_CODE: &str = "no effect: tilec's cubin contains no host code";
const TARGET: &str = "the chip, with all its features, as `tilec build --arch`";
const OUTPUT: &str = "where the cubin is written, `elf.o` by default; `-` is standard output";
const LEVEL: &str = "0 to 3; with 0 the passes are those of `tilec build -O0`";
const DEBUG: &str = "line information; an error unless the level is 0, as with tileiras";

/// All options.
pub(super) static OPTIONS: &[Row] = &[
    row("help", Value::Flag, since(1), Setting::Help, HELP),
    row("h", Value::Flag, since(1), Setting::Help, HELP),
    row("help-hidden", Value::Flag, since(1), Setting::Help, HELP),
    row("help-list", Value::Flag, since(1), Setting::Help, HELP),
    row("help-list-hidden", Value::Flag, since(1), Setting::Help, HELP),
    row(
        "version",
        Value::Flag,
        since(1),
        Setting::Version,
        "which build of tilec and which ptxas: the text differs whenever the machine code may differ",
    ),
    row(
        "print-options",
        Value::Flag,
        since(1),
        Setting::Nothing,
        "no effect: it shows the state of the parser of options",
    ),
    row(
        "print-all-options",
        Value::Flag,
        since(1),
        Setting::Nothing,
        "no effect: it shows the state of the parser of options",
    ),
    row(
        "apply-controls",
        Value::Text("path"),
        since(5),
        Setting::Controls,
        "ignored with a warning: the settings are those of another code generator",
    ),
    row("gpu-name", Value::Choice(GPUS), since(1), Setting::Target, TARGET),
    row("arch", Value::Choice(GPUS), since(1), Setting::Target, "as `--gpu-name`"),
    row("device-debug", Value::Flag, since(1), Setting::DeviceDebug, DEBUG),
    row("g", Value::Flag, since(1), Setting::DeviceDebug, "as `--device-debug`"),
    row("host-arch", Value::Choice(HOST_ARCHS), since(1), Setting::Nothing, NO_HOST_CODE),
    row("host-os", Value::Choice(HOST_SYSTEMS), since(1), Setting::Nothing, NO_HOST_CODE),
    row(
        "l",
        Value::Text("path"),
        since(5),
        Setting::Library,
        "an error: tilec does not link tile libraries; without `--preview=simt` the error of tileiras",
    ),
    row(
        "lineinfo",
        Value::Flag,
        since(1),
        Setting::LineInfo,
        "the lines of the sources that the bytecode names, where these can be read",
    ),
    row(
        "list-versions",
        Value::Flag,
        since(3),
        Setting::BytecodeVersions,
        "the versions of bytecode that tilec reads",
    ),
    row("opt-level", Value::Number("N"), since(1), Setting::Level, LEVEL),
    row("O", Value::Glued, since(1), Setting::Level, "as `--opt-level`, at once: `-O3`"),
    row("output-file", Value::Text("file"), since(1), Setting::Output, OUTPUT),
    row("o", Value::Text("file"), since(1), Setting::Output, "as `--output-file`"),
    row(
        "preview",
        Value::Text("feature[,feature...]"),
        since(5),
        Setting::Preview,
        "`simt` alone is known; it permits `-l` and bytecode with preview content. A call of a library's function is an error",
    ),
    row(
        "sanitize",
        Value::Choice(SANITIZERS),
        since(1),
        Setting::Sanitize,
        "ptxas instruments memory accesses, as `ptxas --sanitize=memcheck`",
    ),
    row(
        "remark-format",
        Value::Choice(FORMATS),
        since(3),
        Setting::RemarkFormat,
        "`yaml` writes LLVM's remarks to a file; `command-line` lines to standard output, the default",
    ),
    row(
        "remark-policy",
        Value::Choice(POLICIES),
        only(3),
        Setting::Nothing,
        "no effect: tilec has final remarks alone",
    ),
    row(
        "remarks",
        Value::Choice(CATEGORIES),
        since(3),
        Setting::Remarks(Kind::ALL),
        "which categories of remarks are shown, of each kind",
    ),
    row(
        "remarks-analysis",
        Value::Choice(CATEGORIES),
        since(3),
        Setting::Remarks(&[Kind::Analysis]),
        "those that state facts: threads, shared memory, the pipeline of a kernel",
    ),
    row(
        "remarks-failed",
        Value::Choice(CATEGORIES),
        since(3),
        Setting::Remarks(&[Kind::Failed]),
        "accepted; tilec has none of this kind",
    ),
    row(
        "remarks-missed",
        Value::Choice(CATEGORIES),
        since(3),
        Setting::Remarks(&[Kind::Missed]),
        "what was not done, with the reason",
    ),
    row(
        "remarks-output-file",
        Value::Text("file"),
        since(3),
        Setting::RemarkFile,
        "where `yaml` is written, `tileir_remarks.yaml` by default",
    ),
    row(
        "remarks-passed",
        Value::Choice(CATEGORIES),
        since(3),
        Setting::Remarks(&[Kind::Passed]),
        "what was done",
    ),
];

/// The row of an option, named without dashes.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    OPTIONS.iter().find(|row| row.name == name)
}

/// How people write an option: one dash before a letter.
pub(super) fn dashed(name: &str) -> String {
    let dashes = if name.len() == 1 { "-" } else { "--" };
    format!("{dashes}{name}")
}
