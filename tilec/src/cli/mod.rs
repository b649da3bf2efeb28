//! The command line: one table of options for `clap`, and the spellings of nvcc that mean the same.

pub mod emit;
mod nvcc;
mod preprocess;
pub(crate) mod tileiras;

use std::sync::LazyLock;

use self::emit::EmitChoice;
use clap::{Args, Parser, Subcommand, ValueEnum};
use lang::pp::Release;

use crate::argument;
use crate::simt::SimtCompiler;

pub use nvcc::page::page as nvcc_page;
pub(crate) use nvcc::split;
pub use nvcc::{Commands, Environment, List, Normalized, command_line, defines_macros, normalize};
pub use preprocess::{DependencyArgs, MacroArgs, PreprocessArgs};
pub use tileiras::{names as tileiras_names, page as tileiras_page};

/// Compiler for CUDA Tile C++.
#[derive(Parser, Debug)]
#[command(name = "tilec", version = VERSION_TEXT.as_str(), about, propagate_version = true, args_override_self = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// Also names the language release.
pub static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (CUDA Tile C++ {})", env!("CARGO_PKG_VERSION"), Release::LATEST));

/// Builds made for nvcc look for the second line, and CMake for the words that nvcc begins with.
static VERSION_TEXT: LazyLock<String> = LazyLock::new(|| {
    let (release, build) = (Release::LATEST, Release::LATEST.build);
    let language = format!("CUDA Tile C++, release {release}, V{release}.{build}");
    let stands_for = "nvcc: NVIDIA (R) Cuda compiler driver";
    format!(
        "{}\nCompiles what nvcc compiles with --tile-only: {language}\n\
         For CMake, which looks for the compiler whose place tilec takes: {stands_for}",
        *VERSION
    )
});

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Report errors and warnings of the files; exit code 1 if there are errors.
    Check(CheckArgs),
    /// Compile a file.
    Build(BuildArgs),
    /// Run a kernel once and write its outputs.
    Run(RunArgs),
    /// Predict the time of a launch and what limits it.
    Cost(CostArgs),
    /// Draw what the compiler made of a kernel: layouts, views, shared memory, the order of its work.
    Draw(DrawArgs),
    /// Find the template arguments that make a kernel fastest.
    Tune(TuneArgs),
    /// Explain a diagnostic code.
    Explain(ExplainArgs),
    /// Assemble Tile IR bytecode with the command line of NVIDIA's tileiras, as under that name.
    Tileiras(TileirasArgs),
    /// Serve an editor over standard input and output.
    Lsp(LspArgs),
    /// Report the GPUs, drivers and tools of this machine, and which commands need them.
    Doctor,
    /// Write completions for a shell, or the man page, to standard output.
    Generate(GenerateArgs),
}

impl Command {
    /// The options of a command that compiles, for the files that it compiles.
    pub fn compile_args(&self) -> Option<&CompileArgs> {
        match self {
            Command::Check(args) => Some(&args.compile),
            Command::Build(args) => Some(&args.compile),
            Command::Run(args) => Some(&args.compile),
            Command::Cost(args) => Some(&args.launch.compile),
            Command::Draw(args) => Some(&args.launch.compile),
            Command::Tune(args) => Some(&args.compile),
            Command::Explain(_)
            | Command::Tileiras(_)
            | Command::Lsp(_)
            | Command::Doctor
            | Command::Generate(_) => None,
        }
    }
}

/// Whether `tilec build` has an option that a word without its dashes begins.
fn is_option(bare: &str) -> bool {
    let cli = <Cli as clap::CommandFactory>::command();
    let Some(build) = cli.find_subcommand("build") else { return false };
    build.get_arguments().any(|arg| {
        let is_short = arg.get_short().is_some_and(|short| {
            let mut chars = bare.chars();
            let takes_value = arg.get_action().takes_values();
            chars.next() == Some(short) && (takes_value || chars.next().is_none())
        });
        is_short || arg.get_long() == Some(bare)
    })
}

