//! Computations element by element.

use ir::{
    Builder, CmpOrdering, CmpPredicate, Opcode, Overflow, Rounding, Scalar, Signedness, Type, Value,
};

use super::{Drawing, ELEMS};

const IEEE: [Rounding; 4] =
    [Rounding::NearestEven, Rounding::Zero, Rounding::NegativeInf, Rounding::PositiveInf];

impl Drawing {
    pub(super) fn compute(&mut self, b: &mut Builder<'_>) {
        let x = self.any();
        let ty = b.value_type(x);
        let Some(elem) = b.types.elem_scalar(ty) else { return };
        let made = match self.random.below(5) {
            0 => self.conversion(b, x, ty),
            1 => self.choice(b, x, ty),
            _ if elem.is_int() => Some(self.integer(b, x, ty, elem)),
            _ if elem.is_arith_float() => Some(self.float(b, x, ty)),
            _ => self.conversion(b, x, ty),
        };
        self.pool.extend(made);
    }

    fn signedness(&mut self) -> Signedness {
        self.random.pick(Signedness::ALL)
    }

    fn integer(&mut self, b: &mut Builder<'_>, x: Value, ty: Type, elem: Scalar) -> Value {
        let y = self.of_type(b, ty);
        let none = Overflow::None;
        let ops = [
            Opcode::AddI,
            Opcode::SubI,
            Opcode::MulI,
            Opcode::MulhiI,
            Opcode::MaxI,
            Opcode::MinI,
            Opcode::AndI,
            Opcode::OrI,
            Opcode::XorI,
            Opcode::AbsI,
            Opcode::NegI,
            Opcode::ShlI,
            Opcode::ShrI,
            Opcode::DivI,
            Opcode::RemI,
        ];
        let signedness = self.signedness();
        match self.random.pick(&ops) {
            Opcode::AddI => b.addi(x, y, none),
            Opcode::SubI => b.subi(x, y, none),
            Opcode::MulI => b.muli(x, y, none),
            Opcode::MulhiI => b.mulhii(x, y),
            Opcode::MaxI => b.maxi(x, y, signedness),
            Opcode::MinI => b.mini(x, y, signedness),
            Opcode::AndI => b.andi(x, y),
            Opcode::OrI => b.ori(x, y),
            Opcode::AbsI => b.absi(x),
            Opcode::NegI => b.negi(x, none),
            op @ (Opcode::ShlI | Opcode::ShrI) => {
                let mask = b.const_bits(ty, u64::from(elem.bits()) - 1);
                let amount = b.andi(y, mask);
                match op {
                    Opcode::ShlI => b.shli(x, amount, none),
                    _ => b.shri(x, amount, signedness),
                }
            }
            op @ (Opcode::DivI | Opcode::RemI) if elem.bits() >= 8 => {
                // One or three, or five or seven: neither zero nor minus one.
                let (six, one) = (b.const_bits(ty, 6), b.const_bits(ty, 1));
                let even = b.andi(y, six);
                let divisor = b.ori(even, one);
                match op {
                    Opcode::DivI => {
                        let roundings = match signedness {
                            Signedness::Signed => {
                                &[Rounding::Zero, Rounding::PositiveInf, Rounding::NegativeInf][..]
                            }
                            Signedness::Unsigned => &[Rounding::Zero, Rounding::PositiveInf],
                        };
                        let rounding = self.random.pick(roundings);
                        b.divi(x, divisor, signedness, rounding)
                    }
                    _ => b.remi(x, divisor, signedness),
                }
            }
            _ => b.xori(x, y),
        }
    }

    fn float(&mut self, b: &mut Builder<'_>, x: Value, ty: Type) -> Value {
        let (y, z) = (self.of_type(b, ty), self.of_type(b, ty));
        let rounding = self.random.pick(&IEEE);
        let flag = self.random.one_in(2);
        match self.random.below(12) {
            0 => b.addf(x, y, rounding, false),
            1 => b.subf(x, y, rounding, false),
            2 => b.mulf(x, y, rounding, false),
            3 => b.fma(x, y, z, rounding, false),
            4 => b.divf(x, y, rounding, false),
            5 => b.maxf(x, y, flag, false),
            6 => b.minf(x, y, flag, false),
            7 => b.negf(x),
            8 => b.absf(x),
            9 => b.ceil(x),
            10 => b.floor(x),
            _ => b.sqrt(x, rounding, false),
        }
    }

    /// A comparison, or a choice by one.
    fn choice(&mut self, b: &mut Builder<'_>, x: Value, ty: Type) -> Option<Value> {
        let elem = b.types.elem_scalar(ty)?;
        let y = self.of_type(b, ty);
        let predicate = self.random.pick(CmpPredicate::ALL);
        let condition = if elem.is_int() {
            let signedness = self.signedness();
            b.cmpi(x, y, predicate, signedness)
        } else if elem.is_arith_float() {
            let ordering = self.random.pick(CmpOrdering::ALL);
            b.cmpf(x, y, predicate, ordering)
        } else {
            let bools = b.types.with_elem(ty, Scalar::I1)?;
            self.of_type(b, bools)
        };
        if self.random.one_in(3) {
            return Some(condition);
        }
        Some(b.select(condition, x, y))
    }

    fn conversion(&mut self, b: &mut Builder<'_>, x: Value, ty: Type) -> Option<Value> {
        let to = self.random.pick(&ELEMS);
        let to = b.types.with_elem(ty, to)?;
        self.converted(b, x, to)
    }

    /// A tile in another format.
    pub(super) fn converted(&mut self, b: &mut Builder<'_>, x: Value, ty: Type) -> Option<Value> {
        let from = b.types.elem_scalar(b.value_type(x))?;
        let to = b.types.elem_scalar(ty)?;
        let signedness = self.signedness();
        Some(match (from.is_int(), to.is_int()) {
            _ if from == to => x,
            (true, true) if to.bits() > from.bits() => b.exti(x, signedness, ty),
            (true, true) => b.trunci(x, Overflow::None, ty),
            (true, false) => {
                let rounding = self.random.pick(&IEEE);
                b.itof(x, signedness, rounding, ty)
            }
            (false, true) => b.ftoi(x, signedness, Rounding::NearestIntToZero, false, ty),
            (false, false) => b.ftof(x, Rounding::NearestEven, ty),
        })
    }
}
