//! Rule 15: values that the program never gave.
//!
//! Under the sanitizer a tile that holds such a value is [`Data::Tainted`]: its bits (zeros where
//! there are none), with a shadow, a tile of equal words whose set bits are the undefined ones. Ops that move
//! or mask bits do the same to the shadow; every other op *uses* the value, which is a finding if
//! a used element has an undefined bit, and its result counts as defined, so that one mistake is
//! reported once. Memory of a tile block, and buffers without initial contents, have a shadow as
//! well. This is the scheme of MemorySanitizer (Stepanov and Serebryany 2015).
//!
//! Stores into memory of the tile block move the value: they are assignments of local variables. Stores into
//! any other memory use it.

use std::sync::Arc;

use smallvec::SmallVec;

use super::data::{Data, map_int, zip_int};
use super::elementwise;
use super::run::{Outcome, Run};
use super::sanitize::Rule;
use super::trap::{Malformed, Stop};
use crate::attrs::Signedness;
use crate::entities::{Inst, Value};
use crate::ops::InstData;
use crate::scalar::IntWidth;

/// A value some of whose bits are undefined.
#[derive(Clone, Debug)]
pub(super) struct Tainted {
    pub bits: Data,
    /// In words of the same width; set where undefined.
    pub shadow: Data,
}

impl Data {
    /// The value with its undefined bits marked.
    pub fn tainted(self, shadow: Data) -> Data {
        let bits = self.untainted();
        if shadow.is_zero() { bits } else { Data::Tainted(Arc::new(Tainted { bits, shadow })) }
    }

    /// The value as if it were defined.
    pub fn untainted(self) -> Data {
        match self {
            Data::Tainted(tainted) => tainted.bits.clone(),
            data => data,
        }
    }

    /// The undefined bits.
    pub fn shadow(&self) -> Data {
        match self {
            Data::Tainted(tainted) => tainted.shadow.clone(),
            _ => Data::Splat(0),
        }
    }

    fn is_zero(&self) -> bool {
        (0..self.len().unwrap_or(1)).all(|lane| self.bits(lane).unwrap_or(0) == 0)
    }
}

