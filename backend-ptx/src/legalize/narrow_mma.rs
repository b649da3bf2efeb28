//! MMAs of f32 whose operands were widened, as MMAs of the narrower format.
//!
//! ```text
//! mmaf (ftof a : f32), (ftof b : f32), c   =>   mmaf a, b, c          a and b of f16, or of bf16
//! mmaf (itof a : f32), (ftof b : f32), c   =>   mmaf (itof a : bf16), b, c
//! ```
//!
//! Tensor cores have no MMA of f32: the threads execute such an MMA as multiply-adds. An MMA of f16 or bf16 has the same
//! terms: the conversion to f32 is exact, and so is the product of two such numbers in f32. Tensor cores add up in f32 as well.
//!
//! The format is the first of [`FORMATS`] that holds every number of both operands. A conversion is looked for behind
//! what moves elements only: `reshape`, `permute`, `broadcast`, `extract`, `cat`, `select`. Those are made again in front of
//! the originals, in the narrower format.
//!
//! In: a verified module. Out: the module with such MMAs narrowed, and without the conversions that nothing else uses.

use ir::builder::Builder;
use ir::pass::{OptLevel, Options, run_pass};
use ir::scalar::RoundingMode;
use ir::scalar::convert;
use ir::{
    DenseConstant, Function, Inst, InstData, Module, Rounding, Scalar, Type, TypeStore, Value,
};
use rustc_hash::FxHashMap;

/// The formats that tensor cores multiply and that are exact in f32.
const FORMATS: [Scalar; 2] = [Scalar::F16, Scalar::BF16];

/// The module with such MMAs narrowed; `None` if there are none.
pub fn narrow(module: &Module) -> Option<Module> {
    let mut narrowed: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        for inst in function.insts_in_order() {
            let Some((operands, format)) = narrowable(function, &module.types, inst) else {
                continue;
            };
            let Module { entries, types, .. } = narrowed.get_or_insert_with(|| module.clone());
            narrow_operands((&mut entries[entry], types), inst, operands, format);
        }
    }
    if let Some(module) = &mut narrowed {
        run_pass(module, "dce", &Options { level: OptLevel::Full, fmad: false });
    }
    narrowed
}

/// The operands of an MMA of f32 that one format holds, and that format.
fn narrowable(function: &Function, types: &TypeStore, inst: Inst) -> Option<([Value; 2], Scalar)> {
    let &InstData::MmaF { lhs, rhs, .. } = function.data(inst) else { return None };
    if types.elem_scalar(function.value_type(lhs)) != Some(Scalar::F32) {
        return None;
    }
    let is_exact = |format: &Scalar| {
        [lhs, rhs].iter().all(|&operand| holds(function, types, operand, *format))
    };
    FORMATS.into_iter().find(is_exact).map(|format| ([lhs, rhs], format))
}

/// Whether a format has every number that a tile of f32 can hold.
fn holds(function: &Function, types: &TypeStore, value: Value, format: Scalar) -> bool {
    let elem_holds = |source: Value| {
        types
            .elem_scalar(function.value_type(source))
            .is_some_and(|elem| format_holds(format, elem))
    };
    match function.def_data(value) {
        Some(&InstData::FToF { from, .. } | &InstData::IToF { from, .. }) => elem_holds(from),
        Some(InstData::Constant { value, .. }) => narrowed_constant(value, format).is_some(),
        Some(data) => moved(data).is_some_and(|moved| {
            moved.iter().all(|&source| holds(function, types, source, format))
        }),
        None => false,
    }
}

/// The tiles whose elements an instruction moves, if it does nothing else.
fn moved(data: &InstData) -> Option<Vec<Value>> {
    match *data {
        InstData::Reshape { source, .. }
        | InstData::Permute { source, .. }
        | InstData::Broadcast { source, .. }
        | InstData::Extract { source, .. } => Some(vec![source]),
        InstData::Cat { lhs, rhs, .. } => Some(vec![lhs, rhs]),
        InstData::Select { val_if_true, val_if_false, .. } => Some(vec![val_if_true, val_if_false]),
        _ => None,
    }
}

/// Whether each number of an element type is one of a format of 16 bits.
fn format_holds(format: Scalar, elem: Scalar) -> bool {
    match elem {
        Scalar::F16 | Scalar::BF16 => elem == format,
        Scalar::F8E8M0FNU | Scalar::F8E5M3FNU => format == Scalar::BF16,
        Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F4E2M1FN => true,
        Scalar::I1 | Scalar::I4 | Scalar::I8 => true,
        _ => false,
    }
}

