//! Ops that compute element by element: operands, attributes and results from the op table.
//!
//! One kernel has every combination of attribute values that the verifier accepts, each with a
//! buffer of its own for the result. Conversions have a row for each format of the result.

use ir::attrs::{AttrKind, AttrValue};
use ir::ops::FieldSource;
use ir::{
    Arity, Block, Builder, Class, CmpOrdering, CmpPredicate, Effect, InstData, Module, Opcode,
    Overflow, ResultRule, Rounding, Scalar, Signedness, Value, ValueList,
};

use super::{Buffers, Cell, Kernel, read, sample, write};
use crate::differential::{EXACT, Tolerance};

/// Elements of the tiles.
const COUNT: u32 = 256;

/// Ops whose classes look like those of this family, and which have one of their own.
const OTHERS: [Opcode; 3] = [Opcode::Pack, Opcode::Unpack, Opcode::Assert];

/// What a combination of attribute values asks of the result: rows of their own, since what may be
/// off is compared with more tolerance.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Error {
    Rounding,
    /// `approx`, and `full` of a quotient.
    Approximate,
}

impl Error {
    pub const ALL: [Error; 2] = [Error::Rounding, Error::Approximate];

    /// What it adds to the title of a row.
    pub fn text(self) -> &'static str {
        match self {
            Error::Rounding => "",
            Error::Approximate => ", approximate",
        }
    }

    fn of(op: Opcode, attrs: &[AttrValue]) -> Error {
        let is_approximate = |attr: &AttrValue| match attr {
            AttrValue::Rounding(Rounding::Approx) => true,
            // Of functions it is the usual mode.
            AttrValue::Rounding(Rounding::Full) => op == Opcode::DivF,
            _ => false,
        };
        if attrs.iter().any(is_approximate) { Error::Approximate } else { Error::Rounding }
    }
}

pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for &op in Opcode::ALL {
        if !is_elementwise(op) {
            continue;
        }
        for &elem in Scalar::ALL {
            if op.info().result_rule != ResultRule::Given {
                for error in Error::ALL {
                    let row = format!("{}{}", op.mnemonic(), error.text());
                    let kernel = kernel(op, elem, None, error);
                    cells.extend(kernel.map(|k| Cell::new(op, row, elem, k)));
                }
                continue;
            }
            for &to in Scalar::ALL {
                let row = format!("{} to {to}", op.mnemonic());
                let kernel = kernel(op, elem, Some(to), Error::Rounding);
                cells.extend(kernel.map(|k| Cell::new(op, row, elem, k)));
            }
        }
    }
    cells
}

pub(super) fn is_elementwise(op: Opcode) -> bool {
    let info = op.info();
    let computes = matches!(info.effect, Effect::Pure | Effect::Partial) && info.regions.is_empty();
    let takes = |operand: &ir::ops::OperandInfo| {
        operand.arity == Arity::One && format_of(op, operand.class, Scalar::I8).is_some()
    };
    computes
        && !info.operands.is_empty()
        && info.operands.iter().all(takes)
        && !OTHERS.contains(&op)
}

/// The element type of an operand in the column of `elem`.
fn format_of(op: Opcode, class: Class, elem: Scalar) -> Option<Scalar> {
    match class {
        Class::Number
        | Class::Int
        | Class::AnyInt
        | Class::Float
        | Class::AnyFloat
        | Class::SameAs(_) => Some(elem),
        Class::Tile if op == Opcode::Select => Some(elem),
        Class::Bool | Class::BoolLike(_) => Some(Scalar::I1),
        Class::IntLike(_) if op == Opcode::FPowI => Some(Scalar::I32),
        _ => None,
    }
}

/// The kernel of a cell, if the verifier accepts any combination.
fn kernel(op: Opcode, elem: Scalar, to: Option<Scalar>, error: Error) -> Option<Kernel> {
    let ways = Ways::of(op, elem, to, error)?;
    Some(ways.kernel(|b, from, format, _| read(b, from, format, &[COUNT])))
}

