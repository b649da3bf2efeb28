//! Preprocessed CUDA C++ as plain C++: kernels become stubs, launches become calls of them.
//!
//! | in | out |
//! |---|---|
//! | `__tile_global__ void k(float* p) { ... }` | `__attribute__((used)) void k(float* p) {}` |
//! | `k<3><<<grid, block>>>(p)` | `(::__tilec_configure(grid, block), k<3>(p))` |
//! | the same, of a whole program | its body launches the kernel, see [`stub`](super::stub) |
//! | `__tile__ float f(float x) { ... }` | ` float f(float x) { __builtin_unreachable(); }` |
//! | the same, of a whole program | its body ends the program |
//! | `__managed__`, in a whole program | the attribute of a section of its own |
//! | `__host__`, `__forceinline__`, ... | nothing |
//! | `concept c [[tilec::because(...)]] = ...;` | `concept c  = ...;` |
//! | `asm("trap;");` | `;`, but in a whole program it is the host's |
//! | `struct ::a::b<int> : c {};` | `struct a::b<int> : c {};` |
//! | `extern __device__ float abs(float);` of `namespace std` | `;` |
//! | `__global__`, `__device__`, ... of SIMT code | `__attribute__((global))`, `__attribute__((device))`, ... |
//!
//! The rest is left as it is, so that a host compiler finds the types, overloads and
//! template arguments of host code as it always does. `used` keeps a stub in the object once it is
//! instantiated, whether what uses it is kept or not. Lines stay where they are: line markers and line
//! ends of what is taken out remain.

use std::ops::Range;

use lang::base::{Diagnostics, Pos};
use lang::lex::token::new_interner;
use lang::lex::{KeywordTable, Token, TokenKind, lex};

use super::class_head::global_qualifier;
use super::declared::{
    Function, Partners, cast_before, function_at, is_space, name_of_template_id,
};
use super::object::MANAGED_SECTION;
use super::stub;

use TokenKind as T;

/// Which bodies of device code stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bodies {
    /// Those that a type or a constant may depend on.
    Needed,
    /// Those of functions that are host code too.
    Host,
}

/// What the result is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To have its symbols read: nothing of it runs.
    Symbols,
    /// To be part of a program.
    Program,
    /// To have its SIMT kernels compiled, by Clang: tile code alone is taken out.
    Simt,
}

/// Rewrites the output of a preprocessor.
pub fn rewrite(source: &str, purpose: Purpose, bodies: Bodies) -> String {
    let mut interner = new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let lexed = lex(source, Pos(0), &keywords, &mut interner, &mut Diagnostics::new());
    let tokens = without_directives(lexed.tokens);
    let partners = Partners::new(&tokens);
    let mut rewriter =
        Rewriter { source, tokens: &tokens, partners: &partners, purpose, edits: Vec::new() };
    rewriter.declarations(bodies);
    rewriter.edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    if purpose != Purpose::Simt {
        rewriter.launches();
    }
    // An insertion stands before what is replaced at its place.
    rewriter.edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    rewriter.render(0..source.len())
}

/// The tokens that no directive has: of preprocessed text, line markers and pragmas.
fn without_directives(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut in_directive = false;
    for token in tokens {
        if token.starts_line() {
            in_directive = token.kind == T::Hash;
        }
        if !in_directive {
            kept.push(token);
        }
    }
    kept
}

struct Edit {
    range: Range<usize>,
    text: String,
}

struct Rewriter<'s> {
    source: &'s str,
    tokens: &'s [Token],
    partners: &'s Partners,
    purpose: Purpose,
    edits: Vec<Edit>,
}

