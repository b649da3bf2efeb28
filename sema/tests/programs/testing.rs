//! Tests check small programs from their text; this is the only place that knows how.
//!
//! A line of a program may end in `//~ E0301 words`: an error with that code is expected on it whose
//! message contains the words. Everything else that is reported fails the test.

use std::sync::Arc;

use lang::base::{Diagnostic, Interner, Severity, SourceLoader, SourceMap};
use lang::pp::{ArchFeatures, CudaArch, PpOptions, preprocess};
use tilec_sema::{Options, Requested};

/// A loader of one text, whatever is asked for.
pub struct OneFile(pub Arc<str>);

impl SourceLoader for OneFile {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        (path == "main.cu").then(|| self.0.clone())
    }
}

/// The library's headers, for sm_90a.
fn of_sm_90a() -> PpOptions {
    let arch = CudaArch { number: 90, features: ArchFeatures::Specific };
    PpOptions {
        embedded: stdlib::HEADERS,
        has_builtin: tilec_sema::has_builtin,
        ..PpOptions::new(arch)
    }
}

/// A program without errors, lowered.
pub fn lowered(text: &str) -> ir::Module {
    let mut map = SourceMap::new();
    let mut interner = Interner::new();
    let source =
        preprocess(&mut map, &mut interner, &OneFile(text.into()), &of_sm_90a(), "main.cu");
    let (mut unit, _) = lang::parse::parse(source.tokens, &mut interner);
    tilec_sema::check(&mut unit, &mut interner, &map, Options::default(), |checked| {
        let module = checked.lower();
        assert!(checked.take_diagnostics().into_iter().next().is_none());
        module
    })
}

/// The instructions that lowering makes for a program, those that it throws away again included:
/// a measure of its work.
pub fn lowering_work(text: &str) -> usize {
    lowered(text).entries.iter().map(|(_, function)| function.num_insts()).sum()
}

/// What is reported about a program, as `line: code: message (label; notes)`.
pub fn report(text: &str) -> Vec<String> {
    report_for(text, &[])
}

pub fn report_for(text: &str, kernels: &[&str]) -> Vec<String> {
    let mut map = SourceMap::new();
    let mut interner = Interner::new();
    let loader = OneFile(text.into());
    let source = preprocess(&mut map, &mut interner, &loader, &of_sm_90a(), "main.cu");
    let mut found: Vec<Diagnostic> = source.diagnostics.into_iter().collect();
    let (mut unit, diagnostics) = lang::parse::parse(source.tokens, &mut interner);
    found.extend(diagnostics);
    let mut requested = |kernel: &str| {
        let argument = map.add_argument("--kernel", kernel).expect("there is room");
        Requested { text: kernel.to_owned(), at: map.file(argument).base }
    };
    let kernels = kernels.iter().map(|kernel| requested(kernel)).collect();
    let options = Options { kernels, ..Options::default() };
    let checked = tilec_sema::check(&mut unit, &mut interner, &map, options, |checked| {
        checked.take_diagnostics()
    });
    found.extend(checked);
    found
        .iter()
        .filter(|diagnostic| diagnostic.severity >= Severity::Error)
        .map(|diagnostic| {
            let line = map.locate(diagnostic.primary.span.lo).map_or(0, |(_, at)| at.line);
            let notes = diagnostic.notes.iter().map(|note| note.text.as_str());
            let fixes = diagnostic.fixes.iter().map(|fix| fix.title.as_str());
            let notes: Vec<&str> = notes.chain(fixes).collect();
            format!(
                "{line}: {}: {} ({}; {})",
                diagnostic.code.id,
                diagnostic.message,
                diagnostic.primary.text,
                notes.join(" | ")
            )
        })
        .collect()
}

/// The program has exactly the errors that its comments expect.
#[track_caller]
pub fn expect(text: &str) {
    let mut found = report(text);
    for (index, line) in text.lines().enumerate() {
        let Some((_, expected)) = line.split_once("//~ ") else { continue };
        let (code, words) = expected.split_once(' ').unwrap_or((expected, ""));
        let prefix = format!("{}: {code}: ", index + 1);
        let at = found.iter().position(|found| found.starts_with(&prefix) && found.contains(words));
        match at {
            Some(at) => drop(found.remove(at)),
            None => panic!("line {}: no {expected}; found {found:#?}", index + 1),
        }
    }
    assert!(found.is_empty(), "not expected: {found:#?}");
}
