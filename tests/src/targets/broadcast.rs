//! Ops of several operands that compute element by element, with operands that elements share.
//!
//! A value that a row, a column or a whole tile shares is one register of a thread, and results
//! from it are computed once:
//! where one element's way is not another's, that must not be on one of the ways. So
//! each op has a kernel for each combination of [`Form`]s of its operands, with all its attribute values.
//! Results are those of the interpreter, where nothing is shared.

use ir::{Builder, Opcode, ResultRule, Scalar, Value};

use super::elementwise::{Error, Ways, is_elementwise};
use super::{Cell, read};
use crate::kernels;

/// The tiles that ops compute: a thread has elements of several rows and of several columns.
const ROWS: u32 = 16;
const COLUMNS: u32 = 16;

/// What of an operand elements have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Nothing: it has the shape of the result.
    Equal,
    /// All rows are one.
    Row,
    /// All columns are one.
    Column,
    /// All elements are one, a number in memory.
    Scalar,
}

impl Form {
    pub const ALL: [Form; 4] = [Form::Equal, Form::Row, Form::Column, Form::Scalar];

    fn text(self) -> &'static str {
        match self {
            Form::Equal => "equal",
            Form::Row => "row",
            Form::Column => "column",
            Form::Scalar => "scalar",
        }
    }

    /// The operand in the shape of the result, from its first elements in memory.
    fn tile(self, b: &mut Builder<'_>, from: Value, elem: Scalar) -> Value {
        let dims = match self {
            Form::Equal => return read(b, from, elem, &[ROWS, COLUMNS]),
            Form::Row => [1, COLUMNS],
            Form::Column => [ROWS, 1],
            Form::Scalar => [1, 1],
        };
        let shared = read(b, from, elem, &dims);
        let ty = b.value_type(shared);
        match b.types.with_dims(ty, &[ROWS, COLUMNS]) {
            Some(all) => b.broadcast(shared, all),
            None => kernels::splat(b, shared, &[ROWS, COLUMNS]),
        }
    }
}

/// The combinations of so many operands, but for that in which nothing is shared: [`super::cells`] has it.
fn combinations(count: usize) -> Vec<Vec<Form>> {
    let mut all: Vec<Vec<Form>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |known: &Vec<Form>| Form::ALL.map(|form| [&known[..], &[form]].concat());
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|forms| forms.iter().any(|&form| form != Form::Equal));
    all
}

/// All of them, in the order of the op table.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for &op in Opcode::ALL {
        let count = op.info().operands.len();
        if count < 2 || !is_elementwise(op) || op.info().result_rule == ResultRule::Given {
            continue;
        }
        for &elem in Scalar::ALL {
            for error in Error::ALL {
                let Some(ways) = Ways::of(op, elem, None, error) else { continue };
                for forms in combinations(count) {
                    let texts: Vec<&str> = forms.iter().map(|form| form.text()).collect();
                    let row = format!("{}{} of {}", op.mnemonic(), error.text(), texts.join(", "));
                    let kernel = ways.kernel(|b, from, elem, at| forms[at].tile(b, from, elem));
                    cells.push(Cell::new(op, row, elem, kernel));
                }
            }
        }
    }
    cells.retain(|cell| ir::verify::module(&cell.module).is_empty());
    cells
}

/// Every so many of them: of each op and format other combinations, by turns.
pub fn sample(every: usize) -> Vec<Cell> {
    cells().into_iter().step_by(every.max(1)).collect()
}