/// The names of the commands: what begins with none of them is nvcc's command line.
pub fn commands() -> Vec<String> {
    let cli = <Cli as clap::CommandFactory>::command();
    cli.get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Options of every command that compiles.
#[derive(Args, Debug, Clone, Default)]
pub struct CompileArgs {
    #[command(flatten)]
    pub preprocess: PreprocessArgs,
    /// The target: a chip such as sm_90, with all its features; compute_90 for portable PTX; native
    /// for the GPU of this machine. sm_90a by default.
    #[arg(long, value_name = "SM", overrides_with = "arch")]
    pub arch: Option<String>,
    /// A target as nvcc writes it, `arch=compute_90,code=[sm_90,compute_90]`; with --emit=fatbin
    /// there may be several.
    #[arg(long = "generate-code", value_name = "SPEC")]
    pub generate_code: Vec<String>,
    /// Options of the host compiler, separated by commas or blanks, with quotes as a shell reads them.
    #[arg(long = "compiler-options", value_name = "OPTIONS", allow_hyphen_values = true)]
    pub compiler_options: Vec<String>,
    /// The host compiler, or its folder, which is asked what host code launches; g++ by default.
    #[arg(long = "compiler-bindir", value_name = "PROGRAM", overrides_with = "compiler_bindir")]
    pub compiler_bindir: Option<String>,
    /// The C++ library of the host compiler, if that is Clang 22 or later.
    #[arg(long, value_name = "LIBRARY", overrides_with = "stdlib")]
    pub stdlib: Option<String>,
    /// The compiler of the `__global__` kernels of a whole program: nvcc, clang, or a path.
    #[arg(long, value_name = "COMPILER", overrides_with = "simt")]
    pub simt: Option<SimtCompiler>,
    /// The language; only c++20.
    #[arg(long, default_value = "c++20", value_name = "STD")]
    pub std: String,
    /// Fuse a*b+c into one operation unless the source names a rounding mode.
    #[arg(long, default_value = "true", value_name = "BOOL", action = clap::ArgAction::Set)]
    pub fmad: bool,
    /// The format of diagnostics.
    #[arg(long, value_enum, default_value_t)]
    pub error_format: ErrorFormat,
    /// The largest number of errors that are shown; 0 shows all.
    #[arg(long, default_value = "100", value_name = "N")]
    pub error_limit: usize,
    /// Colours; `auto` follows NO_COLOR, CLICOLOR and the terminal.
    #[arg(long, value_enum, default_value_t)]
    pub color: Color,
    /// Warnings, as GCC and Clang spell them: `-Werror`, `-Werror=NAME`, `-WNAME`, `-Wno-NAME`;
    /// names of warnings that tilec does not have are ignored.
    #[arg(short = 'W', value_name = "NAME")]
    pub warnings: Vec<String>,
    /// Show no warnings.
    #[arg(short = 'w')]
    pub no_warnings: bool,
    /// Show remarks about the choices of the compiler. `--remarks=json` shows what it chose for kernels as
    /// data, one line each: docs/schemas/remarks.schema.json.
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "text",
          value_name = "FORMAT")]
    pub remarks: Option<RemarkFormat>,
    /// Mark PTX with the lines of the source that it comes from, for profilers and debuggers.
    #[arg(long = "generate-line-info")]
    pub line_info: bool,
    /// Prove that the PTX reads no register that may not have been written. A fault, there or in a pipeline, is a bug of
    /// the compiler, and nothing is written; without this option, a kernel is compiled without a pipeline that is wrong.
    #[arg(long)]
    pub verify: bool,
    /// Accepted for build systems made for nvcc; there is no host code to compile.
    #[arg(long = "tile-only", hide = true)]
    pub tile_only: bool,
    #[arg(long = "enable-tile", hide = true)]
    pub enable_tile: bool,
    /// Optimisation level.
    #[arg(short = 'O', long, default_value = "3", value_name = "N", overrides_with = "optimize")]
    pub optimize: u8,
    /// Take no defaults from the project's tilec.toml.
    #[arg(long)]
    pub no_project: bool,
}

