//! The parameters of a kernel: one `.param` for each argument of the source.
//!
//! A number or address is a parameter of its type. An object is a run of bytes of exactly its size
//! and alignment, so that a launch passes the object itself by value:
//!
//! ```text
//! .param .align 8 .b8 k_param_1[24]
//! ```
//!
//! The pieces that the kernel uses are loaded from their offsets. Where it needs the address of
//! the bytes, it is a generic one (`cvta.param`, PTX ISA 7.7).

use ir::{Elem, Piece, Record, Scalar, SourceParam, Value};

use crate::linear::layout::LinearLayout;
use crate::ptx::inst::{Base, Op, Operand, Symbol};
use crate::ptx::regs::Val;
use crate::ptx::types::{Space, Ty};
use crate::ptx::{Param, Variable};
use crate::select::Cx;

/// Declares the parameters.
pub(crate) fn declare(cx: &mut Cx<'_>) -> Vec<Param> {
    let function = cx.function;
    let values = function.block_params(function.entry_block);
    let mut params = Vec::new();
    for (i, param) in function.source_params().into_iter().enumerate() {
        match param {
            SourceParam::Value(index) => {
                let Some(&value) = values.get(index) else { continue };
                let ty = parameter_type(cx.elem(value));
                let bytes = u64::from(ty.bits() / 8);
                let symbol = variable(cx, i, bytes, bytes);
                params.push(Param { symbol, ty: Some(ty) });
            }
            SourceParam::Record(record) => {
                let symbol = variable(cx, i, record.size, record.align);
                params.push(Param { symbol, ty: None });
            }
        }
    }
    params
}

/// Loads what the kernel uses of the parameters.
pub(crate) fn load(cx: &mut Cx<'_>, params: &[Param]) {
    let function = cx.function;
    let values = function.block_params(function.entry_block);
    for (param, &Param { symbol, .. }) in function.source_params().into_iter().zip(params) {
        match param {
            SourceParam::Value(index) => {
                if let Some(&value) = values.get(index) {
                    load_value(cx, symbol, 0, value);
                }
            }
            SourceParam::Record(record) => {
                let pieces = values.get(record.first..).unwrap_or_default();
                load_pieces(cx, record, symbol, pieces);
            }
        }
    }
}

fn variable(cx: &mut Cx<'_>, index: usize, bytes: u64, align: u64) -> Symbol {
    cx.b.variable(Variable {
        name: format!("{}_param_{index}", cx.function.name),
        space: Space::Param,
        align: u32::try_from(align).unwrap_or(1),
        bytes,
        init: Vec::new(),
        visible: false,
    })
}

fn load_pieces(cx: &mut Cx<'_>, record: &Record, symbol: Symbol, values: &[Value]) {
    for (&piece, &value) in record.pieces.iter().zip(values) {
        match piece {
            Piece::Value { offset } => load_value(cx, symbol, offset, value),
            Piece::Address => {
                let address = Operand::Address(symbol);
                let address = cx.b.def_from(Op::MovAddress { ty: Ty::U64 }, address);
                let generic = cx.b.def(Op::Cvta { space: Space::Param }, &[address]);
                set(cx, value, generic);
            }
        }
    }
}

/// The number or address at a byte of a parameter.
fn load_value(cx: &mut Cx<'_>, symbol: Symbol, offset: u64, value: Value) {
    let elem = cx.elem(value);
    let ty = parameter_type(elem);
    let offset = i32::try_from(offset).unwrap_or(0);
    let address = Operand::Mem { base: Base::Symbol(symbol), offset };
    let loaded = cx.b.def_from(Op::LdParam { ty }, address);
    let val = match elem {
        Elem::Scalar(Scalar::I1) => cx.int_to_bool(loaded, Ty::U32),
        Elem::Scalar(_) | Elem::Ptr(_) | Elem::MultimemPtr(..) => loaded,
    };
    set(cx, value, val);
}

fn set(cx: &mut Cx<'_>, value: Value, val: Val) {
    let layout = cx.plan.layouts.intern(LinearLayout::replicated(&[], cx.plan.warp_bits));
    cx.set(value, layout, vec![val]);
}

fn parameter_type(elem: Elem) -> Ty {
    match elem {
        Elem::Ptr(_) | Elem::MultimemPtr(..) => Ty::U64,
        Elem::Scalar(scalar) => match scalar.bytes() {
            1 => Ty::U8,
            2 => Ty::B16,
            4 if scalar.is_float() => Ty::F32,
            4 => Ty::U32,
            _ if scalar.is_float() => Ty::F64,
            _ => Ty::U64,
        },
    }
}
