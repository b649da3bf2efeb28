//! Symbols of kernels: those of the files in `tests/mangling` are the ones that NVIDIA's compiler
//! gives, as recorded beside them, and `c++filt` demangles every symbol of the repository to the
//! declaration of its kernel.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use lang::base::SourceMap;
use lang::pp::preprocess;
use rayon::prelude::*;
use tilec::Stage;
use tilec_tests as tests;
use tilec_tests::compile::{compile_file, rendered, session, with_stack};

const ARCH: &str = "sm_90a";

#[test]
fn symbols_are_nvccs() {
    for path in tests::files("tests/mangling", "cu") {
        let compiled = compile_file(&path, ARCH, Stage::Lower);
        assert!(!compiled.kernels.is_empty(), "{}", rendered(&compiled));
        let mut symbols: Vec<&str> =
            compiled.kernels.iter().map(|kernel| kernel.symbol.as_str()).collect();
        symbols.sort_unstable();
        let recorded = std::fs::read_to_string(path.with_extension("txt")).expect("is recorded");
        let recorded: Vec<&str> = recorded.lines().collect();
        let ours: Vec<&&str> = symbols.iter().filter(|name| !recorded.contains(name)).collect();
        let theirs: Vec<&&str> = recorded.iter().filter(|name| !symbols.contains(name)).collect();
        assert!(
            ours.is_empty() && theirs.is_empty(),
            "{}\nours: {ours:#?}\nnvcc's: {theirs:#?}",
            path.display()
        );
    }
}

/// What `c++filt` makes of symbols; `None` where there is no such program.
fn demangled(symbols: &str) -> Option<String> {
    let mut child =
        Command::new("c++filt").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let symbols = symbols.to_owned();
    // Its output may fill the pipe before it has read everything.
    let writer = std::thread::spawn(move || input.write_all(symbols.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    String::from_utf8(output.stdout).ok()
}

const PARAMETER: &str = "a parameter inside the signature is `fL0p_`, which it takes for a fold";

/// Symbols that `c++filt` leaves as they are, and why; NVIDIA's compiler gives the same ones.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("_Z3e08I1SEvPT_DtdtdefL0p_1aEDtptfL0p_sr1SE1aE", PARAMETER),
    ("_Z3e09I1SEvPT_DtptfL0p_1aEDTdefL0p_EDTadfL0p_E", PARAMETER),
    ("_Z3e10IiEvPT_DTixfL0p_Li0EEDTdefL0p_EPDTeqfL0p_LDnEE", PARAMETER),
    (
        "_Z3e11IiEvPT_DTpLdefL0p_Li1EEPDTppdefL0p_EDTpp_defL0p_EDTmm_defL0p_EDTmifL0p_fL0p_E",
        PARAMETER,
    ),
    ("_Z21declared_by_parameterIiEvPT_DTplfL0p_Li1EE", PARAMETER),
    ("_Z6valuesIJEEvP4IntsIJXT_EEE", "it looks for the first element of a pack that has none"),
    ("_Z4sizeIiEvP4IntsIJXstT_EEEPS0_IJXatS1_EEE", "it takes the type of `alignof` for an operand"),
    ("_Z14noexcept_valueIiEvPSt17integral_constantIbXnxcvT__EEE", "it has no operator `noexcept`"),
];

/// The symbol of a kernel and its declaration, as the compiler spells it in the conventions of
/// `c++filt`; and the file that it is from.
struct Declared {
    file: String,
    symbol: String,
    declaration: String,
}

/// Whether a file may have kernels whose symbol is not just their name. The suites have thousands
/// that are `extern "C"` on the spot; files that have others or a block of them are all compiled.
fn has_mangled_kernels(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).expect("is a source file");
    let is_rejected = text.lines().any(|line| line.starts_with("// reject:"));
    let kernels = text.matches("__tile_global__").count();
    !is_rejected && kernels > text.matches("extern \"C\" __tile_global__").count()
}

/// The kernels of a file without mistakes. They need not be lowered.
fn declared(path: &Path) -> Vec<Declared> {
    let session = session(ARCH);
    let file = path.to_string_lossy().into_owned();
    let mut interner = lang::lex::token::new_interner();
    let mut map = SourceMap::new();
    let source =
        preprocess(&mut map, &mut interner, &tilec::FileLoader, &session.preprocessor, &file);
    if source.diagnostics.has_errors() {
        return Vec::new();
    }
    let (mut unit, found) = lang::parse::parse(source.tokens, &mut interner);
    if found.has_errors() {
        return Vec::new();
    }
    let options = sema::Options::default();
    sema::check(&mut unit, &mut interner, &map, options, |checked| {
        if checked.take_diagnostics().has_errors() {
            return Vec::new();
        }
        let names = checked.kernel_names();
        let declarations = checked.kernel_declarations();
        let declare = |(name, declaration): (sema::KernelName, String)| Declared {
            file: file.clone(),
            symbol: name.symbol,
            declaration,
        };
        names.into_iter().zip(declarations).map(declare).collect()
    })
}

#[test]
fn every_symbol_demangles_to_its_declaration() {
    let mut paths = tests::files("tests", "cu");
    paths.extend(tests::example_kernels());
    paths.retain(|path| has_mangled_kernels(path));
    let all: Vec<Declared> =
        paths.par_iter().flat_map_iter(|path| with_stack(|| declared(path))).collect();
    assert!(all.len() > 250, "only {} kernels", all.len());
    let symbols: String = all.iter().map(|kernel| format!("{}\n", kernel.symbol)).collect();
    let Some(text) = demangled(&symbols) else {
        tests::skip::skip("c++filt is not here");
        return;
    };
    assert_eq!(text.lines().count(), all.len());
    let mut failures = Vec::new();
    let mut excepted = Vec::new();
    for (kernel, demangled) in all.iter().zip(text.lines()) {
        if kernel.declaration == demangled {
            continue;
        }
        match EXCEPTIONS.iter().find(|(symbol, _)| *symbol == kernel.symbol) {
            Some((symbol, _)) if *symbol == demangled => excepted.push(*symbol),
            _ => failures.push(format!(
                "{}: {}\n  compiler: {}\n  c++filt:  {demangled}",
                kernel.file, kernel.symbol, kernel.declaration
            )),
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    for (symbol, why) in EXCEPTIONS {
        assert!(excepted.contains(symbol), "{symbol} is an exception no longer ({why})");
    }
}
