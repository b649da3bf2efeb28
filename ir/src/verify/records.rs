//! Records: every piece lies in the bytes of its argument, as the type of its parameter needs.

use super::Checker;
use crate::codes;
use crate::record::{Piece, Record};
use crate::types::{Elem, Scalar, TileType};

pub(super) fn check(checker: &mut Checker<'_>) {
    let function = checker.function;
    let mut next = 0;
    for record in &function.records {
        if let Err(rule) = check_record(checker, record, next) {
            let rule = format!("record `{}`: {rule}", record.name);
            checker.report_function(codes::BAD_RECORD, rule);
        }
        next = record.first.saturating_add(record.pieces.len());
    }
}

/// `next` is the first parameter that belongs to no record before.
fn check_record(checker: &Checker<'_>, record: &Record, next: usize) -> Result<(), String> {
    let (size, align) = (record.size, record.align);
    if !align.is_power_of_two() || size == 0 || !size.is_multiple_of(align) {
        return Err(format!("an object cannot have {size} bytes aligned to {align}"));
    }
    let function = checker.function;
    let params = function.block_params(function.entry_block);
    let Some(params) = params.get(record.first..).filter(|_| next <= record.first) else {
        return Err("it is not in the order of the parameters".into());
    };
    if params.len() < record.pieces.len() {
        return Err("it has more pieces than there are parameters".into());
    }
    for (&piece, &param) in record.pieces.iter().zip(params) {
        let tile = checker.types.as_tile(function.value_type(param));
        let Some(TileType { dims, elem }) = tile else {
            return Err("a piece is neither a number nor a pointer".into());
        };
        if !dims.is_empty() {
            return Err("a piece is neither a number nor a pointer".into());
        }
        match piece {
            Piece::Value { offset } => {
                let bytes = u64::from(elem.bits().div_ceil(8));
                let is_inside = offset.checked_add(bytes).is_some_and(|end| end <= size);
                if !is_inside || bytes > align || !offset.is_multiple_of(bytes) {
                    let rule = format!("a piece of {bytes} bytes at byte {offset} does not fit");
                    return Err(rule);
                }
            }
            Piece::Address if *elem == Elem::Ptr(Scalar::I8) => {}
            Piece::Address => return Err("the address of the bytes is a pointer to `i8`".into()),
        }
    }
    Ok(())
}
