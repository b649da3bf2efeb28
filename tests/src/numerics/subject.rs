//! The subject of a measurement: an operation of a format in a mode, and its C++.

use std::fmt;

use ir::Rounding;
use ir::scalar::FloatFormat;

/// An operation of the library on floating point tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Fma,
    Ceil,
    Floor,
    Exp,
    Exp2,
    Log,
    Log2,
    Sqrt,
    Rsqrt,
    Sin,
    Cos,
    Tan,
    Sinh,
    Cosh,
    Tanh,
    Pow,
    Atan2,
    /// `element_cast` to this format.
    Convert(FloatFormat),
}

/// One operation of one format in one mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Subject {
    pub operation: Operation,
    /// The format of the operands.
    pub format: FloatFormat,
    pub rounding: Rounding,
    pub flush: bool,
}

/// The modes that an operation takes (2.2, 2.4 and the table of 1.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Modes {
    None,
    /// Flushing of f32.
    Flush,
    /// The precise roundings, and flushing of f32.
    Rounded,
    /// As before, and an approximation of f32.
    Approximate,
    /// As before, and the `full` one.
    Full,
}

struct Row {
    operation: Operation,
    name: &'static str,
    operands: usize,
    modes: Modes,
    section: &'static str,
}

const fn row(
    operation: Operation,
    name: &'static str,
    operands: usize,
    modes: Modes,
    section: &'static str,
) -> Row {
    Row { operation, name, operands, modes, section }
}

/// The operations but conversions.
const OPERATIONS: [Row; 22] = [
    row(Operation::Add, "add", 2, Modes::Rounded, "2.2.1"),
    row(Operation::Sub, "sub", 2, Modes::Rounded, "2.2.3"),
    row(Operation::Mul, "mul", 2, Modes::Rounded, "2.2.5"),
    row(Operation::Div, "div", 2, Modes::Full, "2.2.6"),
    row(Operation::Rem, "remainder", 2, Modes::None, "2.2.9"),
    row(Operation::Fma, "fma", 3, Modes::Rounded, "2.2.23"),
    row(Operation::Ceil, "ceil", 1, Modes::None, "2.4.1"),
    row(Operation::Floor, "floor", 1, Modes::None, "2.4.2"),
    row(Operation::Pow, "pow", 2, Modes::None, "2.4.3"),
    row(Operation::Exp2, "exp2", 1, Modes::Flush, "2.4.4"),
    row(Operation::Exp, "exp", 1, Modes::None, "2.4.5"),
    row(Operation::Log2, "log2", 1, Modes::None, "2.4.6"),
    row(Operation::Log, "log", 1, Modes::None, "2.4.7"),
    row(Operation::Sqrt, "sqrt", 1, Modes::Approximate, "2.4.8"),
    row(Operation::Rsqrt, "rsqrt", 1, Modes::Flush, "2.4.9"),
    row(Operation::Cosh, "cosh", 1, Modes::None, "2.4.10"),
    row(Operation::Cos, "cos", 1, Modes::None, "2.4.11"),
    row(Operation::Sinh, "sinh", 1, Modes::None, "2.4.12"),
    row(Operation::Sin, "sin", 1, Modes::None, "2.4.13"),
    row(Operation::Tanh, "tanh", 1, Modes::None, "2.4.14"),
    row(Operation::Tan, "tan", 1, Modes::None, "2.4.15"),
    row(Operation::Atan2, "atan2", 2, Modes::None, "2.4.16"),
];

/// Formats with arithmetic.
const ARITHMETIC: [FloatFormat; 4] =
    [FloatFormat::F16, FloatFormat::Bf16, FloatFormat::F32, FloatFormat::F64];

/// Formats of elements: name in the tables, type in C++.
const FORMATS: [(FloatFormat, &str, &str); 7] = [
    (FloatFormat::F16, "f16", "__half"),
    (FloatFormat::Bf16, "bf16", "__nv_bfloat16"),
    (FloatFormat::F32, "f32", "float"),
    (FloatFormat::F64, "f64", "double"),
    (FloatFormat::Tf32, "tf32", "__nv_tf32"),
    (FloatFormat::E4M3, "e4m3", "__nv_fp8_e4m3"),
    (FloatFormat::E5M2, "e5m2", "__nv_fp8_e5m2"),
];

/// Roundings: name in the tables, mode in C++.
const ROUNDINGS: [(Rounding, &str, &str); 6] = [
    (Rounding::NearestEven, "", "ct::round_ties_to_even_t{}"),
    (Rounding::Zero, "toward_zero", "ct::round_toward_zero_t{}"),
    (Rounding::NegativeInf, "toward_negative", "ct::round_toward_negative_t{}"),
    (Rounding::PositiveInf, "toward_positive", "ct::round_toward_positive_t{}"),
    (Rounding::Approx, "approximate", "ct::round_approximate_t{}"),
    (Rounding::Full, "full", "ct::round_full_t{}"),
];

/// The name of a format in the tables.
pub fn format_name(format: FloatFormat) -> &'static str {
    FORMATS.iter().find(|row| row.0 == format).map_or("?", |row| row.1)
}

fn cpp_type(format: FloatFormat) -> &'static str {
    FORMATS.iter().find(|row| row.0 == format).map_or("?", |row| row.2)
}

fn rounding_row(rounding: Rounding) -> &'static (Rounding, &'static str, &'static str) {
    ROUNDINGS.iter().find(|row| row.0 == rounding).unwrap_or(&ROUNDINGS[0])
}

