//! The front of the front end: text to tokens, tokens through the preprocessor, tokens to AST.
//!
//! `base` is what every other crate may use (spans, sources, diagnostics, interned names); it
//! holds no C++. Above it the layers run one way: lexer < preprocessor < parser.

#![deny(clippy::disallowed_methods)]

pub mod ast;
pub mod base;
pub mod codes;
pub mod doc;
pub mod lex;
pub mod parse;
pub mod pp;
