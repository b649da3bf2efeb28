//! From text to a dumped tree.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilec_lang::ast::{BodyId, dump};
use tilec_lang::base::{
    Diagnostic, Diagnostics, FileId, Interner, Severity, SourceLoader, SourceMap,
};
use tilec_lang::lex::token::new_interner;
use tilec_lang::parse::{TranslationUnit, parse, parse_body};
use tilec_lang::pp::{ArchFeatures, CudaArch, PpOptions, preprocess};

const MAIN: &str = "input.cu";

pub struct Parsed {
    pub unit: TranslationUnit,
    pub interner: Interner,
    pub map: SourceMap,
    pub diagnostics: Diagnostics,
    main: Option<FileId>,
}

/// The text of a test, and the headers of the library from the working tree.
struct Files {
    main: Arc<str>,
}

impl SourceLoader for Files {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if path == MAIN {
            return Some(self.main.clone());
        }
        std::fs::read_to_string(path).ok().map(Arc::from)
    }
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Preprocesses and parses text, without its function bodies.
pub fn parse_text(text: &str) -> Parsed {
    let mut map = SourceMap::new();
    let mut interner = new_interner();
    let arch = CudaArch { number: 90, features: ArchFeatures::Portable };
    let options = PpOptions {
        system_dirs: vec![repository().join("stdlib/include").to_string_lossy().into_owned()],
        ..PpOptions::new(arch)
    };
    let files = Files { main: Arc::from(text) };
    let preprocessed = preprocess(&mut map, &mut interner, &files, &options, MAIN);
    let mut diagnostics = preprocessed.diagnostics;
    let (unit, found) = parse(preprocessed.tokens, &mut interner);
    diagnostics.extend(found);
    Parsed { unit, interner, map, diagnostics, main: preprocessed.main_file }
}

impl Parsed {
    /// Parses the bodies of all functions of the main file, also of those in bodies.
    pub fn parse_bodies(&mut self) {
        self.parse_bodies_of(|file, main| file == main);
    }

    /// Parses the bodies of all functions.
    pub fn parse_all_bodies(&mut self) {
        self.parse_bodies_of(|_, _| true);
    }

    fn parse_bodies_of(&mut self, wanted: impl Fn(Option<FileId>, Option<FileId>) -> bool) {
        let mut next = 0;
        while next < self.unit.ast.bodies.len() {
            let body = BodyId::from_u32(next as u32);
            if wanted(self.map.file_of(self.unit.ast[body].span.lo), self.main) {
                parse_body(&mut self.unit, &mut self.interner, body, &mut self.diagnostics);
            }
            next += 1;
        }
    }

    pub fn dump(&self) -> String {
        let unit = &self.unit;
        dump::dump(&unit.ast, &unit.tokens, &self.interner, &unit.decls)
    }

    /// `LINE:COL CODE message` for each error.
    pub fn messages(&self) -> Vec<String> {
        self.describe(self.diagnostics.iter())
    }

    /// The same for the errors of declarations that were set aside.
    pub fn messages_set_aside(&self) -> Vec<String> {
        self.describe(self.unit.set_aside().flat_map(|(_, aside)| aside.diagnostics.iter()))
    }

    fn describe<'d>(&self, diagnostics: impl Iterator<Item = &'d Diagnostic>) -> Vec<String> {
        diagnostics
            .filter(|d| d.severity >= Severity::Error)
            .map(|d| {
                let at = match self.map.locate(d.primary.span.lo) {
                    Some((file, at)) if Some(file) == self.main => {
                        format!("{}:{}", at.line, at.col)
                    }
                    Some((file, at)) => {
                        let path = &self.map.file(file).path;
                        format!("{path}:{}:{}", at.line, at.col)
                    }
                    None => "?".to_owned(),
                };
                format!("{at} {} {}", d.code.id, d.message)
            })
            .collect()
    }
}
