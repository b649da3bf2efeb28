//! Tests of the preprocessor, by clause of [cpp].

mod directives;
mod documents;
mod fuzz;
mod macros;
mod preamble;
mod sources;
mod specifiers;
mod world;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::lex::token;

/// Files in memory.
pub struct Files(pub BTreeMap<&'static str, &'static str>);

impl SourceLoader for Files {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).map(|&text| text.into())
    }

    fn list(&self, path: &str) -> Vec<String> {
        let split = |name: &str| {
            name.rsplit_once('/').map_or_else(
                || (String::new(), name.into()),
                |(dir, file)| (dir.to_string(), file.to_string()),
            )
        };
        let entries = self.0.keys().map(|name| split(name));
        entries.filter(|(dir, _)| dir == path).map(|(_, file)| file).collect()
    }
}

/// One text, whatever the path.
struct Text<'t>(&'t str);

impl SourceLoader for Text<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        (path == "main.cu").then(|| self.0.into())
    }
}

pub fn options() -> PpOptions {
    let arch = CudaArch { number: 90, features: ArchFeatures::Specific };
    PpOptions {
        embedded: &[
            ("cuda_tile.h", "#pragma once\n#include \"cuda_tile/general.h\"\nint cuda_tile;\n"),
            ("cuda_tile/detail.h", "#pragma once\nint detail;\n"),
            ("cuda_tile/general.h", "#include \"../cuda_tile/detail.h\"\n#define GENERAL 1 / 1\n"),
        ],
        ..PpOptions::new(arch)
    }
}

/// What came of preprocessing.
pub struct Outcome {
    pub map: SourceMap,
    pub interner: Interner,
    pub result: Preprocessed,
}

impl Outcome {
    /// The tokens, lines joined by one space.
    pub fn line(&self) -> String {
        self.lines().replace('\n', " ")
    }

    pub fn lines(&self) -> String {
        print(&self.result.tokens, &self.interner, &self.map, LineMarkers::None)
    }

    pub fn codes(&self) -> Vec<&'static str> {
        self.result.diagnostics.iter().map(|diagnostic| diagnostic.code.slug).collect()
    }

    pub fn messages(&self) -> Vec<String> {
        self.result.diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect()
    }
}

pub fn run_with(loader: &dyn SourceLoader, options: &PpOptions) -> Outcome {
    let mut map = SourceMap::new();
    let mut interner = token::new_interner();
    let result = preprocess(&mut map, &mut interner, loader, options, "main.cu");
    Outcome { map, interner, result }
}

pub fn run(text: &str) -> Outcome {
    run_with(&Text(text), &options())
}

/// The tokens of a text that has no findings.
pub fn expand(text: &str) -> String {
    let outcome = run(text);
    assert_eq!(outcome.codes(), Vec::<&str>::new(), "{:?}\n{text}", outcome.messages());
    outcome.line()
}

/// The findings in a text.
pub fn codes_of(text: &str) -> Vec<&'static str> {
    run(text).codes()
}