/// What an op may be on a format: its operands and the combinations of attribute values.
pub(super) struct Ways {
    op: Opcode,
    elem: Scalar,
    error: Error,
    operands: Vec<(&'static str, Scalar)>,
    /// Attribute values, and the format of the result.
    accepted: Vec<(Vec<AttrValue>, Scalar)>,
}

impl Ways {
    /// The combinations that the verifier accepts, if any.
    pub fn of(op: Opcode, elem: Scalar, to: Option<Scalar>, error: Error) -> Option<Ways> {
        let mut operands = Vec::new();
        for operand in op.info().operands {
            operands.push((operand.name, format_of(op, operand.class, elem)?));
        }
        let names: Vec<&str> = operands.iter().map(|(name, _)| *name).collect();
        let mut accepted = accepted(op, &names, elem, to);
        accepted.retain(|(attrs, _)| Error::of(op, attrs) == error);
        (!accepted.is_empty()).then_some(Ways { op, elem, error, operands, accepted })
    }

    /// A kernel with all of them. `operand` makes a tile of [`COUNT`] elements from a pointer to as many
    /// of a format, for the operand of a number.
    pub fn kernel(
        &self,
        mut operand: impl FnMut(&mut Builder<'_>, Value, Scalar, usize) -> Value,
    ) -> Kernel {
        let &Ways { op, elem, error, .. } = self;
        let mut buffers = Buffers::default();
        let mut inputs = Vec::new();
        for (index, &(name, format)) in self.operands.iter().enumerate() {
            let sample = match error {
                Error::Rounding => sample::operand(op, index, format, COUNT),
                Error::Approximate => sample::approximate(op, index, format, COUNT),
            };
            inputs.push((name, format, buffers.input(sample)));
        }
        let outputs: Vec<usize> =
            self.accepted.iter().map(|(_, result)| buffers.output(*result, COUNT)).collect();
        buffers.kernel(tolerance(op, elem, error), |b, p| {
            let mut tiles: Vec<(&str, Value)> = Vec::new();
            for (index, &(name, format, at)) in inputs.iter().enumerate() {
                tiles.push((name, operand(b, p[at], format, index)));
            }
            for ((attrs, result), &output) in self.accepted.iter().zip(&outputs) {
                if let Some(value) = instruction(b, op, &tiles, attrs, *result) {
                    write(b, p[output], value);
                }
            }
        })
    }
}

/// The combinations of attribute values that the verifier accepts, and the format of the result.
fn accepted(
    op: Opcode,
    names: &[&'static str],
    elem: Scalar,
    to: Option<Scalar>,
) -> Vec<(Vec<AttrValue>, Scalar)> {
    let mut combinations = vec![Vec::new()];
    for attr in op.info().attrs {
        let choices = choices(attr.kind);
        combinations = combinations
            .iter()
            .flat_map(|known: &Vec<AttrValue>| {
                choices.iter().map(|choice| [&known[..], std::slice::from_ref(choice)].concat())
            })
            .collect();
    }
    let result = |attrs: &Vec<AttrValue>| {
        let mut found = None;
        let operands: Vec<Scalar> = op
            .info()
            .operands
            .iter()
            .filter_map(|operand| format_of(op, operand.class, elem))
            .collect();
        let module = alone(&operands, |b, values| {
            let named: Vec<(&str, Value)> =
                names.iter().copied().zip(values.iter().copied()).collect();
            let value = instruction(b, op, &named, attrs, to.unwrap_or(elem));
            found = value.and_then(|value| b.types.elem_scalar(b.value_type(value)));
        });
        found.filter(|_| ir::verify::module(&module).is_empty())
    };
    combinations.into_iter().filter_map(|attrs| Some((attrs.clone(), result(&attrs)?))).collect()
}

/// A module in which an instruction has operands of these formats.
fn alone(operands: &[Scalar], body: impl FnOnce(&mut Builder<'_>, &[Value])) -> Module {
    crate::kernels::kernel("alone", &[], |b, _| {
        let values: Vec<Value> = operands
            .iter()
            .map(|&elem| {
                let ty = b.types.tile(&[COUNT], elem);
                b.const_bits(ty, 0)
            })
            .collect();
        body(b, &values);
    })
}

/// An instruction on named operands; `result` is its element format where the table leaves it open.
fn instruction(
    b: &mut Builder<'_>,
    op: Opcode,
    operands: &[(&'static str, Value)],
    attrs: &[AttrValue],
    result: Scalar,
) -> Option<Value> {
    let mut fields = Fields { operands, attrs: attrs.iter() };
    let data = InstData::from_fields(op, &mut fields).ok()?;
    let types = match ir::results::result_types(&data, b.function, b.types) {
        Some(types) => types,
        None => [b.types.tile(&[COUNT], result)].into_iter().collect(),
    };
    let inst = b.insert(data, &types);
    b.function.single_result(inst)
}

/// The values of an attribute that cells go through.
fn choices(kind: AttrKind) -> Vec<AttrValue> {
    match kind {
        AttrKind::Flag => [false, true].map(AttrValue::Flag).to_vec(),
        AttrKind::Signedness => {
            Signedness::ALL.iter().copied().map(AttrValue::Signedness).collect()
        }
        AttrKind::Rounding => Rounding::ALL.iter().copied().map(AttrValue::Rounding).collect(),
        AttrKind::Predicate => {
            CmpPredicate::ALL.iter().copied().map(AttrValue::Predicate).collect()
        }
        AttrKind::CmpOrdering => {
            CmpOrdering::ALL.iter().copied().map(AttrValue::CmpOrdering).collect()
        }
        // Promises change what is known of values, not what is computed.
        AttrKind::Overflow => vec![AttrValue::Overflow(Overflow::None)],
        _ => Vec::new(),
    }
}

/// How far a function may be from the interpreter's, which rounds correctly; arithmetic is exact.
fn tolerance(op: Opcode, elem: Scalar, error: Error) -> Tolerance {
    let units = match op {
        // A relative error of 2^-11, says the PTX manual.
        Opcode::Tanh if error == Error::Approximate => 2f64.powi(22 - 11),
        Opcode::Exp
        | Opcode::Exp2
        | Opcode::Log
        | Opcode::Log2
        | Opcode::Sin
        | Opcode::Cos
        | Opcode::Tan
        | Opcode::Sinh
        | Opcode::Cosh
        | Opcode::Tanh
        | Opcode::Rsqrt
        | Opcode::Pow
        | Opcode::FPowI
        | Opcode::Atan2 => 5.0,
        Opcode::DivF | Opcode::Sqrt if error == Error::Approximate => 2.0,
        _ => return EXACT,
    };
    let (relative, absolute) = match elem {
        Scalar::F64 => (units * 2f64.powi(-53), units * 2f64.powi(-1074)),
        // What flushes subnormals may be off by one of the largest.
        Scalar::F32 => (units * 2f64.powi(-22), 2f64.powi(-125)),
        Scalar::F16 => (2f64.powi(-10), 2f64.powi(-24)),
        _ => (2f64.powi(-7), 1e-40),
    };
    Tolerance { relative, absolute }
}

/// The fields of an instruction, given.
struct Fields<'a> {
    operands: &'a [(&'static str, Value)],
    attrs: std::slice::Iter<'a, AttrValue>,
}

/// The op has a field that this family does not know.
struct Foreign;

impl FieldSource for Fields<'_> {
    type Error = Foreign;

    fn one(&mut self, name: &'static str) -> Result<Value, Foreign> {
        let mut operands = self.operands.iter();
        operands.find(|(known, _)| *known == name).map(|&(_, value)| value).ok_or(Foreign)
    }

    fn opt(&mut self, _: &'static str) -> Result<Option<Value>, Foreign> {
        Ok(None)
    }

    fn many(&mut self, _: &'static str) -> Result<ValueList, Foreign> {
        Err(Foreign)
    }

    fn attr(&mut self, _: &'static str, _: AttrKind) -> Result<AttrValue, Foreign> {
        self.attrs.next().cloned().ok_or(Foreign)
    }

    fn region(&mut self, _: &'static str) -> Result<Block, Foreign> {
        Err(Foreign)
    }

    fn wrong_kind(&mut self, _: &'static str) -> Foreign {
        Foreign
    }
}
