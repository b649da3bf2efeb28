//! Tokens of texts.

use super::*;

/// Kinds and spellings, and the number of diagnostics.
fn lexed(text: &str) -> (Vec<(TokenKind, String)>, usize) {
    let mut interner = token::new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let mut diagnostics = Diagnostics::new();
    let lexed = lex(text, Pos(1), &keywords, &mut interner, &mut diagnostics);
    let mut tokens: Vec<_> =
        lexed.tokens.iter().map(|t| (t.kind, interner.text(t.name).to_string())).collect();
    assert_eq!(tokens.pop().map(|(kind, _)| kind), Some(TokenKind::Eof));
    (tokens, diagnostics.len())
}

fn spellings(text: &str) -> Vec<String> {
    lexed(text).0.into_iter().map(|(_, spelling)| spelling).collect()
}

fn kinds(text: &str) -> Vec<TokenKind> {
    lexed(text).0.into_iter().map(|(kind, _)| kind).collect()
}

#[test]
fn longest_token_wins() {
    assert_eq!(spellings("x+++++y"), ["x", "++", "++", "+", "y"]);
    assert_eq!(spellings("a<<<b>>>c"), ["a", "<<", "<", "b", ">>", ">", "c"]);
    assert_eq!(spellings("a<=>b...c.*d->*e"), ["a", "<=>", "b", "...", "c", ".*", "d", "->*", "e"]);
    assert_eq!(spellings("0xe+foo 1..2 .5e-3 1'0"), ["0xe+foo", "1..2", ".5e-3", "1'0"]);
    assert_eq!(spellings("%:%: <% %> <: :>"), ["%:%:", "<%", "%>", "<:", ":>"]);
    assert_eq!(kinds("%:%: <% and"), [TokenKind::HashHash, TokenKind::LBrace, TokenKind::AmpAmp]);
}

#[test]
fn less_colon_colon_is_two_tokens() {
    assert_eq!(spellings("f<::g>"), ["f", "<", "::", "g", ">"]);
    assert_eq!(spellings("f<:::g"), ["f", "<:", "::", "g"]);
    assert_eq!(spellings("f<::>"), ["f", "<:", ":>"]);
}

#[test]
fn literals_take_their_suffix() {
    use TokenKind::*;
    assert_eq!(
        kinds("'a' 'a'_x \"s\" u8\"s\"_s L'\\''"),
        [CharLit, UserDefinedChar, StringLit, UserDefinedString, CharLit]
    );
    assert_eq!(kinds("u8 R u8'x' LR\"(a)\""), [Ident, Ident, CharLit, StringLit]);
}

#[test]
fn splices_vanish_except_in_raw_strings() {
    assert_eq!(spellings("in\\\nt a\\  \r\nb"), ["int", "ab"]);
    assert_eq!(spellings("R\"(a\\\nb)\" c\\\nd"), ["R\"(a\\\nb)\"", "cd"]);
    assert_eq!(spellings("// line\\\n still comment\nx"), ["x"]);
    assert_eq!(spellings("/\\\n/ c\nx"), ["x"]);
}

#[test]
fn spans_are_of_the_file() {
    let text = "a\\\nb  cd\\\n";
    let mut interner = token::new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let lexed = lex(text, Pos(1), &keywords, &mut interner, &mut Diagnostics::new());
    let spans: Vec<_> = lexed.tokens.iter().map(|t| (t.span.lo.0 - 1, t.span.hi.0 - 1)).collect();
    assert_eq!(spans, [(0, 4), (6, 8), (10, 10)]);
}

#[test]
fn raw_strings_end_at_their_delimiter() {
    assert_eq!(spellings("R\"x(a)\" )x\"_s y"), ["R\"x(a)\" )x\"_s", "y"]);
    assert_eq!(spellings("R\"(\n\\\")\"z"), ["R\"(\n\\\")\"z"]);
    assert_eq!(kinds("R\"(abc"), [TokenKind::Unknown]);
    // A delimiter that is none still shows where the string was meant to end.
    assert_eq!(kinds("R\"a b(c)a b\" x"), [TokenKind::Unknown, TokenKind::Ident]);
    assert_eq!(kinds("R\"a b(c) x\ny"), [TokenKind::Unknown, TokenKind::Ident]);
    assert_eq!(kinds("R\"12345678901234567()12345678901234567\"\n x")[0], TokenKind::Unknown);
}

#[test]
fn identifiers_may_be_unicode() {
    assert_eq!(spellings("größe a\\u00e9 \\u00e9b λ2"), ["größe", "aé", "éb", "λ2"]);
    assert_eq!(
        kinds("“a” a×b"),
        [
            TokenKind::Unknown,
            TokenKind::Ident,
            TokenKind::Unknown,
            TokenKind::Ident,
            TokenKind::Unknown,
            TokenKind::Ident
        ]
    );
}

#[test]
fn malformed_tokens_are_unknown_and_silent() {
    assert_eq!(
        lexed("don't x\n\"abc\n@ `"),
        (
            vec![
                (TokenKind::Ident, "don".into()),
                (TokenKind::Unknown, "'t x".into()),
                (TokenKind::Unknown, "\"abc".into()),
                (TokenKind::Unknown, "@".into()),
                (TokenKind::Unknown, "`".into()),
            ],
            0
        )
    );
    assert_eq!(lexed("a /* b"), (vec![(TokenKind::Ident, "a".into())], 1));
}

#[test]
fn problems_have_words() {
    let message = |spelling: &str| unknown_problem(spelling, Span::NONE).message;
    assert_eq!(message("\"abc"), "unterminated string literal");
    assert_eq!(message("u8'"), "unterminated character literal");
    assert_eq!(message("LR\"x("), "unterminated raw string");
    assert_eq!(message("@"), "stray character `@`");
    assert_eq!(message("\u{201c}"), "stray character `\u{201c}` (\\u{201c})");
    assert_eq!(message("\u{1}"), "stray character `\\u{1}`");
}

#[test]
fn directives_and_docs_are_listed() {
    let text = "#if x\n  %: define\na # b\n/// one\n/* no */ //!< two\n";
    let mut interner = token::new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let lexed = lex(text, Pos(1), &keywords, &mut interner, &mut Diagnostics::new());
    assert_eq!(lexed.directives, [0, 3]);
    assert_eq!(lexed.docs.iter().map(|d| d.trailing).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn single_tokens() {
    let mut interner = token::new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let mut kind =
        |text: &str| lex_single(text, Span::NONE, &keywords, &mut interner).map(|token| token.kind);
    assert_eq!(kind("ab"), Some(TokenKind::Ident));
    assert_eq!(kind("<<="), Some(TokenKind::ShlEq));
    assert_eq!(kind("+-"), None);
    assert_eq!(kind("//"), None);
    assert_eq!(kind("a "), None);
    assert_eq!(kind("/**/"), None);
}
