//! The spellings of nvcc and GCC: a build made for them works with tilec in their place.
//!
//! In: a command line. Out: one in tilec's own spelling, which `clap` reads. A line without a command
//! is nvcc's: `tilec -tilecubin -arch=sm_90 -o x.cubin x.cu` is `tilec build`, and without `-o` its
//! output has the name that nvcc gives it. Each option is a row of [`OPTIONS`]; what has no meaning
//! for tile code, such as options for the host compiler, is dropped with its value.

use Meaning::{Drop, Ours, Warn};
use Value::{Apart, Glued, None as NoValue};

/// How the value of an option follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// There is none.
    None,
    /// Behind `=` or as the next argument: `-arch=sm_90`, `-arch sm_90`.
    Apart,
    /// That, or at once: `-MFfile`.
    Glued,
}

/// What an option says to tilec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// The same as one of ours.
    Ours(&'static str),
    /// Nothing, for tile code.
    Drop,
    /// Nothing, and the user should know.
    Warn(&'static str),
}

const FAST_MATH: &str = "tile operations round as their source says; see docs/numerics.md";
const NO_HOST: &str = "tilec compiles tile kernels alone, no host code to link with";

/// Their spelling, how a value follows, and what it means.
const OPTIONS: &[(&str, Value, Meaning)] = &[
    // The target. The last of several counts.
    ("-arch", Apart, Ours("--arch")),
    ("--gpu-architecture", Apart, Ours("--arch")),
    ("-gencode", Apart, Ours("--generate-code")),
    ("-generate-code", Apart, Ours("--generate-code")),
    ("--generate-code", Apart, Ours("--generate-code")),
    ("-code", Apart, Drop),
    ("--gpu-code", Apart, Drop),
    // The language.
    ("-std", Apart, Ours("--std")),
    ("-x", Apart, Drop),
    ("--x", Apart, Drop),
    ("-tile-only", NoValue, Ours("--tile-only")),
    ("-enable-tile", NoValue, Ours("--enable-tile")),
    ("-expt-relaxed-constexpr", NoValue, Drop),
    ("--expt-relaxed-constexpr", NoValue, Drop),
    ("-expt-extended-lambda", NoValue, Drop),
    ("--expt-extended-lambda", NoValue, Drop),
    ("-extended-lambda", NoValue, Drop),
    ("--extended-lambda", NoValue, Drop),
    // Headers.
    ("-isystem", Glued, Ours("--isystem")),
    ("-iquote", Glued, Ours("--iquote")),
    ("-idirafter", Glued, Ours("--idirafter")),
    ("-include", Glued, Ours("--include")),
    // What is made.
    ("-tilecubin", NoValue, Ours("--emit=cubin")),
    ("--tilecubin", NoValue, Ours("--emit=cubin")),
    ("-cubin", NoValue, Ours("--emit=cubin")),
    ("--cubin", NoValue, Ours("--emit=cubin")),
    ("-tilebc", NoValue, Ours("--emit=tilebc")),
    ("--tilebc", NoValue, Ours("--emit=tilebc")),
    ("-ptx", NoValue, Ours("--emit=ptx")),
    ("--ptx", NoValue, Ours("--emit=ptx")),
    ("-E", NoValue, Ours("--emit=preprocessed")),
    ("--preprocess", NoValue, Ours("--emit=preprocessed")),
    ("--output-file", Apart, Ours("--output")),
    ("-output-file", Apart, Ours("--output")),
    // Dependencies.
    ("-M", NoValue, Ours("--generate-dependencies")),
    ("-MM", NoValue, Ours("--generate-nonsystem-dependencies")),
    ("-MD", NoValue, Ours("--generate-dependencies-with-compile")),
    ("-MMD", NoValue, Ours("--generate-nonsystem-dependencies-with-compile")),
    ("-MP", NoValue, Ours("--generate-dependency-targets")),
    ("-MF", Glued, Ours("--dependency-output")),
    ("-MT", Glued, Ours("--dependency-target-name")),
    ("-MQ", Glued, Ours("--dependency-quoted-target-name")),
    // Code.
    ("-fmad", Apart, Ours("--fmad")),
    ("--optimize", Apart, Ours("-O")),
    ("-optimize", Apart, Ours("-O")),
    ("-Xptxas", Apart, Ours("--ptxas-options")),
    ("-ptxas-options", Apart, Ours("--ptxas-options")),
    ("-lineinfo", NoValue, Ours("--generate-line-info")),
    ("-generate-line-info", NoValue, Ours("--generate-line-info")),
    ("-G", NoValue, Drop),
    ("--device-debug", NoValue, Drop),
    ("-g", NoValue, Drop),
    ("--debug", NoValue, Drop),
    ("-rdc", Apart, Drop),
    ("--relocatable-device-code", Apart, Drop),
    ("-maxrregcount", Apart, Warn("a tile block has the registers that its tiles need")),
    ("--maxrregcount", Apart, Warn("a tile block has the registers that its tiles need")),
    ("-use_fast_math", NoValue, Warn(FAST_MATH)),
    ("--use_fast_math", NoValue, Warn(FAST_MATH)),
    ("-ftz", Apart, Drop),
    ("--ftz", Apart, Drop),
    ("-prec-div", Apart, Drop),
    ("--prec-div", Apart, Drop),
    ("-prec-sqrt", Apart, Drop),
    ("--prec-sqrt", Apart, Drop),
    ("-extra-device-vectorization", NoValue, Drop),
    ("--extra-device-vectorization", NoValue, Drop),
    ("-restrict", NoValue, Drop),
    ("--restrict", NoValue, Drop),
    ("-res-usage", NoValue, Drop),
    ("--resource-usage", NoValue, Drop),
    // The host's part, and how nvcc itself works.
    ("-c", NoValue, Warn(NO_HOST)),
    ("--compile", NoValue, Warn(NO_HOST)),
    ("-Xcompiler", Apart, Drop),
    ("--compiler-options", Apart, Drop),
    ("-Xlinker", Apart, Drop),
    ("--linker-options", Apart, Drop),
    ("-Xarchive", Apart, Drop),
    ("-Xnvlink", Apart, Drop),
    ("--nvlink-options", Apart, Drop),
    ("-ccbin", Apart, Drop),
    ("--compiler-bindir", Apart, Drop),
    ("-cudart", Apart, Drop),
    ("--cudart", Apart, Drop),
    ("-m64", NoValue, Drop),
    ("-m", Apart, Drop),
    ("--machine", Apart, Drop),
    ("-allow-unsupported-compiler", NoValue, Drop),
    ("--allow-unsupported-compiler", NoValue, Drop),
    ("-L", Glued, Drop),
    ("--library-path", Apart, Drop),
    ("-l", Glued, Drop),
    ("--library", Apart, Drop),
    ("-t", Glued, Drop),
    ("--threads", Apart, Drop),
    ("-split-compile", Apart, Drop),
    ("--split-compile", Apart, Drop),
    ("-keep", NoValue, Drop),
    ("--keep", NoValue, Drop),
    ("-keep-dir", Apart, Drop),
    ("--keep-dir", Apart, Drop),
    ("-time", Apart, Drop),
    ("--time", Apart, Drop),
    ("-v", NoValue, Drop),
    ("--verbose", NoValue, Drop),
    ("-forward-unknown-to-host-compiler", NoValue, Drop),
    ("--forward-unknown-to-host-compiler", NoValue, Drop),
    // Diagnostics.
    ("-disable-warnings", NoValue, Ours("-w")),
    ("--disable-warnings", NoValue, Ours("-w")),
    ("-diag-suppress", Apart, Ours("-Wsuppress")),
    ("--diag-suppress", Apart, Ours("-Wsuppress")),
    ("-diag-warn", Apart, Ours("-Wwarn")),
    ("--diag-warn", Apart, Ours("-Wwarn")),
    ("-diag-error", Apart, Ours("-Werror")),
    ("--diag-error", Apart, Ours("-Werror")),
    ("--Werror", Apart, Ours("-Werror")),
    ("-Wno-deprecated-gpu-targets", NoValue, Drop),
    ("-err-no", NoValue, Drop),
    ("--display-error-number", NoValue, Drop),
];

/// nvcc's name for what it writes, by what is asked for.
const EXTENSIONS: &[(&str, &str)] =
    &[("--emit=cubin", "cubin"), ("--emit=tilebc", "tilebc"), ("--emit=ptx", "ptx")];

/// A command line as `clap` knows it, and what the user should be told of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Normalized {
    pub args: Vec<String>,
    pub warnings: Vec<String>,
}

