//! Small programs and what is said about them.

mod classes;
mod names;
mod templates;
