//! Outlines against trees: each declaration at namespace scope is in one item or in none, and its
//! item has its names.

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::ast::{Ast, DeclId, DeclKind, FriendDecl, QualNameId, UnqualifiedId};
use crate::base::{Diagnostics, Pos, SourceLoader, SourceMap};
use crate::lex::token::new_interner;
use crate::parse::demand::{Headers, outline, unmentioned};
use crate::parse::{TranslationUnit, parse};
use crate::pp::{ArchFeatures, CudaArch, PpOptions, preprocess};

/// A text and the headers of the library.
struct Files<'a>(&'a str);

impl SourceLoader for Files<'_> {
    #[expect(clippy::disallowed_methods, reason = "the library's headers are below the root")]
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if path == "main.cu" {
            return Some(self.0.into());
        }
        std::fs::read_to_string(path).ok().map(Arc::from)
    }
}

/// The folder of the library's headers.
fn library() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../stdlib/include").to_string_lossy().into_owned()
}

struct Outlined {
    unit: TranslationUnit,
    interner: Interner,
    outline: Outline,
}

fn outlined(text: &str) -> Outlined {
    let arch = CudaArch { number: 90, features: ArchFeatures::Portable };
    let mut options = PpOptions::new(arch);
    options.system_dirs = vec![library(), format!("{}/std", library())];
    let (mut map, mut interner) = (SourceMap::new(), new_interner());
    let source = preprocess(&mut map, &mut interner, &Files(text), &options, "main.cu");
    let mut ignored = Diagnostics::new();
    let brackets = BracketMap::new(&source.tokens, &mut ignored);
    let mut outline = Outline::default();
    let whole = TokenRange::new(0, source.tokens.len() - 1);
    let is_complete = outline.add(&source.tokens, &brackets, &mut interner, whole);
    assert!(is_complete, "the outline of {text} ends early");
    let (unit, _) = parse(source.tokens, &mut interner);
    Outlined { unit, interner, outline }
}

impl Outlined {
    /// The item at a position, and whether it is the end of the item as well.
    fn items(&self) -> Vec<(Pos, Pos, &[Name])> {
        let mut first = 0;
        let spans = self.outline.items.iter().map(|item| {
            let tokens = &self.unit.tokens[item.tokens.indices()];
            let names = &self.outline.names[first..item.names_end as usize];
            first = item.names_end as usize;
            (tokens[0].span.lo, tokens[tokens.len() - 1].span.hi, names)
        });
        spans.collect()
    }

    /// The declarations at namespace scope.
    fn declarations(&self) -> Vec<DeclId> {
        let mut found = Vec::new();
        let mut todo = self.unit.decls.clone();
        while let Some(id) = todo.pop() {
            match &self.unit.ast[id].kind {
                DeclKind::Namespace(namespace) => todo.extend(&namespace.decls),
                DeclKind::LinkageSpec(linkage) if linkage.has_braces => todo.extend(&linkage.decls),
                _ => found.push(id),
            }
        }
        found
    }

    /// The names that a declaration brings into its namespace or belongs to.
    fn names_of(&self, id: DeclId, out: &mut Vec<String>) {
        let ast = &self.unit.ast;
        let text = |name: Name| self.interner.text(name).to_string();
        match &ast[id].kind {
            DeclKind::UsingDecl(using) => self.name(ast, using.name, out),
            DeclKind::TypeAlias(alias) => out.push(text(alias.name.name)),
            DeclKind::Class(class) => class.name.iter().for_each(|&name| self.name(ast, name, out)),
            DeclKind::Enum(enumeration) => {
                enumeration.name.iter().for_each(|&name| self.name(ast, name, out));
                if !enumeration.is_scoped {
                    enumeration.enumerators.iter().for_each(|&each| self.names_of(each, out));
                }
            }
            DeclKind::Enumerator { name, .. } | DeclKind::Concept { name, .. } => {
                out.push(text(name.name));
            }
            DeclKind::Function(function) => self.name(ast, function.name, out),
            DeclKind::Variable(variable) => self.name(ast, variable.name, out),
            DeclKind::StructuredBinding(binding) => {
                binding.bindings.iter().for_each(|&each| self.names_of(each, out));
            }
            DeclKind::Binding(name) => out.push(text(name.name)),
            DeclKind::Template(template) => self.names_of(template.inner, out),
            DeclKind::ExplicitSpecialization(inner)
            | DeclKind::ExplicitInstantiation { inner, .. }
            | DeclKind::Friend(FriendDecl::Decl(inner)) => self.names_of(*inner, out),
            DeclKind::DeductionGuide(guide) => self.name(ast, guide.name, out),
            DeclKind::LinkageSpec(linkage) => {
                linkage.decls.iter().for_each(|&each| self.names_of(each, out));
            }
            _ => {}
        }
    }

