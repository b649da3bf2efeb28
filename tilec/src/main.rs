//! Entry point: exit codes only.
fn main() {}
