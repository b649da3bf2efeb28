//! Tokens of constant texts, lexed when the compiler is built.
//!
//! In: texts, the headers of the compiler. Out: an [`Image`], bytes that [`write`] makes in a build
//! script and that give what [`lex`](super::lex) would give, without looking at the text: a program
//! that includes the library does not pay for the spelling of it. A text that cannot be represented
//! is an error of the build.
//!
//! Invariant: names are interned in the order in which the lexer would, so that an image changes
//! nothing but the time.
//!
//! ```text
//! u32 names, u32 texts
//! u32 for each name: where its spelling ends, the first one starting at 0
//! u32[4] for each text: where its records start, how many tokens, directives and doc comments
//! spellings, then of each text
//!     token      u32 offset, u16 length, u16 name, u8 kind, u8 flags
//!     directive  u32 index of the token `#`
//!     comment    u32 offset, u32 length, u8 whether it is about what stands before it
//! ```

use std::fmt;

use super::{DocComment, KeywordTable, Lexed, Token, TokenFlags, TokenKind, lex};
use crate::base::{Diagnostics, Interner, Name, Pos, Span};

/// Bytes of a token.
const TOKEN: usize = 10;
/// Bytes of a documentation comment.
const COMMENT: usize = 9;

/// The lexed texts.
#[derive(Clone, Copy)]
pub struct Image {
    name_ends: &'static [[u8; 4]],
    /// Four words a text.
    texts: &'static [[u8; 4]],
    /// Behind the tables.
    rest: &'static [u8],
}

/// The names of an image in an interner, as far as they were met.
#[derive(Clone, Default)]
pub struct ImageNames(Vec<Option<Name>>);

/// Lexes texts and writes their image.
///
/// # Errors
/// What cannot be represented.
pub fn write<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Vec<u8>, String> {
    let mut interner = Interner::new();
    let keywords = KeywordTable::new(&mut interner);
    let mut diagnostics = Diagnostics::new();
    let lexed: Vec<Lexed> = texts
        .into_iter()
        .map(|text| lex(text, Pos(0), &keywords, &mut interner, &mut diagnostics))
        .collect();
    if diagnostics.has_errors() {
        return Err("a comment without end".to_owned());
    }
    let word = |number: usize| u32::try_from(number).map(u32::to_le_bytes).map_err(too_large);
    let short = |number: usize| u16::try_from(number).map(u16::to_le_bytes).map_err(too_large);
    let (mut tables, mut rest) = (Vec::new(), Vec::new());
    tables.extend(word(interner.names().count())?);
    tables.extend(word(lexed.len())?);
    for name in interner.names() {
        rest.extend(interner.text(name).as_bytes());
        tables.extend(word(rest.len())?);
    }
    for Lexed { tokens, directives, docs } in &lexed {
        for number in [rest.len(), tokens.len(), directives.len(), docs.len()] {
            tables.extend(word(number)?);
        }
        for &Token { span, name, kind, flags } in tokens {
            rest.extend(span.lo.0.to_le_bytes());
            rest.extend(short((span.hi.0 - span.lo.0) as usize)?);
            rest.extend(short(name.index())?);
            rest.extend([kind as u8, flags.bits()]);
        }
        rest.extend(directives.iter().flat_map(|index| index.to_le_bytes()));
        for DocComment { span, trailing } in docs {
            rest.extend(span.lo.0.to_le_bytes());
            rest.extend((span.hi.0 - span.lo.0).to_le_bytes());
            rest.push(u8::from(*trailing));
        }
    }
    tables.extend(rest);
    Ok(tables)
}

fn number(word: [u8; 4]) -> usize {
    u32::from_le_bytes(word) as usize
}

fn too_large(error: std::num::TryFromIntError) -> String {
    format!("a number that is too large: {error}")
}

impl Image {
    /// What [`write`] wrote; `None` for anything else.
    pub fn new(bytes: &'static [u8]) -> Option<Image> {
        let (counts, bytes) = bytes.split_at_checked(8)?;
        let [n_names, n_texts] = counts.as_chunks().0.first_chunk::<2>()?.map(number);
        let (names, bytes) = bytes.split_at_checked(n_names.checked_mul(4)?)?;
        let (texts, rest) = bytes.split_at_checked(n_texts.checked_mul(16)?)?;
        Some(Image { name_ends: names.as_chunks().0, texts: texts.as_chunks().0, rest })
    }

