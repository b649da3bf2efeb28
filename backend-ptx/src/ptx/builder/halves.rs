//! Registers as pairs of halves.

use smallvec::smallvec;

use crate::ptx::builder::Builder;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};

impl Builder<'_> {
    /// Two 16-bit values in a word. Packing what was unpacked gives the word back.
    pub fn pack16(&mut self, lo: Val, hi: Val) -> Val {
        if let (Some(lo), Some(hi)) = (lo.imm(), hi.imm()) {
            return Val::Imm(hi << 16 | lo);
        }
        let (lo, hi) = (self.reg(lo, Class::B16), self.reg(hi, Class::B16));
        self.pair(Op::Pack16 {}, Op::Unpack16 {}, lo, hi)
    }

    /// The halves of a word, low first.
    pub fn unpack16(&mut self, word: Val) -> (Val, Val) {
        if let Some(bits) = word.imm() {
            return (Val::Imm(bits & 0xFFFF), Val::Imm(bits >> 16 & 0xFFFF));
        }
        self.halves(Op::Pack16 {}, Op::Unpack16 {}, word)
    }

    /// Two words in a 64-bit register.
    pub fn pack32(&mut self, lo: Val, hi: Val) -> Val {
        if let (Some(lo), Some(hi)) = (lo.imm(), hi.imm()) {
            return Val::Imm(hi << 32 | lo);
        }
        let (lo, hi) = (self.reg(lo, Class::B32), self.reg(hi, Class::B32));
        self.pair(Op::Pack32 {}, Op::Unpack32 {}, lo, hi)
    }

    /// The words of a 64-bit value, low first.
    pub fn unpack32(&mut self, long: Val) -> (Val, Val) {
        if let Some(bits) = long.imm() {
            return (Val::Imm(bits & 0xFFFF_FFFF), Val::Imm(bits >> 32));
        }
        self.halves(Op::Pack32 {}, Op::Unpack32 {}, long)
    }

    fn pair(&mut self, pack: Op, unpack: Op, lo: Reg, hi: Reg) -> Val {
        let both = Operand::Vec(Box::new([Val::Reg(lo), Val::Reg(hi)]));
        let whole = self.def_all(pack, smallvec![both])[0];
        self.remember(unpack, smallvec![whole.into()], smallvec![lo, hi]);
        Val::Reg(whole)
    }

    fn halves(&mut self, pack: Op, unpack: Op, whole: Val) -> (Val, Val) {
        let halves = self.def_all(unpack, smallvec![whole.into()]);
        let both = Operand::Vec(halves.iter().map(|&half| Val::Reg(half)).collect());
        if let Some(whole) = whole.reg() {
            self.remember(pack, smallvec![both], smallvec![whole]);
        }
        (Val::Reg(halves[0]), Val::Reg(halves[1]))
    }
}
