//! Small programs and what is said about them.

mod classes;
mod conversions;
mod initialization;
mod lowering;
mod names;
mod statements;
mod templates;
mod testing;