/// Rewrites the options of a command line that has its command.
pub fn normalize(args: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut words = args.into_iter();
    let mut out = Normalized::default();
    while let Some(word) = words.next() {
        rewrite(&word, &mut words, &mut out);
    }
    out.args
}

/// Rewrites a command line, the first word of which is the program's name. `commands` are tilec's.
pub fn command_line(args: impl IntoIterator<Item = String>, commands: &[&str]) -> Normalized {
    let mut words = args.into_iter();
    let mut out = Normalized::default();
    out.args.extend(words.next());
    let words: Vec<String> = words.collect();
    let is_own = match words.first().map(String::as_str) {
        None | Some("-h" | "--help" | "-V" | "--version" | "help") => true,
        // A word that is no file and no option is a command that nobody knows; clap says so.
        Some(first) => {
            commands.contains(&first) || !(first.starts_with('-') || first.contains(['.', '/']))
        }
    };
    if !is_own {
        out.args.push("build".into());
    }
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        rewrite(&word, &mut words, &mut out);
    }
    if !is_own {
        name_output(&mut out.args);
    }
    out
}

/// Appends what a word means, with the next one if that is its value.
fn rewrite(word: &str, rest: &mut impl Iterator<Item = String>, out: &mut Normalized) {
    let row = |name: &str| OPTIONS.iter().find(|(theirs, ..)| *theirs == name);
    let (name, value) = match word.split_once('=') {
        Some((name, value)) if word.starts_with('-') => (name, Some(value)),
        _ => (word, None),
    };
    if let Some((_, follows, meaning)) = row(name).filter(|row| value.is_none() || row.1 != NoValue)
    {
        let value = match (follows, value) {
            (NoValue, None) => None,
            (_, Some(value)) => Some(value.to_owned()),
            (Apart | Glued, None) => rest.next(),
        };
        return mean(name, *meaning, value, out);
    }
    let glued = OPTIONS.iter().filter(|(_, follows, _)| *follows == Glued);
    // `-MFx` is no `-M`, and a long option no short one with a value.
    for (theirs, _, meaning) in glued.filter(|_| !word.starts_with("--")) {
        if let Some(value) = word.strip_prefix(theirs) {
            return mean(theirs, *meaning, Some(value.to_owned()), out);
        }
    }
    out.args.push(word.to_owned());
}