impl CompileArgs {
    /// What `tilec check` makes of these options.
    ///
    /// # Errors
    /// An option that there is not.
    pub fn from_flags<'a>(flags: impl IntoIterator<Item = &'a str>) -> Result<CompileArgs, String> {
        let words = ["tilec", "check", "-"].into_iter().chain(flags).map(String::from);
        let cli = Cli::try_parse_from(normalize(words)?).map_err(|error| error.to_string())?;
        cli.command.compile_args().cloned().ok_or_else(|| "no options of a compilation".into())
    }

    /// The options of the host compiler, as nvcc and a shell read them.
    pub fn host_options(&self) -> Vec<String> {
        self.compiler_options.iter().flat_map(|value| nvcc::handed_on(value)).collect()
    }

    /// The defaults, for a target such as `sm_90a`.
    pub fn for_target(arch: &str) -> CompileArgs {
        CompileArgs {
            arch: Some(arch.into()),
            std: "c++20".into(),
            fmad: true,
            optimize: 3,
            error_limit: 100,
            ..CompileArgs::default()
        }
    }
}

#[derive(Args, Debug)]
pub struct LspArgs {
    /// Accepted from clients that say how they talk; there is no other way.
    #[arg(long, hide = true)]
    pub stdio: bool,
    /// This is the process that compiles: the one that started it starts another if it ends.
    #[arg(long, hide = true)]
    pub supervised: bool,
}

/// The words are read by `tileiras::parse`.
#[derive(Args, Debug)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct TileirasArgs {
    /// Options of tileiras, which `tilec tileiras --help` lists, and a file of bytecode.
    #[arg(value_name = "WORDS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<String>,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    #[arg(required = true)]
    pub files: Vec<String>,
    /// Apply fixes to the files: the certain ones, or all whose result compiles.
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true,
          default_missing_value = "certain")]
    pub fix: Option<Fixes>,
    /// Also check this specialisation of a kernel template, such as `gemm<__half, 64, 64, 32>`.
    #[arg(long = "kernel", value_name = "NAME")]
    pub kernels: Vec<String>,
    #[command(flatten)]
    pub compile: CompileArgs,
}

impl BuildArgs {
    /// The words of `--ptxas-options`.
    pub fn for_ptxas(&self) -> Vec<String> {
        self.ptxas_options.iter().flat_map(|value| nvcc::handed_on(value)).collect()
    }
}

#[derive(Args, Debug)]
pub struct BuildArgs {
    #[arg(required = true)]
    pub files: Vec<String>,
    /// The output file; `-`, the default, is standard output.
    #[arg(short, long, value_name = "FILE", overrides_with = "output")]
    pub output: Option<String>,
    /// Without -o, write FILE.EXT for each input FILE.cu.
    #[arg(long, hide = true, value_name = "EXT")]
    pub output_extension: Option<String>,
    /// Where those files are written.
    #[arg(long, hide = true, value_name = "DIR", requires = "output_extension")]
    pub output_directory: Option<String>,
    /// The form of the output; by default it follows from the name of the output file, and PTX goes to standard output.
    #[arg(long, overrides_with = "emit")]
    pub emit: Option<EmitChoice>,
    /// The form in which a toolkit's runtime is linked, where a program is built with the headers of a toolkit.
    #[arg(long, value_enum, default_value_t, overrides_with = "cudart")]
    pub cudart: Cudart,
    /// The form of the program in a header.
    #[arg(long, value_enum, default_value_t)]
    pub embed: Embed,
    /// Pass options to ptxas, separated by commas or blanks.
    #[arg(long = "ptxas-options", value_name = "OPTIONS", allow_hyphen_values = true)]
    pub ptxas_options: Vec<String>,
    /// The version of the bytecode that `--emit tilebc` writes; that of the release by default.
    #[arg(long, value_name = "VERSION")]
    pub tilebc_version: Option<ir::bytecode::Version>,
    /// Also compile this specialisation of a kernel template, such as `gemm<__half, 64, 64, 32>`.
    #[arg(long = "kernel", value_name = "NAME")]
    pub kernels: Vec<String>,
    /// A library, a folder of libraries or an option for the linker, behind the objects of a program.
    #[arg(long = "link-word", hide = true, value_name = "WORD", allow_hyphen_values = true)]
    pub link_words: Vec<String>,
    #[command(flatten)]
    pub dependencies: DependencyArgs,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Args, Debug)]
