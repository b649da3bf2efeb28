//! Values of a type that is asked for: visible ones, constants, pointers, tokens.

use ir::{DenseConstant, Elem, Scalar, Type, Value};

use super::{Generator, SHAPES};

impl Generator {
    pub(super) fn tile_type(&mut self, elems: &[Scalar]) -> Type {
        let (shape, elem) = (self.random.pick(SHAPES), self.random.pick(elems));
        self.module.types.tile(shape, elem)
    }

    /// A visible value of a type, or a new one.
    pub(super) fn value(&mut self, ty: Type) -> Value {
        let fitting: Vec<Value> =
            self.values.iter().copied().filter(|&value| self.value_type(value) == ty).collect();
        if !fitting.is_empty() && !self.random.one_in(4) {
            return self.random.pick(&fitting);
        }
        let value = match self.module.types.elem(ty) {
            None => self.builder().make_token(),
            Some(Elem::Ptr(elem)) if !self.buffers.is_empty() => match self.pointers(ty, elem) {
                Some(pointers) => pointers,
                None => self.unknown_pointers(ty),
            },
            Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) => self.unknown_pointers(ty),
            Some(Elem::Scalar(_)) if self.random.one_in(8) => self.builder().poison(ty),
            Some(Elem::Scalar(elem)) => {
                let constant = self.constant(elem, self.module.types.num_elems(ty) as usize);
                self.builder().constant(constant, ty)
            }
        };
        self.is_an_attempt(value);
        self.values.push(value);
        value
    }

    fn unknown_pointers(&mut self, ty: Type) -> Value {
        let ints = self.module.types.with_elem(ty, Scalar::I64).unwrap_or(ty);
        let address = self.value(ints);
        self.builder().int_to_ptr(address, ty)
    }

    pub(super) fn is_an_attempt(&mut self, value: Value) {
        let made = self.function().def_inst(value);
        self.failed.extend(made);
    }

    pub(super) fn constant(&mut self, elem: Scalar, count: usize) -> DenseConstant {
        // The low bits of a tf32 are not part of the number.
        let mask = if elem == Scalar::TF32 { !0x1FFF & elem.mask() } else { elem.mask() };
        let mut bits = || match self.random.below(4) {
            0 => 0,
            1 => 1 & mask,
            _ => self.random.draw() & mask,
        };
        let first = bits();
        if self.random.one_in(2) {
            return DenseConstant::splat(elem, first);
        }
        let mut rest = || self.random.draw() & mask;
        // Bytecode does not always tell equal elements from a splat.
        DenseConstant::dense(elem, (0..count).map(|_| rest())).canonical()
    }
}