    fn name(&self, ast: &Ast, id: QualNameId, out: &mut Vec<String>) {
        let name = &ast[id];
        let segment = name.qualifiers.iter().find(|segment| segment.args.is_some());
        match &segment.unwrap_or(&name.last).id {
            UnqualifiedId::Identifier(name) => out.push(self.interner.text(*name).to_string()),
            UnqualifiedId::Operator(operator) => {
                let symbol = operator.text();
                out.push(symbol.trim_end_matches("[]").trim_end_matches("()").to_string());
            }
            UnqualifiedId::Literal(suffix) => {
                out.push(self.interner.text(suffix.name).trim_start_matches('"').to_string());
            }
            _ => {}
        }
    }

    /// Compares the outline with the tree. Returns how many declarations stand in items.
    fn compare(&self, what: &str) -> usize {
        let items = self.items();
        let mut n_inside = 0;
        for id in self.declarations() {
            let span = self.unit.ast[id].span;
            let Some(&(lo, hi, names)) =
                items.iter().find(|item| item.0 <= span.lo && span.lo < item.1)
            else {
                continue;
            };
            let start = u32::from(lo.0 > 0);
            let text =
                |at: Pos| format!("{what}: declaration at {}..{}, item {lo:?}", at.0, span.hi.0);
            assert!(span.hi <= hi, "{}: ends behind its item {start}", text(span.lo));
            let mut declared = Vec::new();
            self.names_of(id, &mut declared);
            for name in declared {
                let has_name = names.iter().any(|&each| self.interner.text(each) == name);
                assert!(has_name, "{}: `{name}` is not among its names", text(span.lo));
            }
            n_inside += 1;
        }
        n_inside
    }

    /// No item has the name of a namespace among its names: every header mentions those, so the item, and
    /// all that it mentions, could never be left out.
    fn has_no_namespace_as_name(&self, what: &str) {
        for (lo, _, names) in self.items() {
            let is_namespace =
                |name: &&Name| self.outline.namespaces.iter().any(|each| each.name == **name);
            if let Some(&name) = names.iter().find(is_namespace) {
                panic!("{what}: the item at {} has the name `{}`", lo.0, self.interner.text(name));
            }
        }
    }
}

/// One declaration for each item, so that none ends late.
#[track_caller]
fn check(text: &str, names: &[&str]) {
    let outlined = outlined(text);
    outlined.compare(text);
    let found: Vec<String> = outlined
        .items()
        .iter()
        .map(|item| {
            let texts: Vec<&str> =
                item.2.iter().map(|&name| outlined.interner.text(name)).collect();
            texts.join(" ")
        })
        .collect();
    assert_eq!(found, names, "{text}");
}

