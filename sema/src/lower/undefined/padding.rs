//! The padding of maxima: the smallest positive number of a floating-point type, `numeric_limits<float>::min()`, where its
//! least number is meant.
//!
//! A load is warned of whose elements are operands of a maximum as they are loaded: elements may be negative there.

use ir::ops::InstData;
use ir::scalar::{FloatFormat, float};
use ir::{Inst, Value};
use lang::base::{Diagnostic, Span};
use rustc_hash::FxHashSet;

use super::super::Lowerer;
use super::{Flaw, Rule};
use crate::codes;

impl Lowerer<'_, '_> {
    /// Judges the padding of loads in maxima.
    pub(super) fn note_paddings(&mut self, insts: &[Inst]) {
        let padded: Vec<(Inst, FloatFormat)> =
            insts.iter().filter_map(|&inst| Some((inst, self.smallest_padding(inst)?))).collect();
        if padded.is_empty() {
            return;
        }
        let in_maximum: FxHashSet<Value> =
            insts.iter().flat_map(|&inst| self.operands_of_maximum(inst)).collect();
        for (load, format) in padded {
            let loaded = self.function.results(load).first().copied();
            let is_operand = loaded.is_some_and(|loaded| in_maximum.contains(&loaded));
            let span = self.function.span(load);
            let found = is_operand.then(|| self.smallest_in_maximum(span, format));
            self.note_at(span, span, Rule::Padding, found.map(Box::new).map(Flaw::Told));
        }
    }

    /// The format of the elements of a load whose padding is the smallest positive number of them.
    fn smallest_padding(&self, inst: Inst) -> Option<FloatFormat> {
        let &InstData::LoadPtrTko { padding: Some(padding), .. } = self.function.data(inst) else {
            return None;
        };
        let format = self.types.elem_scalar(self.function.value_type(padding))?.float_format()?;
        let smallest = match format {
            FloatFormat::F16 => 2f64.powi(-14),
            FloatFormat::Bf16 | FloatFormat::F32 => f64::from(f32::MIN_POSITIVE),
            FloatFormat::F64 => f64::MIN_POSITIVE,
            _ => return None,
        };
        let padding = self.splat_of(padding)?.as_splat()?;
        (float::to_f64(format, padding) == smallest).then_some(format)
    }

    fn operands_of_maximum(&self, inst: Inst) -> Vec<Value> {
        let data = self.function.data(inst);
        match data {
            InstData::MaxF { .. } => data.operands().to_vec(),
            InstData::Reduce { operands, body, .. } => {
                let is_maximum =
                    |&inner: &Inst| matches!(self.function.data(inner), InstData::MaxF { .. });
                match self.function.insts(*body).iter().any(is_maximum) {
                    true => operands.to_vec(),
                    false => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// The warning about the load at `span`.
    fn smallest_in_maximum(&self, span: Span, format: FloatFormat) -> Diagnostic {
        let ty = match format {
            FloatFormat::F16 => "__half",
            FloatFormat::Bf16 => "__nv_bfloat16",
            FloatFormat::F64 => "double",
            _ => "float",
        };
        let message = format!(
            "the padding of the load is the smallest positive `{ty}`, not the least: a maximum takes it in place of negative elements"
        );
        Diagnostic::new(codes::SMALLEST_PADDING, span, message)
            .label("the elements are operands of a maximum")
            .help(format!(
                "`-std::numeric_limits<{ty}>::infinity()`, or `lowest()`, is less than all elements; `min()` is not"
            ))
    }
}
