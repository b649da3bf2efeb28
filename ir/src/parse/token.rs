//! Text to the tokens of Tile IR.
//!
//! Prefixes that only MLIR's parser needs are dropped here: `!cuda_tile.tile<..>` is `tile<..>`,
//! `cuda_tile.addf` is `addf`, `#cuda_tile.div_by<..>` is `div_by<..>`.
//!
//! The syntax of an op has no end mark, so the names that begin an op get tokens of their own:
//! a list of values before `=` outside of parentheses are results, and the name of an op is a
//! [`Token::Mnemonic`] unless a comma precedes it (the mode `addf` of `atomic_rmw_tko`).

use logos::Logos;

use crate::ops::Opcode;

#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token<'a> {
    #[token("(")]
    ParenOpen,
    #[token(")")]
    ParenClose,
    #[token("{")]
    BraceOpen,
    #[token("}")]
    BraceClose,
    #[token("[")]
    BracketOpen,
    #[token("]")]
    BracketClose,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("=")]
    Equal,
    #[token("->")]
    Arrow,
    #[token("?")]
    Question,
    /// Dropped before the grammar sees it.
    #[regex(r"[!#]")]
    Sigil,
    /// `4x?x`: dimensions that are followed by an element type or a last dimension.
    #[regex(r"([0-9]+|\?)x(([0-9]+|\?)x)*")]
    Dims(&'a str),
    #[regex(r"-?[0-9]+(\.[0-9]*([eE][-+]?[0-9]+)?)?|-?0[xX][0-9a-fA-F]+")]
    Number(&'a str),
    /// The name after `%`, and the number after `#`.
    #[regex(r"%[A-Za-z0-9_$.]+(#[0-9]+)?", |lex| &lex.slice()[1..])]
    Value(&'a str),
    /// A value before `=`.
    Result(&'a str),
    /// The name after `@`, with its quotes if it has any.
    #[regex(r#"@[A-Za-z0-9_$.]+|@"([^"\\]|\\.)*""#, |lex| &lex.slice()[1..])]
    Symbol(&'a str),
    /// With its quotes.
    #[regex(r#""([^"\\]|\\.)*""#, |lex| lex.slice())]
    Text(&'a str),
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*", |lex| lex.slice())]
    Word(&'a str),
    /// A word with `<` right behind it: `rounding<zero>`.
    AngleWord(&'a str),
    /// The name of an op at its beginning.
    Mnemonic(&'a str),
    Keyword(Keyword),
}

macro_rules! keywords {
    ($($name:ident $text:literal,)*) => {
        /// The words that the grammar itself knows.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Keyword { $($name,)* }

        impl Keyword {
            fn from_text(text: &str) -> Option<Keyword> {
                match text { $($text => Some(Keyword::$name),)* _ => None }
            }
        }
    };
}

keywords! {
    Module "module",
    Attributes "attributes",
    Entry "entry",
    Global "global",
    For "for",
    In "in",
    To "to",
    Step "step",
    If "if",
    Else "else",
    Loop "loop",
    IterValues "iter_values",
    Tile "tile",
    Ptr "ptr",
    Token "token",
    TensorView "tensor_view",
    PartitionView "partition_view",
    StridedView "strided_view",
    GatherScatterView "gather_scatter_view",
    Strides "strides",
    TraversalStrides "traversal_strides",
    PaddingValue "padding_value",
    DimMap "dim_map",
    SparseDim "sparse_dim",
    OptimizationHints "optimization_hints",
}

/// A token with the offsets of its first byte and of the byte after it.
pub(super) type Spanned<'a> = (u32, Token<'a>, u32);

/// What cannot be read: where, how many bytes, and why.
pub(super) struct LexError {
    pub at: u32,
    pub len: u32,
    pub why: &'static str,
    /// Whether nesting, not spelling, is the trouble.
    pub too_deep: bool,
}

/// Deeper nesting of brackets is refused: what comes after is recursive.
const MAX_DEPTH: usize = 200;

/// The tokens of `text`, which is less than 4 GiB long.
pub(super) fn tokens(text: &str) -> Result<Vec<Spanned<'_>>, LexError> {
    let mut out: Vec<Spanned<'_>> = Vec::new();
    let mut depth = 0usize;
    for (token, range) in Token::lexer(text).spanned() {
        let (start, end) = (range.start as u32, range.end as u32);
        let error = |why, too_deep| LexError { at: start, len: end - start, why, too_deep };
        let Ok(token) = token else { return Err(error("this is not a token of Tile IR", false)) };
        match token {
            Token::ParenOpen | Token::BraceOpen | Token::BracketOpen | Token::Less => depth += 1,
            Token::ParenClose | Token::BraceClose | Token::BracketClose | Token::Greater => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(error("nested too deeply", true));
        }
        let token = match token {
            Token::Sigil => continue,
            Token::Word(word) => classify(word, out.last().map(|&(_, token, _)| token)),
            Token::Less => {
                if let Some((_, before, at)) = out.last_mut()
                    && let (Token::Word(word), true) = (*before, *at == start)
                {
                    *before = Token::AngleWord(word);
                }
                token
            }
            token => token,
        };
        out.push((start, token, end));
    }
    mark_results(&mut out);
    Ok(out)
}

fn classify<'a>(word: &'a str, before: Option<Token<'a>>) -> Token<'a> {
    let word = word.strip_prefix("cuda_tile.").unwrap_or(word);
    if let Some(keyword) = Keyword::from_text(word) {
        return Token::Keyword(keyword);
    }
    let word = current_name(word);
    // `atomic_rmw_tko .., addf, ..` and `global private constant ..`.
    let inside = matches!(before, Some(Token::Comma | Token::Keyword(Keyword::Global)))
        || before == Some(Token::Word("private"));
    if !inside && Opcode::from_mnemonic(word).is_some() {
        return Token::Mnemonic(word);
    }
    Token::Word(word)
}

/// The dialect's name of an op that the published text calls otherwise.
fn current_name(word: &str) -> &str {
    match word {
        "powf" => "pow",
        "mulhi" => "mulhii",
        "negsi" => "negi",
        "print" => "print_tko",
        word => word,
    }
}

/// Turns `%a, %b:2 =` outside of parentheses and brackets into results, and an unknown word after
/// the `=` into the mnemonic that it must be.
fn mark_results(tokens: &mut [Spanned<'_>]) {
    let mut depth = 0usize;
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].1 {
            Token::ParenOpen | Token::BracketOpen => depth += 1,
            Token::ParenClose | Token::BracketClose => depth = depth.saturating_sub(1),
            Token::Value(_) if depth == 0 => {
                if let Some(equal) = end_of_results(tokens, at) {
                    for (_, token, _) in &mut tokens[at..equal] {
                        if let Token::Value(name) = *token {
                            *token = Token::Result(name);
                        }
                    }
                    if let Some((_, token @ Token::Word(_), _)) = tokens.get_mut(equal + 1)
                        && let Token::Word(word) = *token
                    {
                        *token = Token::Mnemonic(word);
                    }
                    at = equal;
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// The index of the `=` of a result list that begins at `at`.
fn end_of_results(tokens: &[Spanned<'_>], mut at: usize) -> Option<usize> {
    let token = |at: usize| tokens.get(at).map(|&(_, token, _)| token);
    loop {
        let Some(Token::Value(_)) = token(at) else { return None };
        at += 1;
        if let (Some(Token::Colon), Some(Token::Number(_))) = (token(at), token(at + 1)) {
            at += 2;
        }
        match token(at) {
            Some(Token::Equal) => return Some(at),
            Some(Token::Comma) => at += 1,
            _ => return None,
        }
    }
}
