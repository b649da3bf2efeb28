//! Every option of `nvcc --help` (13.5), and what tilec does with it: the one table that the
//! normaliser, `docs/nvcc.md` and the tests read.
//!
//! nvcc writes long names with two dashes and short names with one. tilec accepts either name with
//! one or two dashes. A value follows behind `=`, as the next word, or at once where [`Value::Glued`]
//! says so.

use Treatment::{Driver, Host, Ignored, Refused, Same, Target, WarnIf, Warned};
use Value::{Glued, None as No, One};

/// How the value of an option follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// The option has no value.
    None,
    /// Behind `=` or as the next word: `-arch=sm_90`, `-arch sm_90`.
    One,
    /// That, or at once: `-Iinclude`.
    Glued,
}

/// What tilec does with an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Treatment {
    /// The meaning of this option of tilec.
    Same(&'static str),
    /// It reaches the host compiler, as this option, in the step that asks it for kernels.
    Host(&'static str),
    /// It selects targets.
    Target(TargetOption),
    /// It changes how the command line is handled.
    Driver(DriverOption, &'static str),
    /// It has no effect on tile code, for this reason; `--remarks` says so.
    Ignored(&'static str),
    /// It has an effect with nvcc and none with tilec; a warning gives the reason.
    Warned(&'static str),
    /// [`Warned`] with this value, [`Ignored`] with others.
    WarnIf(&'static str, &'static str),
    /// An error gives the reason.
    Refused(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TargetOption {
    Architecture,
    Code,
    Generate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DriverOption {
    /// Print the commands instead of running them.
    DryRun,
    /// Print the commands.
    Verbose,
    /// Read more options from files.
    OptionsFile,
    /// Unknown options belong to the host compiler.
    ForwardUnknown,
    /// Unknown options belong to the linker.
    ForwardToLinker,
    /// The folder of outputs without `-o`.
    OutputDirectory,
    /// Only tile code is compiled, which is part of nvcc's names of outputs.
    TileOnly,
    /// What the linker gets, behind this prefix; behind `-Xlinker` as words of their own.
    Link(&'static str),
    /// Unoptimised code with line information.
    DeviceDebug,
    /// Which language the inputs are in.
    Language,
    ListCode,
    ListArchitectures,
}

/// A row of the table.
pub(super) struct Row {
    /// Without dashes.
    pub(super) long: &'static str,
    /// Without dashes; the same as `long` where there is no shorter name.
    pub(super) short: &'static str,
    pub(super) value: Value,
    pub(super) treatment: Treatment,
}

const HOST: &str = "it concerns host code, which tilec does not compile";
pub(super) const LINK: &str = "the output is not linked";
const DEVICE_LINK: &str = "tilec does not link device code; ask for -c";
const SIMT: &str = "it concerns SIMT code, which tilec does not compile";
const WINDOWS: &str = "it concerns builds on Windows";
const ALWAYS: &str = "tilec always does so";
const NO_LTO: &str =
    "tilec does not write link-time intermediate code; ask for -cubin, -fatbin or -ptx";
const ROUNDING: &str = "tile operations round as their source says (docs/numerics.md)";
const REGISTERS: &str = "the compiler chooses the registers of a tile block";
const WHOLE: &str = "tile code of a source is whole, as with nvcc";
const SEPARATE: &str = "tilec writes whole device programs, which need no device linking";
const ONE_PROCESS: &str = "the compiler is one process without intermediate files";
const NO_TIMES: &str = "tilec writes no table of compilation phases";
const UNCOMPRESSED: &str = "tilec does not compress fat binaries";
const OTHER_WARNINGS: &str = "tilec does not have this warning";

macro_rules! rows {
    ($($long:literal $short:literal $value:expr, $treatment:expr;)*) => {
        &[$(Row { long: $long, short: $short, value: $value, treatment: $treatment }),*]
    };
}

/// In the order of `nvcc --help`, then what nvcc takes besides, then what tilec takes from GCC.
pub(super) const OPTIONS: &[Row] = rows! {
    "cuda" "cuda" No, Refused("tilec does not write host source; ask for -c");
    "cubin" "cubin" No, Same("--emit=cubin");
    "fatbin" "fatbin" No, Same("--emit=fatbin");
    "ptx" "ptx" No, Same("--emit=ptx");
    "optix-ir" "optix-ir" No, Refused("tile code has no OptiX form");
    "ltoir" "ltoir" No, Refused(NO_LTO);
    "enable-tile" "enable-tile" No, Same("--enable-tile");
    "tile-preview" "tile-preview" One, Same("--tile-preview");
    "tile-only" "tile-only" No, Driver(DriverOption::TileOnly, ALWAYS);
    "simt-only" "simt-only" No, Refused("tilec compiles tile code only");
    "tilebc" "tilebc" No, Same("--emit=tilebc");
    "tilecubin" "tilecubin" No, Same("--emit=cubin");
    "tilefatbin" "tilefatbin" No, Same("--emit=fatbin");
    "tileiras-options" "Xtileiras" One, Ignored("tilec does not call tileiras");
    "preprocess" "E" No, Same("--emit=preprocessed");
    "generate-dependencies" "M" No, Same("--generate-dependencies");
    "generate-nonsystem-dependencies" "MM" No, Same("--generate-nonsystem-dependencies");
    "generate-dependencies-with-compile" "MD" No, Same("--generate-dependencies-with-compile");
    "generate-nonsystem-dependencies-with-compile" "MMD" No,
        Same("--generate-nonsystem-dependencies-with-compile");
    "dependency-output" "MF" Glued, Same("--dependency-output");
    "generate-dependency-targets" "MP" No, Same("--generate-dependency-targets");
    "compile" "c" No, Same("--emit=object");
    "device-c" "dc" No, Same("--emit=object");
    "device-w" "dw" No, Same("--emit=object");
    "device-link" "dlink" No, Same("--emit=device-link");
    "link" "link" No, Same("--emit=executable");
    "lib" "lib" No, Same("--emit=library");
    "run" "run" No, Refused("build the program, and start it");
    "output-file" "o" Glued, Same("--output");
    "pre-include" "include" Glued, Same("--include");
    "objdir-as-tempdir" "objtemp" No, Ignored(ONE_PROCESS);
    "library" "l" Glued, Driver(DriverOption::Link("-l"), "for the linker of a program");
    "define-macro" "D" Glued, Same("--define-macro");
    "undefine-macro" "U" Glued, Same("--undefine-macro");
    "include-path" "I" Glued, Same("--include-path");
    "system-include" "isystem" Glued, Same("--isystem");
    "library-path" "L" Glued, Driver(DriverOption::Link("-L"), "for the linker of a program");
    "output-directory" "odir" One,
        Driver(DriverOption::OutputDirectory, "the folder of outputs without `-o`");
    "compiler-bindir" "ccbin" One, Same("--compiler-bindir");
    "allow-unsupported-compiler" "allow-unsupported-compiler" No, Ignored(HOST);
    "archiver-binary" "arbin" One, Ignored(LINK);
    "cudart" "cudart" One, Same("--cudart");
    "cudadevrt" "cudadevrt" One, Ignored(LINK);
    "libdevice-directory" "ldir" One, Ignored("tilec does not use libdevice");
    "target-directory" "target-dir" One, Ignored("tilec has its own headers");
    "use-local-env" "use-local-env" No, Ignored(WINDOWS);
    "force-cl-env-setup" "force-cl-env-setup" No, Ignored(WINDOWS);
    "profile" "pg" No, Host("-pg");
    "debug" "g" No, Host("-g");
    "device-debug" "G" No,
        Driver(DriverOption::DeviceDebug, "`-O0 --generate-line-info`");
    "generate-line-info" "lineinfo" No, Same("--generate-line-info");
    "optimization-info" "opt-info" One, Warned("`--remarks` says what the compiler chose");
    // `-O` of nvcc is the host compiler's. `tilec build -O0` asks for unoptimised tile code.
    "optimize" "O" Glued, Host("-O");
    "Ofast-compile" "Ofc" One, Ignored("tilec compiles a kernel in milliseconds");
    "dopt" "dopt" One, Ignored(ALWAYS);
    "dlink-time-opt" "dlto" No, Refused(NO_LTO);
    "lto" "lto" No, Refused(NO_LTO);
    "gen-opt-lto" "gen-opt-lto" No, Refused(NO_LTO);
    "ftemplate-backtrace-limit" "ftemplate-backtrace-limit" One, Host("-ftemplate-backtrace-limit=");
    "ftemplate-depth" "ftemplate-depth" One, Host("-ftemplate-depth=");
    "no-exceptions" "noeh" No, Host("-fno-exceptions");
    "shared" "shared" No, Same("--emit=shared");
    "x" "x" Glued, Driver(DriverOption::Language, "`cu` only");
    "std" "std" One, Same("--std");
    "stdlib" "stdlib" One, Same("--stdlib");
    "no-host-device-initializer-list" "nohdinitlist" No, Ignored(SIMT);
    "no-host-device-move-forward" "nohdmoveforward" No, Ignored(SIMT);
    "expt-relaxed-constexpr" "expt-relaxed-constexpr" No, Ignored(ALWAYS);
    "extended-lambda" "extended-lambda" No, Ignored(SIMT);
    "expt-extended-lambda" "expt-extended-lambda" No, Ignored(SIMT);
    "machine" "m" Glued, Ignored("code is always for 64 bits");
    "m64" "m64" No, Ignored("code is always for 64 bits");
    "apply-controls" "apply-controls" One, Warned("its files are for NVIDIA's code generator");
    "compiler-options" "Xcompiler" One, Same("--compiler-options");
    "linker-options" "Xlinker" One, Driver(DriverOption::Link("-Xlinker"), "for the linker of a program");
    "archive-options" "Xarchive" One, Ignored(LINK);
    "ptxas-options" "Xptxas" One, Same("--ptxas-options");
    "nvlink-options" "Xnvlink" One, Ignored(LINK);
    "nvprune-options" "Xnvprune" One, Ignored(LINK);
    "static-global-template-stub" "static-global-template-stub" One, Ignored(HOST);
    "device-entity-has-hidden-visibility" "device-entity-has-hidden-visibility" One, Ignored(HOST);
    "forward-unknown-to-host-compiler" "forward-unknown-to-host-compiler" No,
        Driver(DriverOption::ForwardUnknown, "unknown options are the host compiler's");
    "forward-unknown-to-host-linker" "forward-unknown-to-host-linker" No,
        Driver(DriverOption::ForwardToLinker, "unknown options are ignored");
    "forward-unknown-opts" "forward-unknown-opts" No,
        Driver(DriverOption::ForwardUnknown, "unknown options are the host compiler's");
    "dont-use-profile" "noprof" No, Ignored("tilec has no profile file");
    "dryrun" "dryrun" No, Driver(DriverOption::DryRun, "prints the commands behind `#$`");
    "verbose" "v" No, Driver(DriverOption::Verbose, "prints the commands behind `#$` and runs them");
    "verbose2" "v2" No, Driver(DriverOption::Verbose, "prints the commands behind `#$` and runs them");
    "threads" "t" Glued, Ignored("targets are compiled one after the other");
    "fmax-errors" "fmax-errors" One, Same("--error-limit");
    "split-compile" "split-compile" One, Ignored(ONE_PROCESS);
    "split-compile-extended" "split-compile-extended" One, Ignored(ONE_PROCESS);
    "fdevice-syntax-only" "fdevice-syntax-only" No, Refused("use `tilec check`");
    "fdevice-time-trace" "fdevice-time-trace" One, Warned(NO_TIMES);
    "fdevice-time-trace-granularity" "fdevice-time-trace-granularity" One, Warned(NO_TIMES);
    "keep" "keep" No, Ignored(ONE_PROCESS);
    "keep-dir" "keep-dir" One, Ignored(ONE_PROCESS);
    "save-temps" "save-temps" No, Ignored(ONE_PROCESS);
    "clean-targets" "clean" No, Refused("tilec does not delete files");
    "time" "time" One, Warned(NO_TIMES);
    "run-args" "run-args" One, Ignored("it belongs to `-run`");
    "input-drive-prefix" "idp" One, Ignored(WINDOWS);
    "dependency-drive-prefix" "ddp" One, Ignored(WINDOWS);
    "drive-prefix" "dp" One, Ignored(WINDOWS);
    "dependency-target-name" "MT" Glued, Same("--dependency-target-name");
    "no-align-double" "no-align-double" No, Ignored(HOST);
    "no-device-link" "nodlink" No, Ignored(LINK);
    "gpu-architecture" "arch" One, Target(TargetOption::Architecture);
    "gpu-code" "code" One, Target(TargetOption::Code);
    "generate-code" "gencode" One, Target(TargetOption::Generate);
    "relocatable-device-code" "rdc" One, Ignored(WHOLE);
    "entries" "e" One, Refused("`--kernel NAME` selects specialisations of kernel templates");
    "maxrregcount" "maxrregcount" One, Warned(REGISTERS);
    "use_fast_math" "use_fast_math" No, Warned(ROUNDING);
    "ftz" "ftz" One, WarnIf("true", ROUNDING);
    "prec-div" "prec-div" One, WarnIf("false", ROUNDING);
    "prec-sqrt" "prec-sqrt" One, WarnIf("false", ROUNDING);
    "fmad" "fmad" One, Same("--fmad");
    "extra-device-vectorization" "extra-device-vectorization" No, Ignored(SIMT);
    "prune" "prune" No, Refused(DEVICE_LINK);
    "default-stream" "default-stream" One, Ignored(HOST);
    "disable-warnings" "w" No, Same("-w");
    "keep-device-functions" "keep-device-functions" No, Ignored(SIMT);
    "source-in-ptx" "src-in-ptx" No, Same("--generate-line-info");
    "restrict" "restrict" No,
        Warned("write `__restrict__` at the parameters whose pointers do not alias");
    "Wreorder" "Wreorder" No, Ignored(OTHER_WARNINGS);
    "Wdefault-stream-launch" "Wdefault-stream-launch" No, Ignored(OTHER_WARNINGS);
    "Wmissing-launch-bounds" "Wmissing-launch-bounds" No, Ignored(OTHER_WARNINGS);
    "Wext-lambda-captures-this" "Wext-lambda-captures-this" No, Ignored(OTHER_WARNINGS);
    "Wno-deprecated-declarations" "Wno-deprecated-declarations" No, Same("-Wno-deprecated-declarations");
    "Wno-deprecated-gpu-targets" "Wno-deprecated-gpu-targets" No, Ignored(OTHER_WARNINGS);
    "Wconversion" "Wconversion" No, Same("-Wconversion");
    "Werror" "Werror" One, Same("-Werror");
    "resource-usage" "res-usage" No, Same("--ptxas-options=-v");
    "extensible-whole-program" "ewp" No, Ignored(SEPARATE);
    "no-compress" "no-compress" No, Ignored(UNCOMPRESSED);
    "qpp-config" "qpp-config" One, Ignored(HOST);
    "compile-as-tools-patch" "astoolspatch" No, Refused("tile code cannot be a patch of a tool");
    "list-gpu-code" "code-ls" No, Driver(DriverOption::ListCode, "prints the chips");
    "list-gpu-arch" "arch-ls" No, Driver(DriverOption::ListArchitectures, "prints the virtual targets");
    "display-error-number" "err-no" No, Ignored(ALWAYS);
    "no-display-error-number" "no-err-no" No, Ignored("diagnostics always have their code");
    "diag-error" "diag-error" One, Same("-Werror");
    "diag-suppress" "diag-suppress" One, Same("-Wsuppress");
    "diag-warn" "diag-warn" One, Same("-Wwarn");
    "host-linker-script" "hls" One, Refused(DEVICE_LINK);
    "augment-host-linker-script" "aug-hls" No, Refused(DEVICE_LINK);
    "relocatable-link" "r" No, Refused(DEVICE_LINK);
    "brief-diagnostics" "brief-diag" One,
        Ignored("`--error-format short` prints diagnostics of one line");
    "jump-table-density" "jtd" One, Ignored(SIMT);
    "relocatable-ptx" "reloc-ptx" No, Ignored(LINK);
    "device-stack-protector" "device-stack-protector" One, Ignored("tile code has no stack");
    "compress-mode" "compress-mode" One, Ignored(UNCOMPRESSED);
    "concat" "concat" No, Ignored(UNCOMPRESSED);
    "frandom-seed" "frandom-seed" One, Ignored("equal input always gives equal output");
    "fdevice-sanitize" "fdevice-sanitize" One, Refused("use `tilec run --sanitize`");
    "jobserver" "jobserver" No, Ignored(ONE_PROCESS);
    "skip-ptx-semantics-check" "skip-ptx-semantics-check" No, Ignored("tilec writes valid PTX");
    "utf-8" "utf-8" No, Ignored(ALWAYS);
    "safety-compatibility" "safety-compat" No, Ignored("tilec has no such mode for tile code");
    "help" "h" No, Same("--help");
    "version" "V" No, Same("--version");
    "options-file" "optf" One, Driver(DriverOption::OptionsFile, "as `@FILE`");
    "Xcudafe" "Xcudafe" One, Ignored("tilec does not call cudafe++");
    "Xcicc" "Xcicc" One, Ignored("tilec does not call cicc");
    "Xfatbin" "Xfatbin" One, Ignored("tilec does not call fatbinary");
    "dependency-quoted-target-name" "MQ" Glued, Same("--dependency-quoted-target-name");
    "iquote" "iquote" Glued, Same("--iquote");
    "idirafter" "idirafter" Glued, Same("--idirafter");
};

/// Rows that nvcc has and its help does not list.
pub(super) const UNLISTED: usize = 3;

/// The macros that nvcc (13.3.73 and 13.5.37, `--dryrun`) defines where an option has a value, or is
/// given at all: its long name, the value, the macro.
const MACROS: &[(&str, Option<&str>, &str)] = &[
    ("device-debug", None, "__CUDACC_DEBUG__"),
    ("expt-relaxed-constexpr", None, "__CUDACC_RELAXED_CONSTEXPR__"),
    ("extended-lambda", None, "__CUDACC_EXTENDED_LAMBDA__"),
    ("expt-extended-lambda", None, "__CUDACC_EXTENDED_LAMBDA__"),
    ("relocatable-device-code", Some("true"), "__CUDACC_RDC__"),
    ("device-c", None, "__CUDACC_RDC__"),
    ("default-stream", Some("per-thread"), "CUDA_API_PER_THREAD_DEFAULT_STREAM"),
    ("extensible-whole-program", None, "__CUDACC_EWP__"),
    ("safety-compatibility", None, "__NV_LEGACY_LAUNCH"),
    ("allow-unsupported-compiler", None, "__NV_NO_HOST_COMPILER_CHECK"),
];

impl Row {
    /// The macros that the option defines, each with the value that it takes.
    pub(super) fn macros(&self) -> impl Iterator<Item = (Option<&'static str>, &'static str)> {
        let own = MACROS.iter().filter(|(long, ..)| *long == self.long);
        own.map(|&(_, value, name)| (value, name))
    }
}

/// Rows that nvcc does not have.
pub(super) const FROM_GCC: usize = 3;

/// The row of a name without dashes.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    OPTIONS.iter().find(|row| row.short == name || row.long == name)
}
