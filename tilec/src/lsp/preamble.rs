//! From a text to its syntax tree, with what stands in front of the first declaration read once.
//!
//! A document changes with each keystroke; the headers that it includes at its beginning do not.
//! Their tokens and tree are kept, and a text
//! that begins with the same lines goes on from a copy.
//!
//! Invariant: what is kept is used as long as whatever it was made from is the same: the options, those
//! lines, and the text of each file that was read or looked for in vain. So the tree is the one that the
//! whole text has.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use lang::ast::{BodyId, BodyState};
use lang::base::{Diagnostics, Interner, SourceLoader, SourceMap};
use lang::lex::token::new_interner;
use lang::parse::{TranslationUnit, parse, parse_on};
use lang::pp::{Paused, PpOptions, Preprocessed, preprocess};

use crate::preamble::{Preamble, Resumed, extent};

/// Longer texts are read as a whole.
const MAX_TEXT: usize = 1 << 20;

/// A text, parsed but for the bodies of its functions.
pub struct Read {
    pub map: SourceMap,
    pub interner: Interner,
    pub source: Preprocessed,
    pub unit: TranslationUnit,
    pub diagnostics: Diagnostics,
}

/// The preamble of the last text of a document.
#[derive(Default)]
pub struct Preambles {
    last: RefCell<Option<Preamble<Tree>>>,
    /// The folders of the installed toolkit, once a text has needed them.
    toolkit: RefCell<Vec<String>>,
}

/// The tree of a preamble.
struct Tree {
    unit: TranslationUnit,
    /// Bodies that are not parsed ahead because something is wrong with them.
    wrong: HashSet<BodyId>,
}

impl Tree {
    fn new(paused: &Paused, interner: &mut Interner) -> Option<Tree> {
        let (mut unit, diagnostics) = parse(paused.tokens().to_vec(), interner);
        let is_closed = diagnostics.is_empty() && unit.is_closed();
        unit.ast.share();
        is_closed.then_some(Tree { unit, wrong: HashSet::new() })
    }
}

impl Preambles {
    /// Reads a document, and keeps its preamble if that is asked for.
    pub fn read(
        &self,
        loader: &dyn SourceLoader,
        options: &PpOptions,
        path: &str,
        is_kept: bool,
    ) -> Option<Read> {
        let text = loader.load(path).filter(|text| text.len() <= MAX_TEXT);
        let Some(text) = text else { return whole(loader, options, path) };
        let mut last = self.last.borrow_mut();
        if !last.as_ref().is_some_and(|last| last.fits(loader, options, path, &text)) {
            if !is_kept {
                return whole(loader, options, path);
            }
            *last = Some(Preamble::new(loader, options, path, &text, Tree::new));
        }
        let go_on = |preamble: &Preamble<Tree>| go_on(preamble, loader, options, &text);
        if let Some(read) = last.as_ref().and_then(go_on) {
            return Some(read);
        }
        // There is none, or it is not closed.
        whole(loader, options, path)
    }

    /// Has bodies of the preamble parsed for the next texts too, that this one turned out to need.
    pub fn parse_ahead(&self, unit: &lang::ast::Ast) {
        let mut last = self.last.borrow_mut();
        let Some(made) = last.as_mut().and_then(|last| last.made.as_mut()) else { return };
        let is_parsed = |ast: &lang::ast::Ast, body: BodyId| {
            ast.bodies.get(body).is_some_and(|body| matches!(body.state, BodyState::Parsed(_)))
        };
        let Tree { unit: kept, wrong } = &mut made.of_tokens;
        let bodies = kept.ast.bodies.keys();
        let needed = bodies.filter(|&body| is_parsed(unit, body) && !is_parsed(&kept.ast, body));
        let needed: Vec<BodyId> = needed.filter(|body| !wrong.contains(body)).collect();
        wrong.extend(kept.parse_ahead(&needed, &mut made.interner));
        kept.ast.share();
    }

    pub fn toolkit(&self) -> Vec<String> {
        self.toolkit.borrow().clone()
    }

    pub fn set_toolkit(&self, dirs: Vec<String>) {
        self.toolkit.replace(dirs);
    }

    /// Forgets what is kept, which a panic may have left half made.
    pub fn forget(&self) {
        self.last.replace(None);
    }
}

/// Reads a text from its beginning to its end.
pub fn whole(loader: &dyn SourceLoader, options: &PpOptions, path: &str) -> Option<Read> {
    let mut map = SourceMap::with_room(extent(loader.load(path)?.len()));
    let mut interner = new_interner();
    let mut source = preprocess(&mut map, &mut interner, loader, options, path);
    source.main_file?;
    let tokens = std::mem::take(&mut source.tokens);
    let (unit, diagnostics) = parse(tokens, &mut interner);
    Some(Read { map, interner, source, unit, diagnostics })
}