fn mean(name: &str, meaning: Meaning, value: Option<String>, out: &mut Normalized) {
    match (meaning, value) {
        (Ours("--generate-code"), Some(value)) => out.args.extend(generated_target(&value)),
        (Ours("-O"), Some(value)) => out.args.push(format!("-O{value}")),
        (Ours(ours), Some(value)) => out.args.push(format!("{ours}={value}")),
        (Ours(ours), None) => out.args.push(ours.to_owned()),
        (Drop, _) => {}
        (Warn(why), _) => out.warnings.push(format!("{name} has no effect: {why}")),
    }
}

/// `arch=compute_90a,code=[sm_90a,compute_90a]`: the machine that code is made for.
fn generated_target(value: &str) -> Option<String> {
    let field = |name: &str| {
        let at = value.find(&format!("{name}="))? + name.len() + 1;
        let text = value[at..].trim_start_matches(['[', '"', '\'']);
        let end = text.find([',', ']', '"', '\'']).unwrap_or(text.len());
        Some(text[..end].to_owned())
    };
    field("code").or_else(|| field("arch")).map(|target| format!("--arch={target}"))
}

/// The output that nvcc would write: the source's name in this folder with another extension.
fn name_output(args: &mut Vec<String>) {
    let is_output = |arg: &String| arg.starts_with("-o") || arg.starts_with("--output");
    if args.iter().any(is_output) {
        return;
    }
    let Some((_, extension)) =
        EXTENSIONS.iter().find(|(emit, _)| args.iter().any(|arg| arg == emit))
    else {
        return;
    };
    let source = args.iter().skip(2).find(|arg| arg.ends_with(".cu") || arg.ends_with(".cpp"));
    if let Some(source) = source {
        let file = source.rsplit('/').next().unwrap_or(source);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        args.push(format!("--output={stem}.{extension}"));
    }
}