pub struct RunArgs {
    pub file: String,
    /// The kernel; a template with its arguments. Needed only where a build of the file has several.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// The number of tile blocks in each direction.
    #[arg(long, default_value = "1", value_name = "X,Y,Z")]
    pub grid: String,
    /// The device; by default a GPU if there is one.
    #[arg(long, value_enum)]
    pub device: Option<DeviceKind>,
    /// Report undefined behaviour with its source line; exit code 3.
    #[arg(long)]
    pub sanitize: bool,
    /// Run the tile blocks in order on one thread, so that races and atomic operations give the same result each time.
    #[arg(long)]
    pub deterministic: bool,
    /// A parameter, in order: `i32=5`, `f32[1024]=iota`, `out:f32[1024]>result.npy`; --help has the grammar.
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true, long_help = argument::HELP)]
    pub args: Vec<String>,
    /// After `--`: build the file as a whole program and run it with these arguments.
    #[arg(last = true, value_name = "ARGS")]
    pub program_args: Vec<String>,
    /// Whether there is a `--`.
    #[arg(skip)]
    pub is_program: bool,
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// A launch that is looked at, and not run.
#[derive(Args, Debug)]
pub struct LaunchArgs {
    pub file: String,
    /// The kernel; a template with its arguments. Needed only where a build of the file has several.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// The number of tile blocks in each direction.
    #[arg(long, default_value = "1", value_name = "X,Y,Z")]
    pub grid: String,
    /// A parameter, in order, as for `tilec run`. Of a buffer the size is enough, `f32[1024]`, unless control flow
    /// depends on its contents.
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// Where to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: String,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Args, Debug)]
pub struct CostArgs {
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// What to write.
    #[arg(long, value_enum, default_value_t)]
    pub format: CostFormat,
}

#[derive(Args, Debug)]
pub struct DrawArgs {
    /// What to draw.
    pub what: Drawing,
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// The tile, for `layout`, `view`, `swizzle` and `blocks`: a name as `--emit sched` writes it, `%17`.
    #[arg(long, value_name = "NAME")]
    pub tile: Option<String>,
    /// The tile by the line of the source that makes or accesses it, if that is one tile: `8`, `helper.h:8`.
    #[arg(long, value_name = "[FILE:]N", conflicts_with = "tile")]
    pub line: Option<String>,
    /// What to write; by default SVG to a file whose name ends with `.svg`, and text otherwise.
    #[arg(long, value_enum)]
    pub format: Option<DrawFormat>,
}

/// What `tilec draw` shows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// The threads and registers that hold the elements of a tile.
    Layout,
    /// The tiles of a tensor, and the tile blocks that access them; needs --grid and --arg.
    View,
    /// The places of a tile's elements in shared memory.
    Swizzle,
    /// What the parts of a CTA do over time, as the cost model predicts it; needs --grid and --arg.
    Timeline,
    /// The order in which tile blocks run, on the tiles that they store; needs --grid and --arg.
    Blocks,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawFormat {
    Svg,
    Text,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CostFormat {
    /// One line a resource.
    #[default]
    Table,
    /// The same with the timeline of one CTA: docs/schemas/cost.schema.json.
    Json,
}

#[derive(Args, Debug)]
pub struct TuneArgs {
    pub file: String,
    /// The kernel, names of parameters among its arguments: `gemm<__half, BM, BN, 64>`; or a template
    /// alone, whose own parameters these are. Without it the only kernel that a build of the file has,
    /// with the arguments of its launch where no --param is given.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// What an argument may be: `BM=64,128`, `N=1..4`, `N=16..256*2`, `N=32..128+32`, `T=__half,float`.
    #[arg(long = "param", value_name = "NAME=VALUES")]
    pub params: Vec<String>,
    /// Try only what meets this condition, as in C: `BM * BN <= 32768`.
    #[arg(long = "where", value_name = "FORMULA")]
    pub conditions: Vec<String>,
    /// The number of tile blocks in each direction, formulas of the parameters: `cdiv(4096, BM), 8`.
    #[arg(long, default_value = "1", value_name = "X,Y,Z")]
    pub grid: String,
    /// The device; by default a GPU if there is one.
    #[arg(long, value_enum)]
    pub device: Option<DeviceKind>,
    /// A parameter of the kernel, in order, as for `tilec run`; `%{FORMULA}` is its value.
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// How often each candidate is timed; they take turns.
    #[arg(long, default_value = "15", value_name = "N")]
    pub rounds: usize,
    /// Milliseconds to rest before each turn; by default 20 on a GPU.
    #[arg(long, value_name = "MS")]
    pub rest: Option<u64>,
    /// How much floating-point results may differ from those of the first candidate, relatively; by
    /// default as their type has it.
    #[arg(long, value_name = "X")]
    pub tolerance: Option<f64>,
    /// Compare with what the first candidate computes on the CPU device.
    #[arg(long)]
    pub compare_with_cpu: bool,
    /// Measure even if the result is known.
    #[arg(long)]
    pub fresh: bool,
    /// What to write.
    #[arg(long, value_enum, default_value_t)]
    pub format: TuneFormat,
    /// Where to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: String,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TuneFormat {
    /// One line a candidate.
    #[default]
    Table,
    /// Candidates with the times of all turns.
    Json,
    /// The best candidate alone, as `--kernel` takes it.
    Name,
}

#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// `man`, or a shell.
    pub what: Generated,
}

/// What `tilec generate` writes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generated {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
    Man,
}

