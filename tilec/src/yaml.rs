//! Remarks in LLVM's YAML form, which front ends and tools such as opt-viewer read.
//!
//! ```text
//! --- !Passed
//! Pass:            Tensor-core
//! Name:            ProductPath
//! DebugLoc:        { File: 'gemm.py', Line: 12, Column: 9 }
//! Function:        gemm
//! Args:
//!   - Remark:      'the product of 128x64 by 64x128 of f16 runs on `wgmma`'
//! ...
//! ```

use std::fmt::Write as _;

use ir::bytecode::Place;
use lang::base::Diagnostic;

use crate::cli::tileiras::{Category, Kind};

/// What is told of a kernel.
pub struct Remark<'a> {
    pub kind: Kind,
    pub category: Category,
    /// The symbol of the kernel.
    pub kernel: &'a str,
    pub place: Option<Place>,
    pub found: &'a Diagnostic,
}

impl Remark<'_> {
    /// Adds a document of YAML.
    pub fn yaml(&self, out: &mut String) {
        let kind = match self.kind {
            Kind::Passed => "Passed",
            Kind::Missed => "Missed",
            Kind::Failed => "Failure",
            Kind::Analysis => "Analysis",
        };
        let (file, line, column) = match &self.place {
            Some(place) => (place.file.as_str(), place.line, place.column),
            None => ("<unknown file>", 0, 0),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "--- !{kind}\n\
             Pass:            {}\n\
             Name:            {}\n\
             DebugLoc:        {{ File: {}, Line: {line}, Column: {column} }}\n\
             Function:        {}\n\
             Args:\n  - Remark:      {}\n",
            self.pass(),
            camel_case(self.found.code.slug),
            quoted(file),
            quoted(self.kernel),
            quoted(&self.found.message)
        );
        for note in &self.found.notes {
            let _ = writeln!(out, "  - Note:        {}", quoted(&note.text));
        }
        out.push_str("...\n");
    }

    /// Adds a line for people.
    pub fn line(&self, out: &mut String) {
        if let Some(place) = &self.place {
            let _ = write!(out, "{}:{}:{}: ", place.file, place.line, place.column);
        }
        let kind = match self.kind {
            Kind::Passed => "passed",
            Kind::Missed => "missed",
            Kind::Failed => "failed",
            Kind::Analysis => "analysis",
        };
        let _ = write!(out, "remark[{kind}]: {}: {}", self.kernel, self.found.message);
        for note in &self.found.notes {
            let _ = write!(out, "; {}", note.text);
        }
        out.push('\n');
    }

    fn pass(&self) -> &'static str {
        match self.category {
            Category::Memory => "Memory",
            Category::TensorCore => "Tensor-core",
        }
    }
}

/// `ProductPath` of `product-path`.
fn camel_case(name: &str) -> String {
    name.split('-')
        .flat_map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(letters)
        })
        .collect()
}

/// A scalar in single quotes, where a quote alone has a meaning. A line break would be folded, and what YAML does not
/// print is left out.
fn quoted(text: &str) -> String {
    let text = text.replace(['\n', '\t'], " ").replace('\'', "''");
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("'{text}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_quoted() {
        assert_eq!(quoted("it's\n{a: b}\u{7}"), "'it''s {a: b}'");
        assert_eq!(camel_case("product-path"), "ProductPath");
    }
}
