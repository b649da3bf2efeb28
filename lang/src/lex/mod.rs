//! Text to preprocessing tokens: translation phases 2 and 3 of [lex.phases].
//!
//! In: the text of one file and the position of its first byte. Out: its tokens, flagged with how
//! they stood on their lines and closed by one `Eof`; the indices of the `#` that may start a
//! directive; the documentation comments. A whole file is lexed at once, so that the preprocessor
//! looks ahead by index and leaps over groups that it skips.
//!
//! A malformed token (a stray character, an unterminated literal) is an `Unknown` token and not a
//! diagnostic, because [lex.pptoken] allows it in a skipped group: [`unknown_problem`] says what
//! is wrong once it turns out to matter. Only a comment without end is reported here.
//!
//! logos recognises everything with a regular shape; raw strings, comments and the `<::` rule
//! continue by hand from where its token ended. Blanks, words and the punctuators that start no
//! longer token are nine of ten tokens and are told by their first byte ([`Lead`]).

use logos::Logos;

use crate::base::{Diagnostic, Diagnostics, Interner, Name, Pos, Span};
use crate::codes;

pub mod comment;
pub mod image;
pub mod literal;
mod skim;
pub mod splice;
pub mod token;

pub use comment::{DocComment, DocComments};
pub use image::{Image, ImageNames};
pub use skim::skim;
pub use token::{KeywordTable, Token, TokenFlags, TokenKind};

use splice::Spliced;

/// Tokens in the files of a translation unit. A token takes more memory than the text of a short
/// one, so that bytes alone do not bound it. The lexer stops at one more.
pub const MAX_TOKENS: usize = 1 << 24;

/// The tokens of a file.
pub struct Lexed {
    /// Closed by one `Eof`, which starts a line.
    pub tokens: Vec<Token>,
    /// The indices of the tokens `#` that start a line.
    pub directives: Vec<u32>,
    pub docs: Vec<DocComment>,
}

/// The regular part of the lexical grammar.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(subpattern ucn = r"\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}")]
// Beyond ASCII: all but the blocks of punctuation and symbols that turn up by mistake, so that
// `5–3` with a dash is two numbers. The matches are checked again.
#[logos(
    subpattern wide = r"[^\x00-\x7F\u{80}-\u{A9}\u{D7}\u{F7}\u{2000}-\u{203E}\u{2041}-\u{206F}\u{2190}-\u{2BFF}\u{3000}-\u{3004}\u{3008}-\u{3020}\u{FF01}-\u{FF0F}\u{FF1A}-\u{FF20}\u{1F000}-\u{1FAFF}]"
)]
enum Raw {
    #[token("//")]
    LineComment,
    #[token("/*")]
    BlockComment,
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*", priority = 20)]
    Word,
    /// An identifier with characters beyond ASCII, written out or as `\u00e9`.
    #[regex(r"([A-Za-z_$]|(?&wide)|(?&ucn))([A-Za-z0-9_$]|(?&wide)|(?&ucn))*", priority = 10)]
    WideWord,
    #[regex(r"\.?[0-9]([0-9A-Za-z_$.]|[eEpP][+\-]|'[0-9A-Za-z_]|(?&wide)|(?&ucn))*")]
    Number,
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n])*""#)]
    String,
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])*'")]
    Char,
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n])*"#, priority = 1)]
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])*", priority = 1)]
    Unterminated,
    #[regex(r#"(u8|u|U|L)?R""#)]
    /// The start of a raw string.
    Verbatim,
    /// `<:`, a digraph unless [lex.pptoken] paragraph 3.2 says otherwise.
    #[token("<:")]
    LessColon,
    #[regex(
        r"[{}\[\]();:?,.+\-*/%^&|~!=<>#]|::|\.\*|\.\.\.|->|->\*|\+=|-=|\*=|/=|%=|\^=|&=|\|=|<<=|>>=|==|!=|<=|>=|<=>|&&|\|\||<<|>>|\+\+|--|##|:>|<%|%>|%:|%:%:"
    )]
    Punctuator,
    #[regex(r".", priority = 0)]
    Stray,
}