    /// How many tokens the texts have.
    pub fn n_tokens(&self) -> usize {
        self.texts.as_chunks::<4>().0.iter().map(|[_, n_tokens, ..]| number(*n_tokens)).sum()
    }

    /// The tokens of a text whose first byte is at `base`.
    pub fn lexed(
        &self,
        text: usize,
        base: Pos,
        names: &mut ImageNames,
        interner: &mut Interner,
    ) -> Option<Lexed> {
        let words = self.texts.get(text.checked_mul(4)?..)?.first_chunk::<4>()?;
        let [start, n_tokens, n_directives, n_docs] = words.map(number);
        let records = self.rest.get(start..)?;
        let (tokens, records) = records.split_at_checked(n_tokens * TOKEN)?;
        let (directives, records) = records.split_at_checked(n_directives * 4)?;
        let docs = records.get(..n_docs * COMMENT)?;
        names.0.resize(self.name_ends.len(), None);
        let token = |record: &[u8; TOKEN]| {
            let &[o0, o1, o2, o3, l0, l1, n0, n1, kind, flags] = record;
            let lo = base.offset(u32::from_le_bytes([o0, o1, o2, o3]));
            Token {
                span: Span::sized(lo, u32::from(u16::from_le_bytes([l0, l1]))),
                name: self.name(u16::from_le_bytes([n0, n1]).into(), names, interner),
                kind: TokenKind::ALL.get(usize::from(kind)).copied().unwrap_or(TokenKind::Unknown),
                flags: TokenFlags::from_bits(flags),
            }
        };
        let comment = |record: &[u8; COMMENT]| {
            let &[o0, o1, o2, o3, l0, l1, l2, l3, trailing] = record;
            let lo = base.offset(u32::from_le_bytes([o0, o1, o2, o3]));
            let len = u32::from_le_bytes([l0, l1, l2, l3]);
            DocComment { span: Span::sized(lo, len), trailing: trailing != 0 }
        };
        Some(Lexed {
            tokens: tokens.as_chunks().0.iter().map(token).collect(),
            directives: directives.as_chunks().0.iter().map(|d| u32::from_le_bytes(*d)).collect(),
            docs: docs.as_chunks().0.iter().map(comment).collect(),
        })
    }

    fn name(&self, index: usize, names: &mut ImageNames, interner: &mut Interner) -> Name {
        if let Some(&Some(name)) = names.0.get(index) {
            return name;
        }
        let end = |index: usize| self.name_ends.get(index).map_or(0, |end| number(*end));
        let start = index.checked_sub(1).map_or(0, end);
        let bytes = self.rest.get(start..end(index)).unwrap_or_default();
        let name = interner.intern_static(std::str::from_utf8(bytes).unwrap_or_default());
        if let Some(place) = names.0.get_mut(index) {
            *place = Some(name);
        }
        name
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image of {} texts", self.texts.len() / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 3] = [
        "/// Twice `x`.\n#define TWICE(x) \\\n  ((x) + x)\nint a = TWICE(1'000u); ///< a\n",
        "",
        "auto s = u8R\"--(a\n\"b)--\"_x; while (a <=> 'c') #\n int caf\u{e9} <::x\n",
    ];

    #[test]
    fn an_image_is_what_the_lexer_says() {
        let image = Image::new(write(TEXTS).unwrap().leak()).unwrap();
        let (mut lexed_by, mut read_by) = (Interner::new(), Interner::new());
        let keywords = KeywordTable::new(&mut lexed_by);
        KeywordTable::new(&mut read_by);
        let mut names = ImageNames::default();
        for (index, text) in TEXTS.iter().enumerate() {
            let base = Pos(100 * index as u32 + 1);
            let lexed = lex(text, base, &keywords, &mut lexed_by, &mut Diagnostics::new());
            let read = image.lexed(index, base, &mut names, &mut read_by).unwrap();
            // Names are equal as numbers too: they were met in the same order.
            assert_eq!(lexed.tokens, read.tokens);
            assert_eq!(lexed.directives, read.directives);
            assert_eq!(lexed.docs, read.docs);
        }
        assert!(image.lexed(TEXTS.len(), Pos(1), &mut names, &mut read_by).is_none());
    }

    #[test]
    fn other_bytes_are_no_image() {
        assert!(Image::new(&[]).is_none());
        assert!(Image::new(&[0xFF; 64]).is_none());
    }
}
