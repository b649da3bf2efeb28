//! Text to tokens.

pub mod token;

pub use token::{KeywordTable, Token, TokenFlags, TokenKind};
