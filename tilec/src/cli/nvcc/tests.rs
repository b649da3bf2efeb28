//! The command line of nvcc, option by option.

use super::options::{OPTIONS, Treatment, Value};
use super::{Commands, Environment, Normalized, command_line};

fn read(line: &str, environment: &Environment) -> Result<Normalized, String> {
    let words = std::iter::once("tilec").chain(line.split(' ')).map(String::from);
    command_line(words, &["build", "check"], environment)
}

fn ours(line: &str) -> String {
    match read(line, &Environment::default()) {
        Ok(found) => found.args[1..].join(" "),
        Err(error) => error,
    }
}

#[test]
fn values_follow_in_every_way() {
    let line = "build -MFx.d -MF x.d -MF=x.d -MMD -includea.h -include a.h -arch=sm_90 -Iinc -DA=1";
    let expected = "build --dependency-output=x.d --dependency-output=x.d --dependency-output=x.d \
                    --generate-nonsystem-dependencies-with-compile --include=a.h \
                    --include=a.h --include-path=inc --define-macro=A=1 --arch=sm_90";
    assert_eq!(ours(line), expected);
}

#[test]
fn a_line_without_a_command_is_nvccs() {
    for (line, expected) in [
        (
            "-tilecubin -arch=sm_90 -std=c++20 --tile-only -I inc -o x.cubin d/x.cu",
            "build --emit=cubin --std=c++20 --include-path=inc --output=x.cubin d/x.cu --arch=sm_90",
        ),
        (
            "--gpu-architecture sm_90 -ptx d/x.cu",
            "build --emit=ptx d/x.cu --arch=sm_90 --output-extension=ptx",
        ),
        ("-tilecubin x.cu", "build --emit=cubin x.cu --output-extension=tile.cubin"),
        (
            "-cubin --enable-tile x.cu",
            "build --emit=cubin --enable-tile x.cu --output-extension=cubin",
        ),
        ("-fatbin --tile-only x.cu", "build --emit=fatbin x.cu --output-extension=tile.fatbin"),
        (
            "-tilebc x.cu y.cu -odir out -O3 -lineinfo -Xptxas -v",
            "build --emit=tilebc x.cu y.cu --generate-line-info --ptxas-options=-v --compiler-options=-O3 \
             --output-extension=tilebc --output-directory=out",
        ),
        (
            "-ptx -ox.ptx -Xptxas=-O2,-v --ptxas-options=-v x.cu",
            "build --emit=ptx --output=x.ptx --ptxas-options=-O2,-v --ptxas-options=-v x.cu",
        ),
        (
            "-fatbin -gencode arch=compute_90a,code=[sm_90a,compute_90a] -o x.fatbin x.cu",
            "build --emit=fatbin --output=x.fatbin x.cu \
             --generate-code=arch=compute_90a,code=[sm_90a,compute_90a]",
        ),
        (
            "-cubin -arch=compute_90 -code=sm_90 -o x.cubin x.cu",
            "build --emit=cubin --output=x.cubin x.cu --generate-code=arch=compute_90,code=[sm_90]",
        ),
        (
            "-gencode=arch=compute_80,code=sm_80 -o x.ptx x.cu",
            "build --output=x.ptx x.cu --generate-code=arch=compute_80,code=sm_80",
        ),
        (
            "-E -ccbin g++ -Xcompiler -Wall,-O2 -Xcompiler=-fPIC -lcudart -L /lib -Llib -m64 x.cu",
            "build --emit=preprocessed --compiler-bindir=g++ --compiler-options=-Wall,-O2 \
             --compiler-options=-fPIC x.cu",
        ),
        (
            "-E --optimize 2 -t4 -t 0 --threads=0 -rdc=false -x cu -xcu -MD x.cu",
            "build --emit=preprocessed --generate-dependencies-with-compile x.cu --compiler-options=-O2",
        ),
        (
            "-E -diag-suppress 177 --diag-error=14 --disable-warnings -Werror --Werror all-warnings x.cu",
            "build --emit=preprocessed -Wsuppress=177 -Werror=14 -w -Werror -Werror=all-warnings x.cu",
        ),
        (
            "-M -forward-unknown-to-host-compiler -fPIC --param=a=b,c x.cu",
            r"build --generate-dependencies --compiler-options=-fPIC --compiler-options=--param=a=b\,c x.cu",
        ),
        ("-M x.cu", "build --generate-dependencies x.cu"),
        (
            "-E -I a,b -isystem c,d x.cu",
            "build --emit=preprocessed --include-path=a --include-path=b --isystem=c --isystem=d x.cu",
        ),
        (
            "-ptx -G x.cu",
            "build --define-macro=__CUDACC_DEBUG__ --emit=ptx -O0 --generate-line-info x.cu \
             --output-extension=ptx",
        ),
        ("x.cu --emit tir", "build x.cu --emit tir"),
        ("--version", "--version"),
        ("check x.cu", "check x.cu"),
        ("chek x.cu", "chek x.cu"),
    ] {
        assert_eq!(ours(line), expected, "{line}");
    }
    // What it is not compiled for is an error, whatever else there is.
    for (line, expected) in [
        ("x.cu -r -o x.o", "-r is not supported: tilec does not link device code"),
        ("-cubin --simt-only x.cu", "--simt-only is not supported"),
        ("-cubin -arch=sm_90 -code=sm_90 x.cu", "needs a virtual target there"),
        ("-cubin -code=sm_90 x.cu", "-code needs -arch"),
        ("-cubin -lineinfo=true x.cu", "does not take a value"),
        ("-cubin x.cu -arch", "-arch: the value is missing"),
        ("-cubin -x c++ x.cpp", "-x c++ is not supported"),
        ("-cubin @no/such/file x.cu", "no/such/file"),
    ] {
        assert!(ours(line).contains(expected), "{line}: {}", ours(line));
    }
}

