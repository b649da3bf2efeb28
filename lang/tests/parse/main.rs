//! Tests of the parser: fixtures with their dump, all conformance programs, random tokens.

mod conformance;
mod fixtures;
mod soup;
mod support;