impl Rewriter<'_> {
    fn kind(&self, index: usize) -> TokenKind {
        self.tokens.get(index).map_or(T::Eof, |token| token.kind)
    }

    fn start(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(self.source.len(), |token| token.span.lo.0 as usize)
    }

    fn end(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(self.source.len(), |token| token.span.hi.0 as usize)
    }

    fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.edits.push(Edit { range, text: text.into() });
    }

    /// Takes out what only device code has.
    fn declarations(&mut self, bodies: Bodies) {
        // Each function is found from each of its specifiers.
        let mut last_name = None;
        let library = self.library();
        for index in 0..self.tokens.len() {
            let kind = self.kind(index);
            match kind {
                _ if self.purpose == Purpose::Simt && self.attribute(index) => {}
                T::KwTileGlobal | T::KwGlobal => {
                    let text = "__attribute__((used))";
                    self.replace(self.start(index)..self.end(index), text);
                }
                T::KwTile
                | T::KwDevice
                | T::KwHost
                | T::KwShared
                | T::KwConstant
                | T::KwGridConstant
                | T::KwForceinline
                | T::KwNoinline => {
                    self.replace(self.start(index)..self.end(index), "");
                }
                T::KwManaged => {
                    // Host code and kernels reach the same variable. Its alignment is that of its type: Clang takes an
                    // attribute for it, also where the type has more.
                    let text = match self.purpose {
                        Purpose::Program => {
                            format!("__attribute__((section(\"{MANAGED_SECTION}\")))")
                        }
                        Purpose::Symbols | Purpose::Simt => String::new(),
                    };
                    self.replace(self.start(index)..self.end(index), text);
                }
                T::KwLaunchBounds | T::KwClusterDims | T::KwMaxnreg => {
                    let last = match self.kind(index + 1) {
                        T::LParen => self.partners.of(index + 1),
                        _ => index,
                    };
                    self.replace(self.start(index)..self.end(last), "");
                }
                T::KwStatic if self.is_of_instantiation(index) => {
                    self.replace(self.start(index)..self.end(index), "");
                }
                // Host compilers take no attribute behind the name of a concept.
                T::LBracket
                    if self.kind(index + 1) == T::LBracket
                        && self.is_word(index + 2, &["tilec"])
                        && self.kind(index + 3) == T::ColonColon =>
                {
                    let range = self.start(index)..self.end(self.partners.of(index));
                    let lines = lines_of(&self.source[range.clone()]);
                    self.replace(range, lines);
                }
                T::KwStruct | T::KwClass => {
                    if let Some(at) = global_qualifier(self.tokens, self.partners, index) {
                        self.replace(self.start(at)..self.end(at), "");
                    }
                }
                _ => {}
            }
            let is_assembly = self.is_word(index, &["asm", "__asm", "__asm__"]);
            if is_assembly && self.purpose == Purpose::Symbols {
                self.assembly(index);
            }
            if !is_space(kind) {
                continue;
            }
            let Some(function) = function_at(self.tokens, self.partners, index) else { continue };
            if last_name != Some(function.name) {
                last_name = Some(function.name);
                if self.purpose != Purpose::Simt && library.iter().any(|body| body.contains(&index))
                {
                    self.redeclaration(&function);
                }
                self.body(&function, bodies);
            }
        }
    }

    /// Replaces a specifier of SIMT code by the attribute of Clang that means the same; whether it is one. A tile kernel is
    /// one of Clang's too, so that launches of it are launches.
    fn attribute(&mut self, index: usize) -> bool {
        let text = match self.kind(index) {
            T::KwTileGlobal | T::KwGlobal => "__attribute__((global))",
            T::KwDevice => "__attribute__((device))",
            T::KwHost => "__attribute__((host))",
            T::KwShared => "__attribute__((shared))",
            T::KwConstant => "__attribute__((constant))",
            T::KwForceinline => "__inline__ __attribute__((always_inline))",
            T::KwNoinline => "__attribute__((noinline))",
            _ => return false,
        };
        self.replace(self.start(index)..self.end(index), text);
        true
    }

    /// Whether a specifier is that of an explicit instantiation. nvcc allows `static` there; C++ does not,
    /// and Clang follows C++.
    fn is_of_instantiation(&self, index: usize) -> bool {
        let is_specifier = |kind| is_space(kind) || matches!(kind, T::KwInline | T::KwVoid);
        let first = (0..index).rev().find(|&at| !is_specifier(self.kind(at)));
        first.is_some_and(|at| self.kind(at) == T::KwTemplate)
    }

    /// Whether the token at `index` is one of some words.
    fn is_word(&self, index: usize, words: &[&str]) -> bool {
        let is_name = matches!(self.kind(index), T::Ident | T::KwAsm);
        is_name && words.contains(&&self.source[self.start(index)..self.end(index)])
    }

    /// Takes out a statement in assembly, which may be PTX: whatever it is, it instantiates nothing. The
    /// name of a function for the assembler stays.
    fn assembly(&mut self, index: usize) {
        let before = |at: usize| at.checked_sub(1).map_or(T::Eof, |before| self.kind(before));
        let is_statement = match before(index) {
            T::LBrace | T::RBrace | T::Semi | T::Colon | T::KwElse | T::KwDo => true,
            T::RParen => {
                let open = self.partners.of(index - 1);
                matches!(before(open), T::KwIf | T::KwWhile | T::KwFor | T::KwConstexpr)
            }
            _ => false,
        };
        let mut open = index + 1;
        while self.kind(open) != T::LParen {
            let is_qualifier = matches!(self.kind(open), T::KwVolatile | T::KwInline | T::KwGoto);
            if !is_qualifier {
                return;
            }
            open += 1;
        }
        let close = self.partners.of(open);
        if is_statement && close > open {
            let range = self.start(index)..self.end(close);
            let lines = lines_of(&self.source[range.clone()]);
            self.replace(range, lines);
        }
    }

    /// The bodies of `namespace std`.
    fn library(&self) -> Vec<Range<usize>> {
        let opens = |at: &usize| {
            self.kind(*at) == T::KwNamespace
                && self.is_word(*at + 1, &["std"])
                && self.kind(*at + 2) == T::LBrace
        };
        let namespaces = (0..self.tokens.len()).filter(opens);
        namespaces.map(|at| at + 2..self.partners.of(at + 2)).collect()
    }

    /// A toolkit declares functions of the C++ library for devices once more. To nvcc they are the
    /// library's own; a host compiler finds that they differ in `constexpr` or `noexcept`.
    fn redeclaration(&mut self, function: &Function) {
        let specifiers = function.start..function.name;
        let is_extern = specifiers.clone().any(|at| self.kind(at) == T::KwExtern);
        if function.body.is_some() || !is_extern || !function.spaces.contains(&T::KwDevice) {
            return;
        }
        let mut end = function.name;
        while !matches!(self.kind(end), T::Semi | T::Eof) {
            end = self.partners.of(end).max(end) + 1;
        }
        let range = self.start(function.start)..self.start(end);
        let lines = lines_of(&self.source[range.clone()]);
        self.replace(range, lines);
    }

    fn body(&mut self, function: &Function, bodies: Bodies) {
        let Some(body) = function.body.clone() else { return };
        let has = |kind| function.spaces.contains(&kind);
        let is_kernel = has(T::KwTileGlobal) || has(T::KwGlobal);
        if self.purpose == Purpose::Simt && (has(T::KwGlobal) || has(T::KwDevice)) {
            return;
        }
        let text = match (is_kernel, self.purpose) {
            (true, Purpose::Symbols | Purpose::Simt) => "{}".to_owned(),
            (true, Purpose::Program) => self.stub(function),
            (false, _) if has(T::KwHost) => return,
            (false, _) if bodies == Bodies::Needed && function.needs_body => return,
            // Of a function whose return type is deduced as of any other.
            (false, Purpose::Symbols | Purpose::Simt) => "{ __builtin_unreachable(); }".to_owned(),
            (false, Purpose::Program) => {
                "{ ::__tilec_device_function(__PRETTY_FUNCTION__); }".to_owned()
            }
        };
        let range = self.start(body.start)..self.end(body.end - 1);
        let lines = lines_of(&self.source[range.clone()]);
        self.replace(range, format!("{text}{lines}"));
    }

    /// The body of a kernel's stub; its parameters get the names that they lack.
    fn stub(&mut self, function: &Function) -> String {
        let parameters = stub::parameters(self.tokens, self.partners, function.parameters);
        let mut names = Vec::new();
        for (number, parameter) in parameters.iter().enumerate() {
            names.push(match parameter.name {
                Ok(name) => self.source[self.start(name)..self.end(name)].to_owned(),
                Err(behind) => {
                    let (end, name) = (self.end(behind), format!("__tilec_parameter_{number}"));
                    self.replace(end..end, format!(" {name}"));
                    name
                }
            });
        }
        let packs = parameters.iter().map(|parameter| parameter.is_pack);
        let is_simt = !function.spaces.contains(&T::KwTileGlobal);
        let key = if is_simt { stub::SIMT_KEY } else { stub::KEY };
        stub::body(key, names.iter().map(String::as_str).zip(packs))
    }

    /// Launches as calls. The edits so far are sorted.
    fn launches(&mut self) {
        let mut found = Vec::new();
        for index in 0..self.tokens.len() {
            let Some(close) = self.launch_at(index) else { continue };
            let Some(callee) = index.checked_sub(1).and_then(|last| self.callee(last)) else {
                continue;
            };
            let arguments = close + 2;
            let end = self.partners.of(arguments);
            if end <= arguments {
                continue;
            }
            let configuration = self.end(index + 1)..self.start(close);
            let lines = lines_of(&self.source[configuration.clone()]);
            let configuration = self.render(configuration).replace(['\n', '\r'], " ");
            let text = format!("(::__tilec_configure({configuration}), ");
            let callee = self.start(callee);
            found.push(Edit { range: callee..callee, text });
            found.push(Edit { range: self.start(index)..self.end(close + 1), text: lines });
            let end = self.end(end);
            found.push(Edit { range: end..end, text: ")".into() });
        }
        self.edits.extend(found);
    }

    /// For the first token of `<<<`, that of `>>>`, if this is a launch.
    fn launch_at(&self, index: usize) -> Option<usize> {
        let touch = |at: usize| {
            let (left, right) = (self.tokens.get(at)?, self.tokens.get(at + 1)?);
            left.touches(*right).then_some(())
        };
        if self.kind(index) != T::Shl || self.kind(index + 1) != T::Lt {
            return None;
        }
        touch(index)?;
        // `operator<<<int>`
        if self.kind(index.checked_sub(1)?) == T::KwOperator {
            return None;
        }
        let mut at = index + 2;
        loop {
            match self.kind(at) {
                T::LParen | T::LBracket | T::LBrace => {
                    let close = self.partners.of(at);
                    if close <= at {
                        return None;
                    }
                    at = close;
                }
                T::Shr
                    if self.kind(at + 1) == T::Gt
                        && self.kind(at + 2) == T::LParen
                        && touch(at).is_some() =>
                {
                    return Some(at);
                }
                T::RParen | T::RBracket | T::RBrace | T::Semi | T::Eof => return None,
                _ => {}
            }
            at += 1;
        }
    }

    /// The first token of the *postfix-expression* that ends with the token at `last`.
    fn callee(&self, last: usize) -> Option<usize> {
        let mut at = last;
        loop {
            // One part: a name, a template-id, what is in brackets.
            let part = match self.kind(at) {
                T::Ident | T::KwThis => at,
                T::Gt | T::Shr => name_of_template_id(self.tokens, self.partners, at)?,
                T::RParen | T::RBracket => {
                    let open = self.partners.of(at);
                    if open >= at {
                        return None;
                    }
                    // A call or an index if something stands before it that is one.
                    match open.checked_sub(1).map(|before| (before, self.kind(before))) {
                        Some((before, T::Ident | T::RParen | T::RBracket)) => {
                            at = before;
                            continue;
                        }
                        Some((before, T::RBrace)) if self.is_operand(before) => {
                            at = before;
                            continue;
                        }
                        Some((before, T::KwDecltype)) => before,
                        Some((before, T::Gt | T::Shr))
                            if cast_before(self.tokens, self.partners, before).is_some() =>
                        {
                            return cast_before(self.tokens, self.partners, before);
                        }
                        Some((before, T::Gt | T::Shr))
                            if name_of_template_id(self.tokens, self.partners, before)
                                .is_some() =>
                        {
                            at = before;
                            continue;
                        }
                        _ => open,
                    }
                }
                T::RBrace => {
                    let open = self.partners.of(at);
                    if let Some(closure) = self.closure(open) {
                        return Some(closure);
                    }
                    at = open.checked_sub(1).filter(|_| self.is_operand(at))?;
                    continue;
                }
                _ => return None,
            };
            let mut first = part;
            let before = |at: usize| at.checked_sub(1).map_or(T::Eof, |before| self.kind(before));
            if matches!(before(first), T::KwTemplate | T::KwTypename) {
                first -= 1;
            }
            match before(first) {
                T::ColonColon => {
                    first -= 1;
                    match before(first) {
                        T::Ident | T::Gt | T::Shr => at = first - 1,
                        _ => return Some(first),
                    }
                }
                T::Dot | T::Arrow => at = first.checked_sub(2)?,
                _ => return Some(first),
            }
        }
    }

    /// Whether the brace at `close` ends a closure or an object of a type, `F{k<int>}`, and no block.
    fn is_operand(&self, close: usize) -> bool {
        let open = self.partners.of(close);
        let before = open.checked_sub(1).map_or(T::Eof, |before| self.kind(before));
        matches!(before, T::Ident | T::Gt | T::Shr) || self.closure(open).is_some()
    }

    /// The first token of the lambda expression whose body opens at `open` ([expr.prim.lambda]).
    fn closure(&self, open: usize) -> Option<usize> {
        let mut at = open;
        loop {
            at = at.checked_sub(1)?;
            match self.kind(at) {
                T::RBracket => return Some(self.partners.of(at)),
                T::RParen => at = self.partners.of(at),
                // What may stand behind the parameters, and the type of the result.
                T::Ident | T::ColonColon | T::Arrow | T::Lt | T::Gt | T::Shr => {}
                T::Star | T::Amp | T::AmpAmp | T::KwConst | T::KwAuto | T::KwMutable => {}
                T::KwConstexpr | T::KwNoexcept | T::KwVoid | T::KwInt | T::KwFloat => {}
                _ => return None,
            }
        }
    }

    /// The source in a range with its edits.
    fn render(&self, range: Range<usize>) -> String {
        let mut text = String::with_capacity(range.len());
        let mut at = range.start;
        let first = self.edits.partition_point(|edit| edit.range.start < range.start);
        for edit in &self.edits[first..] {
            if edit.range.start >= range.end
                && !(edit.range.is_empty() && edit.range.start == range.end)
            {
                break;
            }
            // Inside of what is taken out.
            if edit.range.start < at || edit.range.end > range.end {
                continue;
            }
            text.push_str(&self.source[at..edit.range.start]);
            text.push_str(&edit.text);
            at = edit.range.end;
        }
        text.push_str(&self.source[at..range.end]);
        text
    }
}