#[test]
fn what_has_no_effect_is_told() {
    let told = |line: &str| {
        let found = read(line, &Environment::default()).expect("a line that is accepted");
        (found.warnings.join("; "), found.remarks.join("; "))
    };
    let (warnings, _) = told("build -use_fast_math x.cu");
    assert!(warnings.starts_with("-use_fast_math has no effect: tile operations"), "{warnings}");
    let (warnings, remarks) = told("build --ftz=true -prec-div=true -lcudart x.cu");
    assert!(warnings.starts_with("--ftz=true has no effect") && !warnings.contains("prec-div"));
    assert!(remarks.contains("-prec-div is ignored") && remarks.contains("-l is ignored"));
    let (warnings, _) = told("-cubin -arch=sm_80 -arch=sm_90 -std=c++20 -std=c++20 x.cu");
    assert_eq!(warnings, "-arch is given twice: `sm_90` replaces `sm_80`");
    let (_, remarks) = told("-cubin -forward-unknown-to-host-linker -Wl,-z,defs --as-needed x.cu");
    assert!(remarks.contains("--as-needed is ignored: it is the linker's"), "{remarks}");
    let found = read("-cubin --dryrun -v x.cu", &Environment::default());
    assert_eq!(found.map(|found| found.commands), Ok(Commands::Print));
}

#[test]
fn the_environment_adds_options_to_nvccs_lines() {
    let environment = Environment {
        prepend: Some("-arch=sm_80 -DA='x y'".into()),
        append: Some("-arch=sm_90".into()),
    };
    let args = |line: &str| read(line, &environment).expect("accepted").args[1..].join("|");
    let expected =
        "build|--define-macro=A=x y|--emit=cubin|x.cu|--arch=sm_90|--output-extension=cubin";
    assert_eq!(args("-cubin x.cu"), expected);
    assert_eq!(args("check x.cu"), "check|x.cu");
}

/// Every row, in every spelling, on a line that is otherwise complete.
#[test]
fn each_option_is_treated_as_its_row_says() {
    for row in OPTIONS {
        for name in [format!("-{}", row.short), format!("--{}", row.long)] {
            let value = match (row.long, row.treatment) {
                ("output-file", _) => "x.ptx",
                ("x", _) => "cu",
                ("gpu-architecture", _) => "compute_90",
                ("gpu-code", _) => "sm_90",
                ("generate-code", _) => "arch=compute_90,code=sm_90",
                (_, Treatment::WarnIf(when, _)) => when,
                ("options-file", _) => "no/such/file",
                ("Werror", _) => "reorder",
                (long, _) => super::values::allowed(long).unwrap_or("1"),
            };
            let forms = match row.value {
                Value::None => vec![name.clone()],
                Value::One | Value::Glued => {
                    vec![format!("{name} {value}"), format!("{name}={value}")]
                }
            };
            for form in forms {
                let rest = if row.long == "gpu-code" { "-arch=compute_90 " } else { "" };
                let line = format!("-E {rest}{form} x.cu");
                let found = read(&line, &Environment::default());
                match (row.treatment, &found) {
                    // The file is looked for.
                    (Treatment::Driver(super::DriverOption::OptionsFile, _), Err(error)) => {
                        assert!(error.contains("no/such/file"), "{line}");
                    }
                    (Treatment::Refused(why), Err(error)) => assert!(error.contains(why), "{line}"),
                    (Treatment::Warned(why) | Treatment::WarnIf(_, why), Ok(found)) => {
                        assert!(found.warnings.iter().any(|it| it.contains(why)), "{line}");
                    }
                    (Treatment::Ignored(why), Ok(found)) => {
                        assert!(found.remarks.iter().any(|it| it.contains(why)), "{line}");
                    }
                    (Treatment::Host(theirs), Ok(found)) => {
                        let word = format!("--compiler-options={theirs}");
                        assert!(found.args.iter().any(|it| it.starts_with(&word)), "{line}");
                    }
                    (Treatment::Same(ours), Ok(found)) => {
                        assert!(found.args.iter().any(|it| it.starts_with(ours)), "{line}");
                    }
                    (Treatment::Target(_) | Treatment::Driver(..), Ok(_)) => {}
                    (_, found) => panic!("{line}: {found:?}"),
                }
                assert!(
                    found.is_err() || found.is_ok_and(|it| it.args.contains(&"x.cu".to_owned())),
                    "{line}: the value and the input are told apart"
                );
            }
        }
    }
}

