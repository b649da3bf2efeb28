//! Virtual registers and the values that instructions take.

use cranelift_entity::{PrimaryMap, entity_impl};
use std::fmt;

/// A virtual register. `ptxas` allocates the real ones, so there may be any number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(u32);
entity_impl!(Reg, "r");

/// What a register can hold. PTX checks the width of untyped (`.b`) registers only, so one class
/// a width serves integers and floats alike and reinterpreting bits costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    Pred,
    B16,
    B32,
    B64,
}

impl Class {
    pub const ALL: [Class; 4] = [Class::Pred, Class::B16, Class::B32, Class::B64];

    /// The type in a `.reg` declaration.
    pub fn declared(self) -> &'static str {
        match self {
            Class::Pred => ".pred",
            Class::B16 => ".b16",
            Class::B32 => ".b32",
            Class::B64 => ".b64",
        }
    }

    /// The prefix of the class's register names.
    pub fn prefix(self) -> &'static str {
        match self {
            Class::Pred => "%p",
            Class::B16 => "%h",
            Class::B32 => "%r",
            Class::B64 => "%rd",
        }
    }

    /// Width in bits; a predicate counts as one.
    pub fn bits(self) -> u32 {
        match self {
            Class::Pred => 1,
            Class::B16 => 16,
            Class::B32 => 32,
            Class::B64 => 64,
        }
    }
}

/// The registers of one kernel.
#[derive(Clone, Default)]
pub struct Regs {
    classes: PrimaryMap<Reg, Class>,
}

impl Regs {
    pub fn fresh(&mut self, class: Class) -> Reg {
        self.classes.push(class)
    }

    pub fn class(&self, reg: Reg) -> Class {
        self.classes[reg]
    }

    pub fn len(&self) -> usize {
        self.classes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }
}

/// A scalar operand: a register, or a constant given by its bits.
///
/// The instruction says how the bits are to be read, so an `i32` and the `f32` that it is the
/// bit pattern of are the same constant. Bits above the width are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Val {
    Reg(Reg),
    Imm(u64),
}

impl Val {
    pub const ZERO: Val = Val::Imm(0);

    pub fn f32(value: f32) -> Val {
        Val::Imm(u64::from(value.to_bits()))
    }

    pub fn f64(value: f64) -> Val {
        Val::Imm(value.to_bits())
    }

    /// A signed 32-bit constant.
    pub fn s32(value: i32) -> Val {
        Val::Imm(u64::from(value as u32))
    }

    pub fn u32(value: u32) -> Val {
        Val::Imm(u64::from(value))
    }

    pub fn s64(value: i64) -> Val {
        Val::Imm(value as u64)
    }

    pub fn imm(self) -> Option<u64> {
        match self {
            Val::Imm(bits) => Some(bits),
            Val::Reg(_) => None,
        }
    }

    pub fn reg(self) -> Option<Reg> {
        match self {
            Val::Reg(reg) => Some(reg),
            Val::Imm(_) => None,
        }
    }
}

impl From<Reg> for Val {
    fn from(reg: Reg) -> Val {
        Val::Reg(reg)
    }
}

impl fmt::Debug for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Val::Reg(reg) => write!(f, "{reg}"),
            Val::Imm(bits) => write!(f, "{bits:#x}"),
        }
    }
}
