//! Tests of the parser: fixtures with their dump, all conformance programs, random tokens.

#![allow(clippy::disallowed_methods, reason = "tests read their own data")]

mod conformance;
mod documents;
mod fixtures;
mod soup;
mod support;