#[test]
fn functions() {
    check("void f(); int g(int a) { return {a}; } auto h() -> int;", &["f", "g", "h"]);
    check("template<class T> tile<T> f(T t) noexcept(g<T>()) { } int x;", &["f", "x"]);
    check("template<> int f<int>(int) { } int x;", &["f", "x"]);
    check(
        "void f() requires (A<T>) { } void g() requires requires(T t) { t; } { } int x;",
        &["f", "g", "x"],
    );
    check(
        "template<class T> requires requires { T(); } && (B<T>) void f() { } int x;",
        &["f", "x"],
    );
    check(
        "template<class T> requires (n::v<T> == 1) void f() { } template<class T> requires n::A<T> && (n::v<T>) && \
         requires (T t) { t; } T& g(); int x;",
        &["f", "g", "x"],
    );
    check(
        "void f() requires n::A<T> || (n::B) { } template<class T> requires true T f(T); int x;",
        &["f", "f", "x"],
    );
    check("template<class T> S<T>::S(T t) : a(t), b{t} { } int x;", &["S S", "x"]);
    check("void f() try { } catch (int) { } int x;", &["f", "x"]);
    // What has no name is not an item: it is parsed where it stands.
    check(
        "bool operator<(A, A); A operator()(A); int operator\"\"_km(long); int operator \"\" _m(long);",
        &["<", "_km", "_m"],
    );
    check("extern \"C\" int f(int); extern \"C\" { int g(int); }", &["f", "g"]);
}

#[test]
fn variables() {
    check("int a, b[2] = {1}, c{3}, *d; constexpr int e = a < b;", &["a b c d", "e"]);
    check("int (*f)(int); int (g);", &["f", "g"]);
    check(
        "template<class T> constexpr bool v = A<T, B>::value; template<> bool w<int> = {};",
        &["v", "w"],
    );
    check("auto [p, q] = f(); auto l = [](int a) { return a; };", &["p q", "l"]);
}

#[test]
fn types() {
    check("struct S; struct S final : B<1> { int m() { } }; int x;", &["S", "S final", "x"]);
    check(
        "template<class T> struct S<T*> : B { }; enum E { A, B = 2 }; enum class F : int { C };",
        &["S", "E A B", "F"],
    );
    check(
        "using T = int; typedef int (*U)(V); using a::b; using a::operator+;",
        &["T", "U V", "b", "+"],
    );
    check(
        "template<class T> concept C = requires(T t) { t; }; S(int) -> S<int>; int x;",
        &["C", "S", "x"],
    );
}

#[test]
fn what_is_kept() {
    check("namespace a { int x; } namespace b = a; using namespace a; using enum E; ;", &["x"]);
    check("static_assert(true); static_assert(A<1>, \"\"); int x;", &["", "", "x"]);
    check("inline namespace a::b { extern \"C++\" { int x; } }", &["x"]);
}

/// A program pays for what it mentions: of a header that is only included, next to nothing is parsed.
#[test]
fn an_include_alone() {
    for header in ["cuda_tile.h", "cuda_runtime.h", "cuda_fp8.h", "cuda_fp4.h"] {
        let Outlined { unit, mut interner, .. } = outlined(&format!("#include <{header}>\n"));
        let end = unit.tokens.len() as u32 - 1;
        let own = 0..end;
        let headers = Headers { own: std::slice::from_ref(&own), foreign: &[] };
        let left_out = {
            let outline = outline(&unit.tokens, &unit.brackets, &mut interner, headers);
            unmentioned(&unit.tokens, &mut interner, &outline, headers, &[])
        };
        let n_left_out: u32 = left_out.iter().map(|range| range.end - range.start).sum();
        let n_parsed = end - n_left_out;
        assert!(n_parsed * 20 < end, "{header}: {n_parsed} of {end} tokens are parsed");
    }
}

#[test]
fn headers_of_the_library() {
    let mut n_inside = 0;
    for header in [
        "cuda_runtime.h",
        "cuda_tile.h",
        "cuda_fp16.h",
        "cuda_fp4.h",
        "cuda_fp6.h",
        "cuda_fp8.h",
        "algorithm",
        "array",
        "bit",
        "cmath",
        "compare",
        "complex",
        "cstring",
        "functional",
        "iterator",
        "memory",
        "numbers",
        "numeric",
        "optional",
        "ratio",
        "span",
        "string_view",
        "tuple",
        "utility",
        "variant",
        "cuda/std/span",
    ] {
        let outlined = outlined(&format!("#include <{header}>\n"));
        n_inside += outlined.compare(header);
        outlined.has_no_namespace_as_name(header);
    }
    assert!(n_inside > 5_000, "{n_inside} declarations stand in items");
}
