//! Placeholder header, replaced as the crate grows.