/// What tilec's own options are called for `clap`: a row that names one that does not exist would be
/// an error of clap at a user's line.
#[test]
fn each_option_of_ours_exists() {
    for row in OPTIONS {
        if let Treatment::Same(ours) = row.treatment {
            let bare = ours.trim_start_matches('-').split('=').next().unwrap_or_default();
            let is_general = matches!(bare, "help" | "version");
            assert!(is_general || crate::cli::is_option(bare), "{ours}");
        }
    }
}

#[test]
fn names_are_unique() {
    for (index, row) in OPTIONS.iter().enumerate() {
        for other in &OPTIONS[..index] {
            for name in [row.long, row.short] {
                assert!(other.long != name && other.short != name, "{name}");
            }
        }
    }
}

#[test]
fn lists_and_objects_are_nvccs() {
    for (line, expected) in [
        (
            "-ptx -DVV=3,Q=4 -U A,B x.cu",
            "build --emit=ptx --define-macro=VV=3 --define-macro=Q=4 --undefine-macro=A --undefine-macro=B x.cu \
             --output-extension=ptx",
        ),
        (
            "-ptx -DPAIR={1,2} -DF(a,b)=a x.cu",
            "build --emit=ptx --define-macro=PAIR={1,2} --define-macro=F(a,b)=a x.cu --output-extension=ptx",
        ),
        // Lists of definitions are nvcc's alone.
        ("build -DVV=3,Q=4 x.cu", "build --define-macro=VV=3,Q=4 x.cu"),
        ("-tilecubin x.cu foo.o libbar.a", "build --emit=cubin x.cu --output-extension=tile.cubin"),
        ("-E -x cu -", "build --emit=preprocessed -"),
        // What is linked, behind what is compiled.
        ("x.cu", "build x.cu --emit=executable"),
        ("-c x.cu y.cu", "build --emit=object x.cu y.cu --output-extension=o"),
        ("--lib -o x.a x.cu y.o", "build --emit=library --output=x.a x.cu y.o"),
        ("-shared x.cu -lfoo", "build --emit=shared x.cu --link-word=-lfoo"),
        (
            "a.o x.cu -lfoo -L lib -o app -Xlinker -z,defs libbar.a",
            "build x.cu --output=app a.o libbar.a --link-word=-lfoo --link-word=-Llib --link-word=-Xlinker \
             --link-word=-z --link-word=-Xlinker --link-word=defs",
        ),
        ("a.o b.o -o app", "build --output=app a.o b.o"),
        ("build x.cu a.o -lm -o app", "build x.cu a.o -o app --link-word=-lm"),
    ] {
        assert_eq!(ours(line), expected);
    }
}

#[test]
fn mistakes_are_told() {
    for (line, expected) in [
        ("-ptx -rdc=maybe x.cu", "-rdc=maybe: expected true or false"),
        ("-ptx -ftz=1 x.cu", "-ftz=1: expected true or false"),
        (
            "-ptx -default-stream bogus x.cu",
            "-default-stream=bogus: expected legacy, null or per-thread",
        ),
        ("-ptx -m32 x.cu", "-m=32: expected 64"),
        ("-ptx -Werror bogus-kind x.cu", "-Werror bogus-kind: nvcc has no such kind of warnings"),
        (
            "-ptx -fPIC x.cu",
            "-fPIC is not an option of nvcc or tilec; the host compiler's stand behind -Xcompiler",
        ),
        ("-ptx -arch=sm_90", "there is no input; `tilec --help` lists the commands"),
        ("-ptx foo.o", "there is no input; `tilec --help` lists the commands"),
        ("-ptx -tilecubin x.cu", "-tilecubin asks for another output than ptx, and there is one"),
    ] {
        assert_eq!(ours(line), expected);
    }
    // What is asked for twice, and what preprocesses first.
    for line in ["-tilecubin -cubin x.cu", "-ptx -E x.cu", "-E -ptx x.cu", "-ptx -ptx x.cu"] {
        assert!(ours(line).starts_with("build"), "{line}: {}", ours(line));
    }
}