impl Operation {
    fn row(self) -> Option<&'static Row> {
        OPERATIONS.iter().find(|row| row.operation == self)
    }

    /// How many operands it has.
    pub fn operands(self) -> usize {
        self.row().map_or(1, |row| row.operands)
    }

    /// The section of the reference.
    pub fn section(self) -> &'static str {
        self.row().map_or("1.7.2", |row| row.section)
    }

    /// Whether it is one of the mathematical functions (2.4).
    pub fn is_function(self) -> bool {
        self.section().starts_with("2.4.")
    }

    /// The name of the function, or of the conversion.
    pub fn name(self) -> String {
        match self {
            Operation::Convert(to) => format!("to {}", format_name(to)),
            _ => self.row().map_or("?", |row| row.name).to_owned(),
        }
    }
}

impl Subject {
    fn plain(operation: Operation, format: FloatFormat) -> Subject {
        Subject { operation, format, rounding: Rounding::NearestEven, flush: false }
    }

    /// Every operation, format and mode, in the order of the reference.
    pub fn all() -> Vec<Subject> {
        let mut subjects = Vec::new();
        for row in &OPERATIONS {
            for format in ARITHMETIC {
                subjects.extend(modes(row.modes, format).into_iter().map(|(rounding, flush)| {
                    Subject { operation: row.operation, format, rounding, flush }
                }));
            }
        }
        for (from, ..) in FORMATS {
            for (to, ..) in FORMATS.into_iter().filter(|&(to, ..)| to != from) {
                subjects.push(Subject::plain(Operation::Convert(to), from));
            }
        }
        subjects
    }

    /// The format of the result.
    pub fn result_format(&self) -> FloatFormat {
        match self.operation {
            Operation::Convert(to) => to,
            _ => self.format,
        }
    }

    /// The mode as the tables show it; empty for the default one.
    pub fn mode_name(&self) -> String {
        let rounding = rounding_row(self.rounding).1;
        match (rounding, self.flush) {
            (_, false) => rounding.to_owned(),
            ("", true) => "flush".to_owned(),
            (_, true) => format!("{rounding} flush"),
        }
    }

    /// Whether every operand can be tried.
    pub fn is_exhaustive(&self) -> bool {
        self.operation.operands() == 1 && self.format.storage_bits() <= 16
    }

    /// Whether the definition leaves no choice of result: IEEE operations, and conversions.
    pub fn is_precise(&self) -> bool {
        match self.operation {
            Operation::Add | Operation::Sub | Operation::Mul | Operation::Rem | Operation::Fma => {
                true
            }
            Operation::Ceil | Operation::Floor | Operation::Convert(_) => true,
            Operation::Div | Operation::Sqrt => self.rounding.is_ieee(),
            _ => false,
        }
    }

    fn expression(&self) -> String {
        let row = self.operation.row();
        let (Some(row), false) = (row, matches!(self.operation, Operation::Convert(_))) else {
            return format!("ct::element_cast<{}>(x)", cpp_type(self.result_format()));
        };
        let operands = &["x", "y", "z"][..row.operands];
        let mut arguments = operands.join(", ");
        let is_default = self.rounding == Rounding::NearestEven && !self.flush;
        if row.modes > Modes::Flush && !is_default {
            arguments += &format!(", {}", rounding_row(self.rounding).2);
        }
        if self.flush {
            arguments += ", ct::round_subnormals_to_zero_t{}";
        }
        format!("ct::{}({arguments})", row.name)
    }

    /// A kernel that reads tiles of its operands and writes one of its results.
    pub fn kernel(&self, name: &str, tile: usize) -> String {
        let (operand, result) = (cpp_type(self.format), cpp_type(self.result_format()));
        let names = &["x", "y", "z"][..self.operation.operands()];
        let parameters: String =
            names.iter().map(|name| format!("{operand} const* {name}_p, ")).collect();
        let loads: String = names
            .iter()
            .map(|name| format!("    auto {name} = ct::load({name}_p + i);\n"))
            .collect();
        format!(
            "extern \"C\" __tile_global__ void {name}({parameters}{result}* out) {{\n    \
             auto i = int(ct::bid().x) * {tile} + ct::iota<ct::tile<int, ct::shape<{tile}>>>();\n\
             {loads}    ct::store(out + i, {});\n}}\n",
            self.expression()
        )
    }
}

fn modes(modes: Modes, format: FloatFormat) -> Vec<(Rounding, bool)> {
    let is_f32 = format == FloatFormat::F32;
    let roundings: Vec<Rounding> = ROUNDINGS
        .iter()
        .map(|row| row.0)
        .filter(|&rounding| match rounding {
            Rounding::NearestEven => true,
            Rounding::Approx => is_f32 && modes >= Modes::Approximate,
            Rounding::Full => is_f32 && modes >= Modes::Full,
            _ => modes >= Modes::Rounded,
        })
        .collect();
    let flushes = is_f32 && modes >= Modes::Flush;
    let plain = roundings.iter().map(|&rounding| (rounding, false));
    let flushed = roundings.iter().filter(|_| flushes).map(|&rounding| (rounding, true));
    plain.chain(flushed).collect()
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", format_name(self.format), self.operation.name())?;
        let mode = self.mode_name();
        if mode.is_empty() { Ok(()) } else { write!(f, " {mode}") }
    }
}