/// Which fixes `--fix` applies.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixes {
    /// Fixes that are certain.
    Certain,
    /// Also fixes that compile but need a review.
    All,
}

#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A code such as E0312.
    pub code: String,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emit {
    /// The source after preprocessing.
    Preprocessed,
    /// The syntax tree.
    Ast,
    /// The checked program.
    Typed,
    /// Tile IR text.
    Tir,
    /// Tile IR bytecode, as NVIDIA's tileiras assembles it.
    Tilebc,
    /// The schedule of each kernel with its tile IR; `sched=PASS` as it is behind a pass.
    Sched,
    Ptx,
    /// Machine code, through ptxas.
    Cubin,
    /// Machine code and PTX for several targets in one file.
    Fatbin,
    /// A header for C and C++ hosts: the program and functions that launch its kernels.
    Header,
    /// The kernels and their parameters as JSON.
    Metadata,
    /// An object with host code and kernels, for a linker.
    Object,
    /// A whole program.
    Executable,
    /// A shared library of host code and kernels.
    Shared,
    /// A static library of objects.
    Library,
    /// An empty object in place of the one that nvcc makes when it links device code; tile code needs no such step.
    DeviceLink,
}

impl Emit {
    /// The extensions that name a kind of output.
    const EXTENSIONS: &[(&str, Emit)] = &[
        ("ptx", Emit::Ptx),
        ("cubin", Emit::Cubin),
        ("fatbin", Emit::Fatbin),
        ("tilebc", Emit::Tilebc),
        ("tir", Emit::Tir),
        ("sched", Emit::Sched),
        ("i", Emit::Preprocessed),
        ("ii", Emit::Preprocessed),
        ("h", Emit::Header),
        ("hpp", Emit::Header),
        ("json", Emit::Metadata),
        ("o", Emit::Object),
        ("obj", Emit::Object),
        ("so", Emit::Shared),
        ("a", Emit::Library),
    ];