impl Run<'_> {
    /// The result of `poison`.
    pub fn poison(&self) -> Result<Data, Malformed> {
        let bits = Data::Splat(0);
        if !self.is_sanitizing() {
            return Ok(bits);
        }
        let scalar = self.elem(self.result()?)?.scalar().ok_or(Malformed)?;
        Ok(bits.tainted(Data::Splat(scalar.mask())))
    }

    /// Whether an operand of `data` has undefined bits.
    pub fn takes_tainted(&self, data: &InstData) -> bool {
        let mut found = false;
        data.for_each_operand(|value| found |= matches!(self.get(value), Data::Tainted(_)));
        found
    }

    /// Executes an instruction with an operand that has undefined bits.
    pub fn execute_tainted(&mut self, inst: Inst, data: &InstData) -> Result<Outcome, Stop> {
        let shadow = self.shadow_of(inst, data)?;
        // A shadow of zero takes the marks off.
        let marked = |data: Data| data.tainted(shadow.clone());
        Ok(match self.execute(inst, data)? {
            Outcome::Nothing => Outcome::Nothing,
            Outcome::One(data) => Outcome::One(marked(data)),
            outcome @ (Outcome::WithToken(_) | Outcome::Triple(_)) => outcome,
            Outcome::Many(results) => {
                Outcome::Many(results.into_iter().map(Data::untainted).collect())
            }
        })
    }

    /// The undefined bits of the result; reports the operands that are used.
    fn shadow_of(&mut self, inst: Inst, data: &InstData) -> Result<Data, Stop> {
        use InstData as I;
        match data {
            // What rearranges elements rearranges shadows.
            I::Broadcast { source }
            | I::Permute { source, .. }
            | I::Reshape { source }
            | I::Bitcast { source }
            | I::IntToPtr { source }
            | I::PtrToInt { source }
            | I::PtrToPtr { source }
            | I::Subobject { pointer: source, .. }
            | I::Based { pointer: source }
            | I::Pack { source }
            | I::Unpack { source } => self.of_shadows(inst, data, &[*source]),
            I::Extract { source, indices } => {
                indices.iter().for_each(|&index| self.report_use(index));
                self.of_shadows(inst, data, &[*source])
            }
            I::Insert { source, destination, indices } => {
                indices.iter().for_each(|&index| self.report_use(index));
                self.of_shadows(inst, data, &[*source, *destination])
            }
            I::Cat { lhs, rhs, .. } => self.of_shadows(inst, data, &[*lhs, *rhs]),
            I::Select { cond, val_if_true, val_if_false } => {
                self.report_use(*cond);
                self.of_shadows(inst, data, &[*val_if_true, *val_if_false])
            }
            I::ExtI { from, signedness } => Ok(self.resized_shadow(*from, *signedness)?),
            I::TruncI { from, .. } => Ok(self.resized_shadow(*from, Signedness::Unsigned)?),
            // A defined bit decides: 0 for `and`, 1 for `or`.
            I::AndI { lhs, rhs } => Ok(self.masked_shadow(*lhs, *rhs, |_, bits| bits)?),
            I::OrI { lhs, rhs } => {
                Ok(self.masked_shadow(*lhs, *rhs, |width, bits| !bits & width.mask())?)
            }
            I::XorI { lhs, rhs } => {
                let (lhs_shadow, rhs_shadow) = (self.get(*lhs).shadow(), self.get(*rhs).shadow());
                Ok(zip_int(self.width(*lhs)?, &lhs_shadow, &rhs_shadow, |_, a, b| a | b)?)
            }
            I::ShlI { value, amount, .. } | I::ShrI { value, amount, .. } => {
                self.report_use(*amount);
                self.of_shadows(inst, data, &[*value])
            }
            I::Given { value, rule, text } => {
                let (shadow, dims) = (self.get(*value).shadow(), self.dims(*value));
                let rule = Rule::numbered(*rule).unwrap_or(Rule::Uninitialized);
                self.report_bits(rule, &shadow, dims, text);
                Ok(Data::Splat(0))
            }
            // It says nothing about the value.
            I::Note { .. } => Ok(Data::Splat(0)),
            // The store itself puts the shadow into memory that has one.
            I::StorePtrTko { destination, mask, .. } => {
                self.report_use(*destination);
                mask.iter().for_each(|&mask| self.report_use(mask));
                Ok(Data::Splat(0))
            }
            I::StoreViewTko { index, .. } => {
                index.iter().for_each(|&index| self.report_use(index));
                Ok(Data::Splat(0))
            }
            _ => {
                let operands = data.operands();
                operands.iter().for_each(|&operand| self.report_use(operand));
                Ok(Data::Splat(0))
            }
        }
    }

    /// What the instruction makes of the shadows of `operands`.
    fn of_shadows(
        &mut self,
        inst: Inst,
        data: &InstData,
        operands: &[Value],
    ) -> Result<Data, Stop> {
        let values: SmallVec<[Data; 2]> =
            operands.iter().map(|&operand| self.get(operand).clone()).collect();
        for (&operand, value) in operands.iter().zip(&values) {
            self.values[operand] = value.shadow();
        }
        let sanitizer = self.sanitizer.take();
        let outcome = self.execute(inst, data);
        self.sanitizer = sanitizer;
        for (&operand, value) in operands.iter().zip(values) {
            self.values[operand] = value;
        }
        match outcome {
            Ok(Outcome::One(shadow)) => Ok(shadow),
            // The instruction itself says what is wrong with it.
            Ok(_) | Err(_) => Ok(Data::Splat(0)),
        }
    }

    fn resized_shadow(&self, from: Value, signedness: Signedness) -> Result<Data, Malformed> {
        let (source, target) = (self.width(from)?, self.width(self.result()?)?);
        elementwise::resize(source, target, signedness, &self.get(from).shadow())
    }

    /// The undefined bits of an `and` of values, once `f` made 0 the bit that decides it.
    fn masked_shadow(
        &self,
        lhs: Value,
        rhs: Value,
        f: fn(IntWidth, u64) -> u64,
    ) -> Result<Data, Malformed> {
        let width = self.width(lhs)?;
        let (a, b) = (self.get(lhs), self.get(rhs));
        let open = |data: &Data| {
            let bits = map_int(width, data, f)?;
            zip_int(width, &bits, &data.shadow(), |_, bits, shadow| bits | shadow)
        };
        // Undefined where one is, and the other one does not decide.
        let undefined = zip_int(width, &a.shadow(), &b.shadow(), |_, a, b| a | b)?;
        let undecided = zip_int(width, &open(a)?, &open(b)?, |_, a, b| a & b)?;
        zip_int(width, &undefined, &undecided, |_, a, b| a & b)
    }

    /// Reports the elements of `value` that have undefined bits.
    pub fn report_use(&mut self, value: Value) {
        let shadow = self.get(value).shadow();
        self.report_undefined(&shadow, self.dims(value));
    }

    /// Reports the elements of a tile whose shadow is not zero.
    pub fn report_undefined(&mut self, shadow: &Data, dims: &[u32]) {
        self.report_bits(Rule::Uninitialized, shadow, dims, "");
    }

    /// Reports the elements of a tile whose shadow is not zero, by a rule that says more.
    fn report_bits(&mut self, rule: Rule, shadow: &Data, dims: &[u32], text: &str) {
        if matches!(shadow, Data::Splat(0)) {
            return;
        }
        let elements = dims.iter().map(|&dim| dim as usize).product();
        for lane in 0..elements {
            if shadow.bits(lane).is_some_and(|bits| bits != 0) {
                self.report(rule, dims, lane, || text.to_owned());
            }
        }
    }

    /// The undefined bits of a tile that is stored.
    pub fn stored_shadow(&self, value: Value) -> Option<Data> {
        match self.get(value) {
            Data::Tainted(tainted) => Some(tainted.shadow.clone()),
            _ => None,
        }
    }
}