/// What keeps the lines behind a text where they are: its line ends and line markers.
fn lines_of(text: &str) -> String {
    let mut lines = String::new();
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            lines.push('\n');
            let directive = line.trim_start().strip_prefix('#');
            // A pragma is about what is taken out.
            if directive.is_some_and(|text| !text.trim_start().starts_with("pragma")) {
                lines.push_str(line);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Bodies, Purpose, rewrite};

    fn of(source: &str) -> String {
        rewrite(source, Purpose::Symbols, Bodies::Needed)
    }

    #[test]
    fn stubs_of_programs_launch() {
        let of = |source: &str| rewrite(source, Purpose::Program, Bodies::Needed);
        for (source, expected) in [
            (
                "__tile_global__ void k(float* p,\n int) {\n a; }\nb;",
                "__attribute__((used)) void k(float* p,\n int __tilec_parameter_1) { static char __tilec_key; \
                 void *__tilec_arguments[] = { (void *)__builtin_addressof(p), \
                 (void *)__builtin_addressof(__tilec_parameter_1), nullptr }; \
                 ::__tilec_launch(&__tilec_key, __tilec_arguments); }\n\nb;",
            ),
            (
                "__tile__ int f(int x) { a; } void g() { asm(\"nop\"); }",
                " int f(int x) { ::__tilec_device_function(__PRETTY_FUNCTION__); } void g() { asm(\"nop\"); }",
            ),
        ] {
            assert_eq!(of(source), expected);
        }
    }

    #[test]
    fn simt_code_stays_where_it_is_compiled() {
        let of = |source: &str| rewrite(source, Purpose::Simt, Bodies::Needed);
        for (source, expected) in [
            (
                "template <class T> __global__ void k(T* p) { __shared__ T s[3]; a; } f<<<1, 2>>>(p);",
                "template <class T> __attribute__((global)) void k(T* p) { __attribute__((shared)) T s[3]; a; } f<<<1, 2>>>(p);",
            ),
            (
                "__tile_global__ void k(float* p) { a; }",
                "__attribute__((global)) void k(float* p) {}",
            ),
            ("__tile__ int f() { a; }", " int f() { __builtin_unreachable(); }"),
            (
                "__tile__ __device__ int f() { a; } __host__ int g() { b; }",
                " __attribute__((device)) int f() { a; } __attribute__((host)) int g() { b; }",
            ),
        ] {
            assert_eq!(of(source), expected);
        }
    }

    #[test]
    fn kernels_become_stubs() {
        for (source, expected) in [
            (
                "__tile_global__ void k(float* p) { a; }",
                "__attribute__((used)) void k(float* p) {}",
            ),
            (
                "template <int N> requires (N > 3) static void __tile_global__ k(float* p) { a; }",
                "template <int N> requires (N > 3) static void __attribute__((used)) k(float* p) {}",
            ),
            (
                "template <class T> __tile_global__ void k(T* p) requires requires(T t) { t.x; } { a; }",
                "template <class T> __attribute__((used)) void k(T* p) requires requires(T t) { t.x; } {}",
            ),
            (
                "template <class T> requires requires(T t) { t.x; } __tile_global__ void k(T* p) { a; }",
                "template <class T> requires requires(T t) { t.x; } __attribute__((used)) void k(T* p) {}",
            ),
            (
                "[[a::b(c)]] __tile_global__ __launch_bounds__(1, 2) void k(F f = [] { return 1; }) {\n a;\n}\nb;",
                "[[a::b(c)]] __attribute__((used))  void k(F f = [] { return 1; }) {}\n\n\nb;",
            ),
            (
                "template <int A, S B = S{1, (A > 2)}, class... T> __tile_global__ void k() { a; }",
                "template <int A, S B = S{1, (A > 2)}, class... T> __attribute__((used)) void k() {}",
            ),
            (
                "struct S { public: template <class T, int N> __device__ T f() { a; } };",
                "struct S { public: template <class T, int N>  T f() { __builtin_unreachable(); } };",
            ),
            (
                "template __tile_global__ void k<3>(float*);",
                "template __attribute__((used)) void k<3>(float*);",
            ),
            (
                "template inline static __tile_global__ void k<3>(float*); static int a;",
                "template inline  __attribute__((used)) void k<3>(float*); static int a;",
            ),
            (
                "extern \"C\" { __global__ void k() { x(); } }",
                "extern \"C\" { __attribute__((used)) void k() {} }",
            ),
        ] {
            assert_eq!(of(source), expected);
        }
    }

    #[test]
    fn classes_are_defined_without_the_global_qualifier() {
        for (source, expected) in [
            (
                "template <> struct ::a::b<c<int>> : ::d {};",
                "template <> struct a::b<c<int>> : ::d {};",
            ),
            (
                "template <class T> class [[x]] alignas(4) ::b<T*, (1 > 0)> final {};",
                "template <class T> class [[x]] alignas(4) b<T*, (1 > 0)> final {};",
            ),
            ("struct ::a::b *p; struct ::a::b f() { }", "struct ::a::b *p; struct ::a::b f() { }"),
            ("struct S : ::a {};", "struct S : ::a {};"),
        ] {
            assert_eq!(of(source), expected);
        }
    }

    #[test]
    fn device_code_is_taken_out() {
        for (source, expected) in [
            (
                "__tile__ float f(float x) { a; } int b;",
                " float f(float x) { __builtin_unreachable(); } int b;",
            ),
            ("__host__ __tile__ float f(float x) { a; }", "  float f(float x) { a; }"),
            ("__tile__ constexpr int f() { return 3; }", " constexpr int f() { return 3; }"),
            ("__tile__ auto f() { return 3; }", " auto f() { return 3; }"),
            (
                "__tile__ auto f() -> int { return 3; }",
                " auto f() -> int { __builtin_unreachable(); }",
            ),
            (
                "struct S { __tile__ S(int a) : a(a), b{a} { x; } };",
                "struct S {  S(int a) : a(a), b{a} { __builtin_unreachable(); } };",
            ),
            (
                "struct S { __tile__ S() = default; int x{}; };",
                "struct S {  S() = default; int x{}; };",
            ),
            ("__tile__ constexpr S s{3};", " constexpr S s{3};"),
            (
                "concept c [[tilec::because(a[0],\n \"]]\", 1)]] = a<T>; [[nodiscard]] int x;",
                "concept c \n = a<T>; [[nodiscard]] int x;",
            ),
            (
                "auto l = [=] __tile__ (int x) { return x; };",
                "auto l = [=]  (int x) { return x; };",
            ),
            (
                "__tile__ T operator()(int x) const { a; }",
                " T operator()(int x) const { __builtin_unreachable(); }",
            ),
            (
                "__tile__ bool operator<(T x) { a; }",
                " bool operator<(T x) { __builtin_unreachable(); }",
            ),
            (
                "template <class T> __tile__ int S<T>::f(int) noexcept(a(b)) { a; }",
                "template <class T>  int S<T>::f(int) noexcept(a(b)) { __builtin_unreachable(); }",
            ),
            (
                "namespace std { extern __host__ __device__ float abs(float); int b; } extern __device__ int c();",
                "namespace std { ; int b; } extern  int c();",
            ),
            (
                "namespace std {\ntemplate <class T, class U>\nextern __host__ __device__ T pow(T,\n U); }",
                "namespace std {\n\n\n; }",
            ),
            (
                "namespace std { inline __device__ int a(int); __device__ int b(int) { x; } }",
                "namespace std { inline  int a(int);  int b(int) { __builtin_unreachable(); } }",
            ),
            (
                "__host__ __device__ int f() { asm volatile(\"mov %0;\" : \"=r\"(x)); return x; }",
                "  int f() { ; return x; }",
            ),
            (
                "void f() { if (x) __asm__(\"trap;\"); else asm volatile (\"exit;\"); }",
                "void f() { if (x) ; else ; }",
            ),
            (
                "__device__ void f() {\n#pragma unroll\nfor (;;);\n# 9 \"x\"\n }\n#pragma once",
                " void f() { __builtin_unreachable(); }\n\n\n# 9 \"x\"\n\n#pragma once",
            ),
            (
                "int f(int) __asm__(\"g\"); int asm_ = 1;",
                "int f(int) __asm__(\"g\"); int asm_ = 1;",
            ),
            (
                "__tile__ void f() {\n# 3 \"x.h\"\na;\n}\nb;",
                " void f() { __builtin_unreachable(); }\n# 3 \"x.h\"\n\n\nb;",
            ),
        ] {
            assert_eq!(of(source), expected);
        }
    }

    #[test]
    fn launches_become_calls() {
        for (source, expected) in [
            ("k<<<1, 2>>>(p);", "(::__tilec_configure(1, 2), k(p));"),
            (
                "if (a) ns::k<T, (3 > 2)><<<g(1), {1, 2}>>>(p, q); else b;",
                "if (a) (::__tilec_configure(g(1), {1, 2}), ns::k<T, (3 > 2)>(p, q)); else b;",
            ),
            (
                "return (*f)<<<n, 1, 0, s.get()>>>();",
                "return (::__tilec_configure(n, 1, 0, s.get()), (*f)());",
            ),
            (
                "this->t[3].template run<X<Y>><<<1,1>>>(p);",
                "(::__tilec_configure(1,1), this->t[3].template run<X<Y>>(p));",
            ),
            (
                "::a::b<c>::d<<<f<g<1>>(x), 1>>>(p);",
                "(::__tilec_configure(f<g<1>>(x), 1), ::a::b<c>::d(p));",
            ),
            (
                "static_cast<void (*)(float*)>(k<float, 3>)<<<1,1>>>(p);",
                "(::__tilec_configure(1,1), static_cast<void (*)(float*)>(k<float, 3>)(p));",
            ),
            (
                "x = const_cast<F>(reinterpret_cast<a::F>(&k<float>))<<<1,1>>>(p);",
                "x = (::__tilec_configure(1,1), const_cast<F>(reinterpret_cast<a::F>(&k<float>))(p));",
            ),
            ("F{k<7>}<<<1,1>>>(p);", "(::__tilec_configure(1,1), F{k<7>}(p));"),
            (
                "a[0] ? typename a<T>::F{k<7>}<<<1,1>>>(p) : 0;",
                "a[0] ? (::__tilec_configure(1,1), typename a<T>::F{k<7>}(p)) : 0;",
            ),
            (
                "[] { return &k<9>; }()<<<1,1>>>(p);",
                "(::__tilec_configure(1,1), [] { return &k<9>; }()(p));",
            ),
            (
                "[&](auto x) mutable -> F { return x; }(3)<<<1,1>>>(p);",
                "(::__tilec_configure(1,1), [&](auto x) mutable -> F { return x; }(3)(p));",
            ),
            ("decltype(f)(k<9>)<<<1,1>>>(p);", "(::__tilec_configure(1,1), decltype(f)(k<9>)(p));"),
            (
                "if (a[1]) { } (*f)<<<1,1>>>(p);",
                "if (a[1]) { } (::__tilec_configure(1,1), (*f)(p));",
            ),
            ("a << b; c <<= d; operator<<<int>(a, b);", "a << b; c <<= d; operator<<<int>(a, b);"),
            ("k<<<1,\n 2>>>(p);\nb;", "(::__tilec_configure(1,  2), k\n(p));\nb;"),
            (
                "auto l = [&](auto c) { k<c><<<1,1>>>(p); };",
                "auto l = [&](auto c) { (::__tilec_configure(1,1), k<c>(p)); };",
            ),
            (
                "x ? k<1><<<1,1>>>(p) : k<2><<<1,1>>>(p);",
                "x ? (::__tilec_configure(1,1), k<1>(p)) : (::__tilec_configure(1,1), k<2>(p));",
            ),
            (
                "get(x)<<<1,1>>>(k<<<2,2>>>(p));",
                "(::__tilec_configure(1,1), get(x)((::__tilec_configure(2,2), k(p))));",
            ),
        ] {
            assert_eq!(of(source), expected);
        }
    }

    #[test]
    fn nothing_breaks_on_half_written_text() {
        for source in [
            "__tile_global__",
            "__tile_global__ void k(",
            "__tile__ f(",
            "k<<<",
            "k<<<1>>>(",
            "<<<1>>>(p)",
            "__tile__ S() : ",
            "__tile__ operator",
            "}}} __tile_global__ void k() {",
            "template <",
            "x>>>(",
            "; asm",
            "; asm volatile(",
            "namespace std { extern __device__ f(",
            "namespace std {",
            "__launch_bounds__",
            "__launch_bounds__(",
            ">::k<<<1,1>>>(p)",
            "a.k<<<1,1>>>(p)",
            ".k<<<1,1>>>(p)",
        ] {
            let _ = of(source);
        }
    }
}
