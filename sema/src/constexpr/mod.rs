//! Constant evaluation ([expr.const]).

pub mod value;
