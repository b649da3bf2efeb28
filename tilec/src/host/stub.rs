//! The stub that host code calls for a kernel: a function of the kernel's name, signature and
//! symbol that launches it.
//!
//! In: the tokens of a kernel's parameters ([dcl.fct]). Out: the body of its stub, which hands the address of each argument
//! to the run-time library with that of a variable of its own. By the variable the library knows which specialisation of a
//! template it is. Types are not known here; which word of a parameter is its name follows from what stands before it.

use lang::lex::{Token, TokenKind};

use super::declared::Partners;

use TokenKind as T;

/// A parameter of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StubParameter {
    /// The token that is its name, or the one behind which a name belongs.
    pub name: Result<usize, usize>,
    pub is_pack: bool,
}

/// The variable of a stub that stands for a tile kernel.
pub const KEY: &str = "__tilec_key";
/// The same for a SIMT kernel.
pub const SIMT_KEY: &str = "__tilec_simt_key";

/// The body of a stub with a key, from the names of its parameters and whether they are packs.
pub fn body<'a>(key: &str, parameters: impl Iterator<Item = (&'a str, bool)>) -> String {
    let address = |(name, is_pack): (&str, bool)| {
        let dots = if is_pack { "..." } else { "" };
        format!("(void *)__builtin_addressof({name}){dots}, ")
    };
    let addresses: String = parameters.map(address).collect();
    format!(
        "{{ static char {key}; void *__tilec_arguments[] = {{ {addresses}nullptr }}; \
         ::__tilec_launch(&{key}, __tilec_arguments); }}"
    )
}

/// The symbol of the variable in the stub with a symbol: that of a local entity ([Itanium C++ ABI, 5.1.6]). A function with
/// the linkage of C has its name as symbol.
pub fn key_symbol(key: &str, stub: &str) -> String {
    let length = key.len();
    match stub.strip_prefix("_Z") {
        Some(encoding) => format!("_ZZ{encoding}E{length}{key}"),
        None => format!("_ZZ{}{stub}E{length}{key}", stub.len()),
    }
}

/// The parameters between the parenthesis at `open` and its partner.
pub fn parameters(tokens: &[Token], partners: &Partners, open: usize) -> Vec<StubParameter> {
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    let close = partners.of(open);
    let (mut found, mut start, mut depth, mut at) = (Vec::new(), open + 1, 0i32, open + 1);
    while at < close {
        match kind(at) {
            T::LParen | T::LBracket | T::LBrace => at = partners.of(at).max(at),
            T::Lt => depth += 1,
            T::Gt => depth -= 1,
            T::Shr => depth -= 2,
            T::Comma if depth <= 0 => {
                found.push(parameter(tokens, partners, start, at));
                (start, depth) = (at + 1, 0);
            }
            _ => {}
        }
        at += 1;
    }
    let is_void = close == start + 1 && kind(start) == T::KwVoid;
    if close > start && !is_void {
        found.push(parameter(tokens, partners, start, close));
    }
    found
}

/// The parameter in the tokens from `start` to `end`.
fn parameter(tokens: &[Token], partners: &Partners, start: usize, end: usize) -> StubParameter {
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    // Without its default argument, and without the bounds of an array.
    let end = (start..end).find(|&at| kind(at) == T::Eq).unwrap_or(end);
    let mut last = end - 1;
    while last > start && kind(last) == T::RBracket && partners.of(last) > start {
        last = partners.of(last) - 1;
    }
    let mut at = start;
    let mut is_pack = false;
    while at < end {
        is_pack |= kind(at) == T::Ellipsis;
        at = partners.of(at).max(at) + 1;
    }
    if let Some(name) = name_in_parentheses(tokens, start, last) {
        return StubParameter { name, is_pack };
    }
    let is_name = kind(last) == T::Ident
        && !matches!(kind(last - 1), T::ColonColon | T::KwTemplate)
        && (start..last).any(|at| names_type(kind(at)));
    StubParameter { name: if is_name { Ok(last) } else { Err(last) }, is_pack }
}