/// The bits in a format of a number of f32, if the format has it.
fn narrowed_bits(bits: u64, format: Scalar) -> Option<u64> {
    let (wide, narrow) = (Scalar::F32.float_format()?, format.float_format()?);
    let mode = RoundingMode::NearestEven;
    let narrowed = convert::ftof(wide, narrow, mode, bits);
    (convert::ftof(narrow, wide, mode, narrowed) == bits).then_some(narrowed)
}

fn narrowed_constant(constant: &DenseConstant, format: Scalar) -> Option<DenseConstant> {
    let bits = (0..constant.len()).map(|at| narrowed_bits(constant.get(at), format));
    let bits: Vec<u64> = bits.collect::<Option<_>>()?;
    Some(DenseConstant::dense(format, bits).canonical())
}

/// Gives an MMA its operands in a format that holds them.
fn narrow_operands(
    (function, types): (&mut Function, &mut TypeStore),
    inst: Inst,
    operands: [Value; 2],
    format: Scalar,
) {
    let mut narrowing = Narrowing { function, types, format, done: FxHashMap::default() };
    let [Some(left), Some(right)] = operands.map(|operand| narrowing.narrowed(operand)) else {
        return;
    };
    if let InstData::MmaF { lhs, rhs, .. } = narrowing.function.data_mut(inst) {
        (*lhs, *rhs) = (left, right);
    }
}

/// Tiles of f32 that are made again in a narrower format.
struct Narrowing<'a> {
    function: &'a mut Function,
    types: &'a mut TypeStore,
    format: Scalar,
    done: FxHashMap<Value, Value>,
}

impl Narrowing<'_> {
    /// The tile in the narrower format, computed where the wide one is.
    fn narrowed(&mut self, value: Value) -> Option<Value> {
        if let Some(&done) = self.done.get(&value) {
            return Some(done);
        }
        let inst = self.function.def_inst(value)?;
        let mut data = self.function.data(inst).clone();
        let ty = self.types.with_elem(self.function.value_type(value), self.format)?;
        let narrowed = match &mut data {
            InstData::FToF { from, .. } if self.function.value_type(*from) == ty => *from,
            InstData::FToF { rounding, .. } | InstData::IToF { rounding, .. } => {
                *rounding = Rounding::NearestEven;
                self.made(inst, data, ty)
            }
            InstData::Constant { value, .. } => {
                *value = narrowed_constant(value, self.format)?;
                self.made(inst, data, ty)
            }
            InstData::Reshape { source, .. }
            | InstData::Permute { source, .. }
            | InstData::Broadcast { source, .. }
            | InstData::Extract { source, .. } => {
                *source = self.narrowed(*source)?;
                self.made(inst, data, ty)
            }
            InstData::Cat { lhs, rhs, .. } => {
                (*lhs, *rhs) = (self.narrowed(*lhs)?, self.narrowed(*rhs)?);
                self.made(inst, data, ty)
            }
            InstData::Select { val_if_true, val_if_false, .. } => {
                *val_if_true = self.narrowed(*val_if_true)?;
                *val_if_false = self.narrowed(*val_if_false)?;
                self.made(inst, data, ty)
            }
            _ => return None,
        };
        self.done.insert(value, narrowed);
        Some(narrowed)
    }

    fn made(&mut self, before: Inst, data: InstData, ty: Type) -> Value {
        let made = Builder::before(self.function, self.types, before).insert(data, &[ty]);
        self.function.results(made)[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of an element type that the table names is the same in the format and in f32.
    #[test]
    fn formats_hold_what_the_table_says() {
        let mode = RoundingMode::NearestEven;
        let wide = Scalar::F32.float_format().expect("f32 is a float");
        let floats = [
            Scalar::F16,
            Scalar::BF16,
            Scalar::F8E4M3FN,
            Scalar::F8E5M2,
            Scalar::F8E8M0FNU,
            Scalar::F4E2M1FN,
            Scalar::F8E5M3FNU,
        ];
        for (format, elem) in FORMATS.iter().flat_map(|&to| floats.map(|from| (to, from))) {
            let [narrow, from] = [format, elem].map(|ty| ty.float_format().expect("a float"));
            let is_exact = (0..1u64 << from.storage_bits()).all(|bits| {
                let narrowed = convert::ftof(from, narrow, mode, bits);
                convert::ftof(narrow, wide, mode, narrowed) == convert::ftof(from, wide, mode, bits)
            });
            assert_eq!(format_holds(format, elem), is_exact, "{elem:?} in {format:?}");
        }
        for (format, value) in FORMATS.iter().flat_map(|&to| (-128i64..256).map(move |n| (to, n))) {
            let bits = u64::from((value as f32).to_bits());
            assert!(narrowed_bits(bits, format).is_some(), "{value} in {format:?}");
        }
    }
}