#[cfg(test)]
mod tests {
    use super::command_line;

    fn ours(line: &str) -> String {
        let words = std::iter::once("tilec").chain(line.split(' ')).map(String::from);
        command_line(words, &["build", "check"]).args[1..].join(" ")
    }

    #[test]
    fn values_follow_in_every_way() {
        let line =
            "build -MFx.d -MF x.d -MF=x.d -MMD -includea.h -include a.h -arch=sm_90 -Iinc -DA=1";
        let expected = "build --dependency-output=x.d --dependency-output=x.d --dependency-output=x.d \
                        --generate-nonsystem-dependencies-with-compile --include=a.h \
                        --include=a.h --arch=sm_90 -Iinc -DA=1";
        assert_eq!(ours(line), expected);
    }

    #[test]
    fn a_line_without_a_command_is_nvccs() {
        for (line, expected) in [
            (
                "-tilecubin -arch=sm_90 -std=c++20 --tile-only -I inc -o x.cubin d/x.cu",
                "build --emit=cubin --arch=sm_90 --std=c++20 --tile-only -I inc -o x.cubin d/x.cu",
            ),
            (
                "--gpu-architecture sm_90 -ptx d/x.cu",
                "build --arch=sm_90 --emit=ptx d/x.cu --output=x.ptx",
            ),
            (
                "-tilebc x.cu -O3 -lineinfo -Xptxas -v",
                "build --emit=tilebc x.cu -O3 --generate-line-info --ptxas-options=-v \
                 --output=x.tilebc",
            ),
            (
                "-ptx -ox.ptx -Xptxas=-O2,-v --ptxas-options=-v x.cu",
                "build --emit=ptx -ox.ptx --ptxas-options=-O2,-v --ptxas-options=-v x.cu",
            ),
            (
                "-gencode arch=compute_90a,code=[sm_90a,compute_90a] x.cu",
                "build --arch=sm_90a x.cu",
            ),
            ("-gencode=arch=compute_80,code=sm_80 x.cu", "build --arch=sm_80 x.cu"),
            ("--generate-code=arch=compute_80,code=sm_80 x.cu", "build --arch=sm_80 x.cu"),
            (
                "-ccbin g++ -Xcompiler -Wall,-O2 -Xcompiler=-fPIC -lcudart -L /lib -Llib -m64 x.cu",
                "build x.cu",
            ),
            (
                "--optimize 2 -t4 -t 0 --threads=0 -rdc=false -x cu -MD -M x.cu",
                "build -O2 --generate-dependencies-with-compile --generate-dependencies x.cu",
            ),
            (
                "-diag-suppress 177 --diag-error=14 --disable-warnings -Werror --Werror all-warnings x.cu",
                "build -Wsuppress=177 -Werror=14 -w -Werror -Werror=all-warnings x.cu",
            ),
            ("-E x.cu", "build --emit=preprocessed x.cu"),
            ("--output-file x.ptx x.cu", "build --output=x.ptx x.cu"),
        ] {
            assert_eq!(ours(line), expected, "{line}");
        }
        assert_eq!(ours("--version"), "--version");
        assert_eq!(ours("check x.cu"), "check x.cu");
        assert_eq!(ours("chek x.cu"), "chek x.cu");
        assert_eq!(ours("x.cu"), "build x.cu");
    }

    #[test]
    fn what_has_no_effect_is_told() {
        let words = ["tilec", "build", "-use_fast_math", "x.cu"].map(String::from);
        let found = command_line(words, &["build"]);
        assert_eq!(found.args.join(" "), "tilec build x.cu");
        assert!(found.warnings[0].starts_with("-use_fast_math has no effect: tile operations"));
    }
}