/// The name in `void (*name)(int)` or `float (&name)[3]`, or where it belongs.
fn name_in_parentheses(
    tokens: &[Token],
    start: usize,
    last: usize,
) -> Option<Result<usize, usize>> {
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    // Not one among the arguments of a template.
    let mut depth = 0i32;
    let open = (start..last).find(|&at| {
        depth += match kind(at) {
            T::Lt => 1,
            T::Gt => -1,
            T::Shr => -2,
            _ => 0,
        };
        let is_of_pointer = matches!(kind(at + 1), T::Star | T::Amp | T::AmpAmp);
        depth == 0 && kind(at) == T::LParen && is_of_pointer
    })?;
    let behind = (open + 2..=last).find(|&at| !matches!(kind(at), T::Star | T::KwConst))?;
    Some(if kind(behind) == T::Ident { Ok(behind) } else { Err(behind - 1) })
}

/// Whether a token can be the type of a parameter, or end it.
fn names_type(kind: TokenKind) -> bool {
    let qualifies = matches!(
        kind,
        T::KwConst | T::KwVolatile | T::KwTypename | T::KwRegister | T::KwGridConstant
    );
    let introduces = matches!(kind, T::KwStruct | T::KwClass | T::KwUnion | T::KwEnum);
    let encloses =
        matches!(kind, T::ColonColon | T::Ellipsis | T::LBracket | T::RBracket | T::LParen);
    !(qualifies || introduces || encloses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang::base::{Diagnostics, Pos};
    use lang::lex::token::new_interner;
    use lang::lex::{KeywordTable, lex};

    /// Names, `-` for what has none, and `...` behind those of packs.
    fn names(source: &str) -> String {
        let mut interner = new_interner();
        let keywords = KeywordTable::new(&mut interner);
        let tokens = lex(source, Pos(0), &keywords, &mut interner, &mut Diagnostics::new()).tokens;
        let partners = Partners::new(&tokens);
        let text =
            |at: usize| &source[tokens[at].span.lo.0 as usize..tokens[at].span.hi.0 as usize];
        let shown = parameters(&tokens, &partners, 0).into_iter().map(|parameter| {
            let name = parameter.name.map_or_else(|_| "-".to_owned(), |at| text(at).to_owned());
            if parameter.is_pack { name + "..." } else { name }
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_are_told_from_types() {
        for (source, expected) in [
            ("()", ""),
            ("(void)", ""),
            ("(float* p, int n)", "p n"),
            ("(float* __restrict__ p, const int)", "p -"),
            (
                "(unsigned, unsigned long long n, T, const T, T const, ns::T, ns::T t)",
                "- n - - - - t",
            ),
            ("(struct S, struct S s, typename T::type, typename T::type v)", "- s - v"),
            ("(Pair<int, float> p, Pair<A<1>, B<2>>, std::array<int, 3> a = {1, 2})", "p - a"),
            ("(Ts... xs, Us...)", "xs... -..."),
            ("(auto x, Number auto y, auto... zs)", "x y zs..."),
            ("(int a[3], float (*f)(int, int), float (&r)[4], int b[2][3])", "a f r b"),
            ("(R (*)(A...), float (&)[4], int (*const)(), R (*f)(A...))", "- - - f"),
            ("(F<void (*)(int)> f, F<void (*)(int)>, F<G<int (*)()>> g)", "f - g"),
            ("([[maybe_unused]] int x, const __grid_constant__ P p)", "x p"),
            ("(int n = f(1, 2), int = 3, float x = 1)", "n - x"),
        ] {
            assert_eq!(names(source), expected, "{source}");
        }
    }

    #[test]
    fn keys_are_local_to_their_stubs() {
        assert_eq!(key_symbol(KEY, "_Z1kILi3EEvPf"), "_ZZ1kILi3EEvPfE11__tilec_key");
        assert_eq!(key_symbol(KEY, "scale"), "_ZZ5scaleE11__tilec_key");
    }
}
