//! The command line: one table of options for `clap`, and the spellings of nvcc that mean the same.

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Compiler for CUDA Tile C++.
#[derive(Parser, Debug)]
#[command(name = "tilec", version = VERSION, about, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// Also names the language release.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (CUDA Tile C++ 13.3)");

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Report what is wrong with the files; exit code 1 if anything is.
    Check(CheckArgs),
    /// Compile a file.
    Build(BuildArgs),
    /// Run a kernel once and write its outputs.
    Run(RunArgs),
    /// Explain a diagnostic code.
    Explain(ExplainArgs),
}

/// Options of every command that compiles.
#[derive(Args, Debug, Clone, Default)]
pub struct CompileArgs {
    /// Add a folder to the `#include` search.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Add a folder of system headers.
    #[arg(long = "isystem", value_name = "DIR")]
    pub isystem: Vec<String>,
    /// Include a file before the first line.
    #[arg(long = "include", value_name = "FILE")]
    pub forced_include: Vec<String>,
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Undefine a macro.
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// The target: sm_80 to sm_121a, or native.
    #[arg(long, default_value = "sm_90a", value_name = "SM")]
    pub arch: String,
    /// The language; only c++20.
    #[arg(long, default_value = "c++20", value_name = "STD")]
    pub std: String,
    /// Fuse a*b+c into one operation where the rounding mode was not written out.
    #[arg(long, default_value = "true", value_name = "BOOL", action = clap::ArgAction::Set)]
    pub fmad: bool,
    /// How diagnostics look.
    #[arg(long, value_enum, default_value_t)]
    pub error_format: ErrorFormat,
    /// Colours: always, never, or on terminals.
    #[arg(long, value_enum, default_value_t)]
    pub color: Color,
    /// Show remarks: what the compiler chose and skipped.
    #[arg(long)]
    pub remarks: bool,
    /// Accepted for build systems made for nvcc; there is no host code to compile.
    #[arg(long = "tile-only", hide = true)]
    pub tile_only: bool,
    #[arg(long = "enable-tile", hide = true)]
    pub enable_tile: bool,
    /// Optimisation level.
    #[arg(short = 'O', default_value = "3", value_name = "N")]
    pub optimize: u8,
}

impl CompileArgs {
    /// What `tilec check` makes of these options.
    ///
    /// # Errors
    /// An option that there is not.
    pub fn from_flags<'a>(flags: impl IntoIterator<Item = &'a str>) -> Result<CompileArgs, String> {
        let words = ["tilec", "check", "-"].into_iter().chain(flags).map(String::from);
        match Cli::try_parse_from(normalize(words)).map_err(|error| error.to_string())?.command {
            Command::Check(args) => Ok(args.compile),
            Command::Build(_) | Command::Run(_) | Command::Explain(_) => unreachable!("`check`"),
        }
    }

    /// The defaults, for a target such as `sm_90a`.
    pub fn for_target(arch: &str) -> CompileArgs {
        CompileArgs {
            arch: arch.into(),
            std: "c++20".into(),
            fmad: true,
            optimize: 3,
            ..CompileArgs::default()
        }
    }
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    #[arg(required = true)]
    pub files: Vec<String>,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Args, Debug)]
pub struct BuildArgs {
    pub file: String,
    /// Where to write; `-` is standard output.
    #[arg(short, value_name = "FILE", default_value = "-")]
    pub output: String,
    /// What to write.
    #[arg(long, value_enum, default_value_t)]
    pub emit: Emit,
    /// The version of the bytecode that `--emit tilebc` writes.
    #[arg(long, default_value_t = ir::bytecode::Version::LATEST, value_name = "VERSION")]
    pub tilebc_version: ir::bytecode::Version,
    /// Also compile this specialisation of a kernel template, such as `gemm<__half, 64, 64, 32>`.
    #[arg(long = "kernel", value_name = "NAME")]
    pub kernels: Vec<String>,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Args, Debug)]
pub struct RunArgs {
    pub file: String,
    /// The kernel; a template with its arguments.
    #[arg(long, value_name = "NAME")]
    pub kernel: String,
    /// The number of tile blocks in each direction.
    #[arg(long, default_value = "1", value_name = "X,Y,Z")]
    pub grid: String,
    /// Where to run; by default a GPU if there is one.
    #[arg(long, value_enum)]
    pub device: Option<DeviceKind>,
    /// Stop at undefined behaviour and say where; exit code 3.
    #[arg(long)]
    pub sanitize: bool,
    /// A parameter, in order: `i32=5`, `f32[1024]=iota`, `out:f32[1024]>result.npy`.
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    pub args: Vec<String>,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A code such as E0312.
    pub code: String,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Emit {
    /// The syntax tree.
    Ast,
    /// The checked program.
    Typed,
    /// Tile IR text.
    Tir,
    /// Tile IR bytecode, as NVIDIA's tileiras assembles it.
    Tilebc,
    #[default]
    Ptx,
    /// Machine code, through ptxas.
    Cubin,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ErrorFormat {
    #[default]
    Human,
    /// One line each: `FILE:LINE:COL: error[CODE]: message`.
    Short,
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

/// nvcc's spelling, ours, and whether a value follows.
const NVCC: &[(&str, &str)] = &[
    ("-arch", "--arch"),
    ("--gpu-architecture", "--arch"),
    ("-std", "--std"),
    ("-isystem", "--isystem"),
    ("-include", "--include"),
    ("-fmad", "--fmad"),
    ("-tile-only", "--tile-only"),
    ("-enable-tile", "--enable-tile"),
    ("-tilecubin", "--emit=cubin"),
    ("--tilecubin", "--emit=cubin"),
    ("-tilebc", "--emit=tilebc"),
    ("--tilebc", "--emit=tilebc"),
    ("-ptx", "--emit=ptx"),
    ("--ptx", "--emit=ptx"),
];

/// Rewrites nvcc's spellings, with `=value` or with the value as the next argument.
pub fn normalize(args: impl IntoIterator<Item = String>) -> Vec<String> {
    args.into_iter()
        .map(|arg| {
            let (name, value) = match arg.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (arg.as_str(), None),
            };
            match (NVCC.iter().find(|(theirs, _)| *theirs == name), value) {
                (Some((_, ours)), Some(value)) => format!("{ours}={value}"),
                (Some((_, ours)), None) => (*ours).to_string(),
                (None, _) => arg,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Cli, Command, normalize};

    #[test]
    fn the_table_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn nvcc_command_lines_are_understood() {
        let line = "tilec build -tilecubin -arch=sm_90 -std=c++20 --tile-only -I inc -DN=4 \
                    -fmad=false -o x.cubin x.cu";
        let cli = Cli::parse_from(normalize(line.split_whitespace().map(String::from)));
        let Command::Build(build) = cli.command else { panic!("not a build") };
        assert_eq!(build.compile.arch, "sm_90");
        assert!(!build.compile.fmad);
        assert_eq!(build.emit, super::Emit::Cubin);
        assert_eq!(build.output, "x.cubin");
        assert_eq!(build.compile.define, ["N=4"]);
    }
}