/// What a byte is at the start of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    Blank,
    Newline,
    Letter,
    /// A punctuator that is not a prefix of another.
    Single,
    /// [`Raw`] tells.
    Other,
}

const LEADS: [Lead; 256] = {
    let mut leads = [Lead::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        leads[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | 0x0B | 0x0C => Lead::Blank,
            b'\n' => Lead::Newline,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$' => Lead::Letter,
            b'{' | b'}' | b'[' | b']' | b'(' | b')' | b';' | b',' | b'?' | b'~' => Lead::Single,
            _ => Lead::Other,
        };
        byte += 1;
    }
    leads
};

/// The bytes of an ASCII identifier.
const IS_WORD: [bool; 256] = {
    let mut is_word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_word[byte] = matches!(LEADS[byte], Lead::Letter) || (byte as u8).is_ascii_digit();
        byte += 1;
    }
    is_word
};

/// Lexes `text`, whose first byte is at `base`.
pub fn lex(
    text: &str,
    base: Pos,
    keywords: &KeywordTable,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> Lexed {
    let spliced = Spliced::new(text);
    let mut lexer = FileLexer {
        source: &spliced,
        base,
        keywords,
        interner,
        diagnostics,
        flags: TokenFlags::START_OF_LINE,
        lexed: Lexed {
            tokens: Vec::with_capacity(text.len() / 4 + 1),
            directives: Vec::new(),
            docs: Vec::new(),
        },
    };
    lexer.run();
    lexer.lexed
}

/// The one token that `text` spells, at `span`, or `None` if it is not a single token.
pub fn lex_single(
    text: &str,
    span: Span,
    keywords: &KeywordTable,
    interner: &mut Interner,
) -> Option<Token> {
    let mut diagnostics = Diagnostics::new();
    let lexed = lex(text, Pos::NONE, keywords, interner, &mut diagnostics);
    match lexed.tokens[..] {
        [token, eof]
            if token.kind != TokenKind::Unknown
                && !eof.has_leading_space()
                && token.span.hi.0 as usize == text.len() =>
        {
            Some(Token { span, flags: TokenFlags::NONE, ..token })
        }
        _ => None,
    }
}

/// What is wrong with an `Unknown` token, given its spelling.
pub fn unknown_problem(spelling: &str, span: Span) -> Diagnostic {
    let body = spelling.trim_start_matches(['u', '8', 'U', 'L']);
    if let Some(raw) = body.strip_prefix("R\"") {
        let delimiter: &str = raw.split('(').next().unwrap_or("");
        let error =
            Diagnostic::new(codes::UNTERMINATED_RAW_STRING, span, "unterminated raw string");
        if raw_delimiter_len(raw).is_some() {
            error.label(format!("expected `){delimiter}\"` to end it"))
        } else {
            error.label("expected `R\"delimiter(`, with at most 16 characters before the `(`")
        }
    } else if body.starts_with('"') {
        Diagnostic::new(codes::UNTERMINATED_LITERAL, span, "unterminated string literal")
            .label("expected `\"` before the end of the line")
    } else if body.starts_with('\'') {
        Diagnostic::new(codes::UNTERMINATED_LITERAL, span, "unterminated character literal")
            .label("expected `'` before the end of the line")
    } else {
        if spelling.starts_with("\\u") || spelling.starts_with("\\U") {
            let message = format!("`{spelling}` is not allowed in an identifier");
            return Diagnostic::new(codes::STRAY_CHARACTER, span, message);
        }
        let character = spelling.chars().next().unwrap_or(' ');
        let shown: String = character.escape_default().collect();
        let message = if character.is_ascii_graphic() || character.is_alphanumeric() {
            format!("stray character `{character}`")
        } else if character.is_control() || character.is_whitespace() {
            format!("stray character `{shown}`")
        } else {
            format!("stray character `{character}` ({shown})")
        };
        let error = Diagnostic::new(codes::STRAY_CHARACTER, span, message);
        match look_alike(character) {
            Some(ascii) => error.help(format!("did you mean `{ascii}`?")),
            None => error,
        }
    }
}

/// The ASCII character that word processors turn into `character`.
fn look_alike(character: char) -> Option<char> {
    Some(match character {
        '\u{201c}' | '\u{201d}' | '\u{201e}' => '"',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{2013}' | '\u{2014}' | '\u{2212}' => '-',
        '\u{00a0}' | '\u{3000}' => ' ',
        '\u{037e}' | '\u{ff1b}' => ';',
        '\u{ff08}' => '(',
        '\u{ff09}' => ')',
        '\u{ff0c}' => ',',
        '\u{00d7}' => '*',
        _ => return None,
    })
}

struct FileLexer<'a> {
    source: &'a Spliced<'a>,
    base: Pos,
    keywords: &'a KeywordTable,
    interner: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    /// Of the token that comes next.
    flags: TokenFlags,
    lexed: Lexed,
}

