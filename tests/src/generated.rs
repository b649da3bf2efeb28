//! Large sources of one's own making: kernels, their templates, and the host code around them.
//!
//! In: how many units. Out: a file as a code generator or a header-only library makes them, about
//! 138 lines a unit, each unit in a namespace of its own with one kernel that uses the library. The
//! units are the texts of `generated/`, in turn, with types and sizes that vary with the number of
//! the unit. Equal numbers give equal text.

/// What every file begins with.
const PRELUDE: &str = include_str!("generated/prelude.cu.in");

/// The kinds of units.
const UNITS: [&str; 4] = [
    include_str!("generated/elementwise.cu.in"),
    include_str!("generated/softmax.cu.in"),
    include_str!("generated/matmul.cu.in"),
    include_str!("generated/norm.cu.in"),
];

const STORED: [&str; 3] = ["__half", "__nv_bfloat16", "float"];
const MULTIPLIED: [&str; 3] = ["__half", "__nv_bfloat16", "__half"];
const WIDTHS: [&str; 3] = ["256", "512", "1024"];
const UNROLLED: [&str; 3] = ["1", "2", "4"];
const TILE_SIZES: [&str; 2] = ["64", "128"];
const TILE_DEPTHS: [&str; 2] = ["32", "64"];
const ACTIVATIONS: [&str; 4] = ["identity", "relu", "sigmoid", "silu"];
const OUTPUTS: [&str; 2] = ["probability", "logarithm"];

/// The number of units in a file of 30,000 lines.
pub const UNITS_OF_30_000_LINES: usize = 218;

/// A file of `units` units.
pub fn source(units: usize) -> String {
    let mut text = String::from(PRELUDE);
    for number in 0..units {
        text.push_str(&unit(number));
    }
    text
}

fn unit(number: usize) -> String {
    /// Goes on to the next choice every `period` units.
    fn choose<'a>(choices: &[&'a str], number: usize, period: usize) -> &'a str {
        choices[number / period % choices.len()]
    }
    let template = UNITS[number % UNITS.len()];
    let is_product = template.contains("ct::mma");
    let element = if is_product { &MULTIPLIED } else { &STORED };
    let own_number = number.to_string();
    let holes: [(&str, &str); 8] = [
        ("$N", &own_number),
        ("$T", choose(element, number, 4)),
        ("$W", choose(&WIDTHS, number, 12)),
        ("$U", choose(&UNROLLED, number, 1)),
        ("$M", choose(&TILE_SIZES, number, 4)),
        ("$K", choose(&TILE_DEPTHS, number, 8)),
        ("$A", choose(&ACTIVATIONS, number, 4)),
        ("$O", choose(&OUTPUTS, number, 4)),
    ];
    holes.iter().fold(template.to_owned(), |text, (hole, value)| text.replace(hole, value))
}

#[cfg(test)]
mod tests {
    use lang::base::Severity;
    use tilec::Stage;

    use super::{UNITS, UNITS_OF_30_000_LINES, source};
    use crate::compile::compile_text;

    #[test]
    fn every_kind_of_unit_compiles() {
        let compiled = compile_text(&source(UNITS.len()), "sm_90a", Stage::Lower);
        let errors: Vec<&str> = compiled
            .diagnostics
            .iter()
            .filter(|found| found.severity >= Severity::Warning)
            // The host code is there to be read: it passes memory of its own.
            .filter(|found| found.code != sema::codes::HOST_POINTER)
            .map(|found| found.message.as_str())
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(compiled.kernels.len(), UNITS.len());
    }

    #[test]
    fn the_sizes_are_what_they_are_called() {
        let lines = source(UNITS_OF_30_000_LINES).lines().count();
        assert!((30_000..31_000).contains(&lines), "{lines} lines");
        assert!(!source(UNITS_OF_30_000_LINES).contains('$'));
    }
}