    /// What an output of this name holds.
    pub fn of_name(path: &str) -> Option<Emit> {
        let extension = std::path::Path::new(path).extension()?.to_str()?;
        let known = Emit::EXTENSIONS.iter().find(|(known, _)| *known == extension);
        known.map(|(_, emit)| *emit)
    }
}

/// What a header has in it.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Embed {
    /// The driver assembles it for any GPU from the target on.
    #[default]
    Ptx,
    /// For the target alone, assembled now.
    Cubin,
}

/// How a toolkit's runtime is linked.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cudart {
    /// Not linked: the command line of the linker names one.
    None,
    Shared,
    #[default]
    Static,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ErrorFormat {
    #[default]
    Human,
    /// One line each: `FILE:LINE:COL: error[CODE]: message`.
    Short,
    /// One JSON object a line: docs/schemas/diagnostic.schema.json.
    Json,
    /// One SARIF 2.1.0 log.
    Sarif,
}

/// How remarks look.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkFormat {
    Text,
    Json,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Color {
    Always,
    #[default]
    Auto,
    Never,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceKind {
    Cpu,
    Cuda,
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use lang::pp::MacroOption;

    use super::{BuildArgs, Cli, Command, normalize};

    #[test]
    fn the_table_is_consistent() {
        Cli::command().debug_assert();
    }

    fn build(line: &str) -> BuildArgs {
        let words = ["tilec", "build"].into_iter().chain(line.split_whitespace());
        let cli = Cli::parse_from(normalize(words.map(String::from)).expect("known options"));
        let Command::Build(build) = cli.command else { panic!("not a build") };
        build
    }

    #[test]
    fn nvcc_command_lines_are_understood() {
        let build = build(
            "-tilecubin -arch=sm_90 -std=c++20 --tile-only -I inc -DN=4 -fmad=false -o x.cubin x.cu",
        );
        assert_eq!(build.compile.arch.as_deref(), Some("sm_90"));
        assert!(!build.compile.fmad);
        assert_eq!(build.emit.map(|choice| choice.emit), Some(super::Emit::Cubin));
        assert_eq!(build.output.as_deref(), Some("x.cubin"));
        assert_eq!(build.compile.preprocess.include, ["inc"]);
    }

    #[test]
    fn macros_are_defined_in_the_order_of_the_command_line() {
        let macros = build("-DA=1 x.cu -UA -D A=2 --define-macro=B -U B").compile.preprocess.macros;
        let define = |text: &str| MacroOption::Define(text.into());
        let undefine = |text: &str| MacroOption::Undefine(text.into());
        let expected = [define("A=1"), undefine("A"), define("A=2"), define("B"), undefine("B")];
        assert_eq!(macros.0, expected);
    }

    #[test]
    fn dependency_options_are_those_of_gcc() {
        let found = build("-MMD -MF x.d -MT a -MQ b -MT c -MP x.cu").dependencies;
        assert!(found.is_wanted() && !found.is_instead() && !found.has_system_headers());
        assert_eq!(found.rule_file.as_deref(), Some("x.d"));
        assert_eq!((found.targets.len(), found.quoted_targets.len()), (2, 1));
        assert!(found.phony);
        let found = build("-M x.cu").dependencies;
        assert!(found.is_instead() && found.has_system_headers() && !found.phony);
        assert!(!build("x.cu").dependencies.is_wanted());
    }
}