impl FileLexer<'_> {
    fn run(&mut self) {
        self.take_all();
        self.flags = self.flags.with(TokenFlags::START_OF_LINE);
        let end = self.source.text().len();
        self.push(TokenKind::Eof, end, end, "");
    }

    /// Takes all tokens of the text.
    fn take_all(&mut self) {
        let text = self.source.text();
        // A byte order mark is not part of the text.
        let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        while let Some(&first) = text.as_bytes().get(at) {
            if self.lexed.tokens.len() > MAX_TOKENS {
                break;
            }
            at = match LEADS[usize::from(first)] {
                Lead::Blank => {
                    self.flags = self.flags.with(TokenFlags::LEADING_SPACE);
                    let blanks = text.as_bytes()[at..].iter();
                    at + blanks.take_while(|byte| **byte == b' ').count().max(1)
                }
                Lead::Newline => {
                    self.flags = TokenFlags::START_OF_LINE;
                    at + 1
                }
                Lead::Letter => self.plain_word(at).unwrap_or_else(|| self.regular(at)),
                Lead::Single => {
                    self.punctuator(at, at + 1);
                    at + 1
                }
                Lead::Other => self.regular(at),
            };
        }
    }

    /// Takes an ASCII identifier or keyword, unless it turns out to be the start of something else.
    fn plain_word(&mut self, at: usize) -> Option<usize> {
        let text = self.source.text();
        let rest = text.as_bytes().get(at..)?;
        let is_part = |byte: &u8| IS_WORD[usize::from(*byte)];
        let len = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        match rest.get(len) {
            // A prefix of a literal, or an identifier beyond ASCII.
            Some(b'"' | b'\'' | b'\\' | 0x80..) => None,
            _ => {
                let end = at + len;
                let name = self.interner.intern(&text[at..end]);
                let kind = self.keywords.kind(name);
                self.push_token(kind, at, end, name);
                Some(end)
            }
        }
    }

    /// Takes the token at `at` by the grammar, and returns where it ends.
    fn regular(&mut self, at: usize) -> usize {
        let mut raw = Raw::lexer(&self.source.text()[at..]);
        let found = raw.next().and_then(Result::ok).unwrap_or(Raw::Stray);
        self.token(found, at, at + raw.span().end)
    }

    /// Takes what logos found in `[at, end)`, and returns where it really ends.
    fn token(&mut self, raw: Raw, at: usize, end: usize) -> usize {
        let text = self.source.text();
        let spelling = &text[at..end];
        match raw {
            Raw::LineComment => {
                let end = text[end..].find('\n').map_or(text.len(), |len| end + len);
                self.comment(at, end);
                return end;
            }
            Raw::BlockComment => return self.block_comment(at, end),
            Raw::Word => {
                let name = self.interner.intern(spelling);
                self.push_token(self.keywords.kind(name), at, end, name);
            }
            Raw::WideWord => return self.wide_word(at, end),
            Raw::Number => self.push(TokenKind::PpNumber, at, end, spelling),
            Raw::String => {
                return self.literal(TokenKind::StringLit, TokenKind::UserDefinedString, at, end);
            }
            Raw::Char => {
                return self.literal(TokenKind::CharLit, TokenKind::UserDefinedChar, at, end);
            }
            Raw::Unterminated => {
                // What ends lines of code is rarely part of the literal that lacks its quote.
                let len = spelling.trim_end_matches([';', ',', ')', '}', ' ', '\t', '\r']).len();
                self.push(TokenKind::Unknown, at, at + len, &spelling[..len]);
                return at + len;
            }
            Raw::Stray => self.push(TokenKind::Unknown, at, end, spelling),
            Raw::Verbatim => return self.raw_string(at, end),
            Raw::LessColon => {
                let mut rest = text[end..].chars();
                if rest.next() == Some(':') && !matches!(rest.next(), Some(':' | '>')) {
                    self.punctuator(at, at + 1);
                    return at + 1;
                }
                self.punctuator(at, end);
            }
            Raw::Punctuator => self.punctuator(at, end),
        }
        end
    }

    fn span(&self, at: usize, end: usize) -> Span {
        let lo = self.base.offset(self.source.start(at) as u32);
        let hi = self.base.offset(self.source.end(end) as u32);
        // An empty token behind a splice starts after it and would end before it.
        Span::new(lo, hi.max(lo))
    }

    fn push(&mut self, kind: TokenKind, at: usize, end: usize, spelling: &str) {
        let name = self.interner.intern(spelling);
        self.push_token(kind, at, end, name);
    }

    fn push_token(&mut self, kind: TokenKind, at: usize, end: usize, name: Name) {
        let span = self.span(at, end);
        self.lexed.tokens.push(Token { span, name, kind, flags: self.flags });
        self.flags = TokenFlags::NONE;
    }

    fn punctuator(&mut self, at: usize, end: usize) {
        let text = &self.source.text()[at..end];
        let name = match self.keywords.punctuator(text) {
            Some(name) => name,
            None => self.interner.intern(text),
        };
        let kind = self.keywords.kind(name);
        if kind == TokenKind::Hash && self.flags.contains(TokenFlags::START_OF_LINE) {
            self.lexed.directives.push(self.lexed.tokens.len() as u32);
        }
        self.push_token(kind, at, end, name);
    }

    /// A quoted literal; an identifier that touches its end is its suffix ([lex.ext]).
    fn literal(
        &mut self,
        plain: TokenKind,
        user_defined: TokenKind,
        at: usize,
        end: usize,
    ) -> usize {
        let text = self.source.text();
        let with_suffix = end + suffix_len(&text[end..]);
        let kind = if with_suffix > end { user_defined } else { plain };
        self.push(kind, at, with_suffix, &text[at..with_suffix]);
        with_suffix
    }

    /// Identifiers beyond ASCII: a run of characters that may be in one, cut at those that in fact
    /// may not be. Universal character names become the characters that they name. The whole run
    /// is taken at once, lest a long one with many cuts be lexed again after each.
    fn wide_word(&mut self, at: usize, end: usize) -> usize {
        let text = &self.source.text()[at..end];
        let mut name = String::with_capacity(text.len());
        let (mut start, mut used) = (0, 0);
        while let Some(character) = text[used..].chars().next() {
            let (value, len) = if character == '\\' {
                let len = if text[used..].starts_with("\\u") { 6 } else { 10 };
                let digits = text.get(used + 2..used + len).unwrap_or("");
                let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                // [lex.charset] paragraph 5: never a character of the basic set.
                (value.filter(|&c| !c.is_ascii()), len)
            } else {
                (Some(character), character.len_utf8())
            };
            if let Some(value) = value.filter(|&c| may_be_in_identifier(c, name.is_empty())) {
                name.push(value);
                used += len;
                continue;
            }
            self.word(&mut name, at + start, at + used);
            if character.is_ascii_digit() {
                // Behind a cut, a number may start; it reaches at least as far as the run.
                return at + used;
            }
            self.push(TokenKind::Unknown, at + used, at + used + len, &text[used..used + len]);
            used += len;
            start = used;
        }
        self.word(&mut name, at + start, at + used);
        end
    }

    /// Pushes an identifier, if `name` is one, and empties it.
    fn word(&mut self, name: &mut String, at: usize, end: usize) {
        if name.is_empty() {
            return;
        }
        let kind = self.keywords.kind(self.interner.intern(name));
        self.push(kind, at, end, name);
        name.clear();
    }

    /// A raw string, in whose body splices are undone ([lex.pptoken] paragraph 3.1): it is read
    /// from the original text. Without its end it takes the rest of the file.
    fn raw_string(&mut self, at: usize, end: usize) -> usize {
        let text = self.source.text();
        let original = self.source.original();
        let (start, open) = (self.source.start(at), self.source.end(end));
        let Some(len) = raw_delimiter_len(&original[open..]) else {
            let close = self.malformed_raw_string_end(open).max(end);
            self.push(TokenKind::Unknown, at, close, &text[at..close]);
            return close;
        };
        let delimiter = &original[open..open + len];
        let body = open + len + 1;
        let closing = format!("){delimiter}\"");
        let Some(found) = original[body..].find(&closing) else {
            self.push(TokenKind::Unknown, at, text.len(), &original[start..]);
            return text.len();
        };
        let close = body + found + closing.len();
        let clean_close = self.source.clean(close);
        let suffix = suffix_len(&text[clean_close..]);
        let spelling = format!("{}{}", &original[start..close], &text[clean_close..][..suffix]);
        let kind = if suffix > 0 { TokenKind::UserDefinedString } else { TokenKind::StringLit };
        self.push(kind, at, clean_close + suffix, &spelling);
        clean_close + suffix
    }

    /// Where a raw string was meant to end whose delimiter, at `open` in the original, is none.
    fn malformed_raw_string_end(&self, open: usize) -> usize {
        let original = self.source.original();
        let line_end = original[open..].find('\n').map_or(original.len(), |n| open + n);
        let line = &original[open..line_end];
        let close = line.split_once('(').and_then(|(delimiter, body)| {
            let closing = format!("){delimiter}\"");
            body.find(&closing).map(|at| open + delimiter.len() + 1 + at + closing.len())
        });
        self.source.clean(close.unwrap_or(line_end))
    }

    fn block_comment(&mut self, at: usize, end: usize) -> usize {
        let text = self.source.text();
        if let Some(found) = text[end..].find("*/") {
            let close = end + found + 2;
            self.comment(at, close);
            return close;
        }
        let span = self.span(at, end);
        self.diagnostics.push(
            Diagnostic::new(codes::UNTERMINATED_COMMENT, span, "unterminated comment")
                .label("expected `*/` to end it"),
        );
        // The parser reports the unexpected end of the file.
        self.flags = self.flags.with(TokenFlags::LEADING_SPACE.with(TokenFlags::REPAIRED));
        text.len()
    }

    fn comment(&mut self, at: usize, end: usize) {
        self.flags = self.flags.with(TokenFlags::LEADING_SPACE);
        let text = &self.source.text()[at..end];
        if let Some(doc) = comment::recognize(text, self.span(at, end)) {
            self.lexed.docs.push(doc);
        }
    }
}

/// The length of the `d-char-sequence` before the `(` of a raw string.
fn raw_delimiter_len(text: &str) -> Option<usize> {
    let len = text.find(['(', ')', '\\', ' ', '\t', '\x0B', '\x0C', '\r', '\n', '"'])?;
    (len <= 16 && text[len..].starts_with('(')).then_some(len)
}

/// The length of the identifier that `text` starts with.
fn suffix_len(text: &str) -> usize {
    let mut len = 0;
    for character in text.chars() {
        if !may_be_in_identifier(character, len == 0) {
            break;
        }
        len += character.len_utf8();
    }
    len
}

/// The set `XID_Start` or `XID_Continue`, but for a few hundred rare characters that the
/// standard library of Rust has no table of.
fn may_be_in_identifier(character: char, first: bool) -> bool {
    match character {
        'a'..='z' | 'A'..='Z' | '_' | '$' => true,
        '0'..='9' => !first,
        '\0'..='\x7f' => false,
        // Combining marks.
        '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20f0}' | '\u{203f}' | '\u{2040}' => !first,
        _ => character.is_alphabetic() || (!first && character.is_alphanumeric()),
    }
}

#[cfg(test)]
mod tests;