fn go_on(
    preamble: &Preamble<Tree>,
    loader: &dyn SourceLoader,
    options: &PpOptions,
    text: &Arc<str>,
) -> Option<Read> {
    let Resumed { map, mut interner, mut source } = preamble.resume(loader, options, text)?;
    let mut unit = preamble.made.as_ref()?.of_tokens.unit.fork();
    let tokens = std::mem::take(&mut source.tokens);
    let diagnostics = parse_on(&mut unit, tokens, &mut interner);
    Some(Read { map, interner, source, unit, diagnostics })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::session::{DEFAULT_ARCH, Session};

    /// Files that are not on disk, by path.
    #[derive(Default)]
    struct Files(RefCell<Vec<(String, Arc<str>)>>);

    impl Files {
        fn write(&self, path: &str, text: &str) {
            let mut files = self.0.borrow_mut();
            files.retain(|(known, _)| known != path);
            files.push((path.to_owned(), text.into()));
        }
    }

    impl SourceLoader for Files {
        fn load(&self, path: &str) -> Option<Arc<str>> {
            let files = self.0.borrow();
            files.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone())
        }
    }

    fn options() -> PpOptions {
        Session::for_target(DEFAULT_ARCH).expect("the target exists").preprocessor
    }

    /// What can be seen of a text that was read: each token with the place where it was typed, the
    /// tree, what was found, documentation.
    fn seen(read: &Read) -> (Vec<String>, String, Vec<String>, Vec<String>) {
        let place = |pos| match read.map.file_offset(read.map.spelling(pos)) {
            Some((file, offset)) => format!("{}:{offset}", read.map.file(file).path),
            None => String::new(),
        };
        let Read { unit, interner, .. } = read;
        let tokens = unit.tokens.iter().map(|token| {
            format!("{:?} {} {}", token.kind, interner.text(token.name), place(token.span.lo))
        });
        let tree = lang::ast::dump::dump(&unit.ast, &unit.tokens, interner, &unit.decls);
        let found = read.source.diagnostics.iter().chain(read.diagnostics.iter());
        let mut found: Vec<String> = found
            .map(|found| format!("{} {}", found.message, place(found.primary.span.lo)))
            .collect();
        found.sort();
        let docs = read.source.docs.iter().map(|doc| place(doc.span.lo)).collect();
        (tokens.collect(), tree, found, docs)
    }

    #[track_caller]
    fn assert_same(preambles: &Preambles, files: &Files, what: &str) {
        let options = options();
        let read = preambles.read(files, &options, "main.cu", true).expect("a file");
        let whole = whole(files, &options, "main.cu").expect("a file");
        let (read, whole) = (seen(&read), seen(&whole));
        let differs = read.0.iter().zip(&whole.0).find(|(read, whole)| read != whole);
        assert_eq!(differs, None, "{what}");
        assert_eq!(read.0.len(), whole.0.len(), "{what}: tokens");
        assert!(read.1 == whole.1, "{what}: the trees differ");
        assert_eq!(read.2, whole.2, "{what}: what was found");
        assert_eq!(read.3, whole.3, "{what}: comments");
    }

    fn is_kept(preambles: &Preambles) -> bool {
        preambles.last.borrow().as_ref().is_some_and(|last| last.made.is_some())
    }

    #[test]
    fn a_text_that_goes_on_from_its_preamble_is_the_whole_text() {
        let files = Files::default();
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance");
        let folders = ["language/tile", "language/cpp", "language/lex", "library/matmul"];
        let mut paths: Vec<_> = folders
            .iter()
            .filter_map(|folder| fs::read_dir(cases.join(folder)).ok())
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "cu"))
            .collect();
        paths.sort();
        let preambles = Preambles::default();
        let mut n_kept = 0;
        let n_tried = if cfg!(debug_assertions) { 24 } else { 200 };
        for path in paths.iter().step_by(paths.len().div_ceil(n_tried).max(1)) {
            let text = fs::read_to_string(path).expect("a case");
            files.write("main.cu", &text);
            let what = path.display().to_string();
            assert_same(&preambles, &files, &what);
            n_kept += usize::from(is_kept(&preambles));
            // The same lines before another text.
            let more = "\n/// More.\nint more = __LINE__ + __COUNTER__;\n";
            files.write("main.cu", &format!("{text}{more}"));
            assert_same(&preambles, &files, &what);
        }
        assert!(n_kept > 2, "{n_kept}");
    }

    #[test]
    fn bodies_of_headers_are_parsed_ahead_where_they_are_right() {
        let (files, preambles) = (Files::default(), Preambles::default());
        files.write("part.h", "int right() { return 1; }\nint wrong() { return 1 +; }\n");
        files.write("main.cu", "#include \"part.h\"\nint own() { return 2; }\n");
        let options = options();
        let read = || preambles.read(&files, &options, "main.cu", true).expect("a file");
        let n_parsed = |read: &Read| {
            let parsed = read.unit.ast.bodies.values();
            let parsed = parsed.filter(|body| matches!(body.state, BodyState::Parsed(_)));
            parsed.filter(|body| !read.map.in_system_file(body.span.lo)).count()
        };
        let mut first = read();
        assert_eq!(n_parsed(&first), 0);
        let bodies: Vec<BodyId> = first.unit.ast.bodies.keys().collect();
        for body in bodies {
            let found = &mut Diagnostics::new();
            lang::parse::parse_body(&mut first.unit, &mut first.interner, body, found);
        }
        preambles.parse_ahead(&first.unit.ast);
        // The one of the header that is right; what is wrong with the other is found again.
        assert_eq!(n_parsed(&read()), 1);
        // But it is not tried again for the next texts.
        let n_kept = || read().unit.ast.exprs.len();
        let n_kept_once = n_kept();
        preambles.parse_ahead(&first.unit.ast);
        assert_eq!(n_kept(), n_kept_once);
    }

    #[test]
    fn a_preamble_grows_behind_comments() {
        let (files, preambles) = (Files::default(), Preambles::default());
        files.write("part.h", "int part;\n");
        let step = |text: &str, lines: &str| {
            files.write("main.cu", text);
            assert_same(&preambles, &files, text);
            let last = preambles.last.borrow();
            assert_eq!(last.as_ref().map(Preamble::lines), Some(lines), "{text}");
            assert_eq!(last.as_ref().is_some_and(|last| last.made.is_some()), !lines.is_empty());
        };
        let head = "// A comment.\n/* # */\n\n#include \"part.h\"\n";
        step("// A comment.\n", "");
        step("// A comment.\n/* #", "");
        step(&format!("{head}int own;\n"), head);
        let longer = format!("{head}  // More.\n#include \"part.h\"\n");
        step(&format!("{head}  // More.\nint own;\n"), head);
        step(&format!("{longer}int own;\n"), &longer);
    }

    #[test]
    fn what_is_around_a_preamble_is_not_around_the_text() {
        let (files, preambles) = (Files::default(), Preambles::default());
        let text = "#ifndef PASS\n#define PASS 0\n#endif\nint own[__COUNTER__ + 1];\n\
                    #if PASS == 0\n#undef PASS\n#define PASS 1\n#include \"main.cu\"\n#endif\n";
        files.write("main.cu", text);
        assert_same(&preambles, &files, text);
        assert!(is_kept(&preambles));
    }

    #[test]
    fn what_a_preamble_was_made_from_is_watched() {
        let (files, preambles) = (Files::default(), Preambles::default());
        let head = "#define N 4\n#include \"part.h\" // comment\n\
                    #if N > 2\n#include \"cuda_tile.h\"\n#endif\n";
        let step = |path: &str, text: &str, is_kept_then: bool| {
            files.write(path, text);
            if files.load("main.cu").is_some() {
                assert_same(&preambles, &files, text);
                assert_eq!(is_kept(&preambles), is_kept_then, "{text}");
            }
        };
        step("part.h", "#pragma once\nstruct Part { int x; };\n", true);
        step("main.cu", &format!("{head}int a = N;\n"), true);
        step("main.cu", &format!("{head}Part b{{__LINE__}};\n#include <limits>\n"), true);
        // Every file that was read, also one that comes to be.
        step("part.h", "#pragma once\nstruct Part { int x, y; };\nint n = __COUNTER__;\n", true);
        step("main.cu", &format!("{head}int c = __COUNTER__; int d = \u{e9};\n"), true);
        step("cuda_tile.h", "int not_ours;\n", true);
        // The lines themselves, and more of them.
        step("main.cu", &format!("#define M 1\n{head}int c = M;\n"), true);
        step("main.cu", &format!("#define M 1\n{head}#define O 1\nint c = O;\n"), true);
        // What does not end where the lines do.
        step("main.cu", "#include \"part.h\"\nint c;\n", true);
        step("part.h", "struct Part { int x; }\n", false);
        step("part.h", "namespace open {\n", false);
        step("part.h", "int f()\n", false);
        step("part.h", "int x = \n", false);
        step("part.h", "#define CALL(x) x\nint x;\n", true);
        step("main.cu", "#include \"part.h\"\nCALL\n(int y;)\n", true);
        step("part.h", "#define CALL(x) x\nCALL\n", false);
        step("main.cu", "#ifndef GUARD\n#define GUARD\nint y;\n#endif\n", false);
        step("main.cu", "#define A \\\n  3\n#define B /*\n*/ 4\nint y = A + B;\n", true);
        step("main.cu", "#include \"missing.h\"\nint y;\n", false);
        step("main.cu", "#include <missing>\nint y;\n", true);
        step("main.cu", "int y;\n", false);
        // More than there was room for.
        let long = "// A line that makes the text longer than it was.\n".repeat(3000);
        step("part.h", "int x;\n", false);
        step("main.cu", &format!("{head}int a;\n"), true);
        step("main.cu", &format!("{head}{long}int a;\n"), true);
        step("main.cu", &format!("{head}{long}int b;\n"), true);
    }
}
