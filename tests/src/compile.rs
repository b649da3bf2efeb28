//! Compiling for tests, from files or from text in the test.

use std::sync::Arc;

use lang::base::{Fix, SourceLoader, render};
use tilec::{Compiled, FileLoader, Session, Stage};

use crate::directive::Case;

/// Sources in memory, by path.
pub struct Sources(pub Vec<(&'static str, String)>);

impl SourceLoader for Sources {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let (_, text) = self.0.iter().find(|(name, _)| *name == path)?;
        Some(text.as_str().into())
    }
}

/// A test file as it is to be compiled, and the other files of the repository.
struct CaseFiles<'a>(&'a Case);

impl SourceLoader for CaseFiles<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if path == self.0.path.to_string_lossy() {
            return Some(self.0.source.as_str().into());
        }
        FileLoader.load(path)
    }
}

/// Compiles a test file.
pub fn compile_case(case: &Case, session: &Session, stage: Stage) -> Compiled {
    tilec::compile(session, &CaseFiles(case), &case.path.to_string_lossy(), stage)
}

/// The default session, for a target, on a machine without host compiler: what a test shows does not
/// depend on what is installed.
pub fn session(arch: &str) -> Session {
    let mut session = Session::for_target(arch).expect("the tests name targets that there are");
    session.preprocessor.host_dirs.clear();
    session.preprocessor.host_release = None;
    session
}

/// Compiles text as `kernel.cu`.
pub fn compile_text(text: &str, arch: &str, stage: Stage) -> Compiled {
    let sources = Sources(vec![("kernel.cu", text.to_string())]);
    with_stack(|| tilec::compile(&session(arch), &sources, "kernel.cu", stage))
}

/// Compiles a file of the repository.
pub fn compile_file(path: &std::path::Path, arch: &str, stage: Stage) -> Compiled {
    let path = path.to_string_lossy().into_owned();
    with_stack(|| tilec::compile(&session(arch), &FileLoader, &path, stage))
}

/// The compiler recurses with the nesting of its input; test threads have small stacks.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread for the compiler: {error}"),
        }
    })
}

/// Everything reported, as people see it, without colours.
pub fn rendered(compiled: &Compiled) -> String {
    compiled
        .diagnostics
        .iter()
        .map(|diagnostic| render::human(&compiled.map, diagnostic, render::Colors::Off))
        .collect()
}

/// The source with a fix applied; its edits are in the compiled text itself.
pub fn fixed(compiled: &Compiled, source: &str, fix: &Fix) -> String {
    let mut edits: Vec<_> = fix
        .edits
        .iter()
        .filter_map(|edit| {
            let (_, start) = compiled.map.file_offset(edit.span.lo)?;
            let end = start + (edit.span.hi.0 - edit.span.lo.0);
            Some((start as usize, end as usize, edit.text.as_str()))
        })
        .collect();
    assert_eq!(edits.len(), fix.edits.len(), "an edit that is in no file");
    edits.sort_unstable();
    let mut text = source.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}
