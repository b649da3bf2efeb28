//! How elements of tiles are held in registers, and how registers become words.
//!
//! | element            | register | notes                                                    |
//! |--------------------|----------|----------------------------------------------------------|
//! | i1                 | pred     | a byte in memory                                         |
//! | i8, fp8            | b32      | bits above the eighth are unspecified                    |
//! | i4, f4             | b32      | bits above the fourth are unspecified; not in memory     |
//! | i16, f16, bf16     | b16      | pairs become words for packed arithmetic and memory      |
//! | i32, f32, tf32     | b32      |                                                          |
//! | i64, f64, pointers | b64      |                                                          |

use ir::{Elem, Scalar};

use crate::codes;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Ftz, Round, Saturate, Ty};
use crate::select::{Cx, Select, Unsupported};

/// The register class of an element.
pub fn class(elem: Elem) -> Class {
    match elem {
        Elem::Ptr(_) | Elem::MultimemPtr(..) => Class::B64,
        Elem::Scalar(scalar) => match scalar {
            Scalar::I1 => Class::Pred,
            Scalar::I8
            | Scalar::F8E4M3FN
            | Scalar::F8E5M2
            | Scalar::F8E8M0FNU
            | Scalar::F8E5M3FNU => Class::B32,
            Scalar::I16 | Scalar::F16 | Scalar::BF16 => Class::B16,
            Scalar::I32 | Scalar::F32 | Scalar::TF32 => Class::B32,
            Scalar::I64 | Scalar::F64 => Class::B64,
            Scalar::I4 | Scalar::F4E2M1FN => Class::B32,
        },
    }
}

/// Bytes of an element in memory.
pub fn bytes(elem: Elem) -> u32 {
    match elem {
        Elem::Ptr(_) | Elem::MultimemPtr(..) => 8,
        Elem::Scalar(scalar) => scalar.bytes(),
    }
}

/// The type of a memory access to one element; narrow ones load zero-extended.
pub fn memory_type(bytes: u32) -> Ty {
    match bytes {
        1 => Ty::U8,
        2 => Ty::B16,
        4 => Ty::B32,
        _ => Ty::B64,
    }
}

/// A conversion between integers of PTX types.
pub fn cvt(to: Ty, from: Ty) -> Op {
    Op::Cvt { round: Round::None, ftz: Ftz::Keep, sat: Saturate::No, to, from }
}

impl Cx<'_> {
    /// That elements can be loaded and stored one by one.
    pub fn need_whole_bytes(&self, elem: Elem) -> Select<()> {
        match elem {
            Elem::Scalar(scalar @ (Scalar::I4 | Scalar::F4E2M1FN)) => Err(Unsupported::new(
                codes::UNSUPPORTED_TYPE,
                format!("memory has no elements of {scalar}: load bytes and unpack them"),
            )),
            Elem::Scalar(_) | Elem::Ptr(_) | Elem::MultimemPtr(..) => Ok(()),
        }
    }

    /// An i1 element as 0 or 1 in a 32-bit register.
    pub fn bool_to_int(&mut self, val: Val) -> Val {
        self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(1), Val::ZERO, val])
    }

    /// Whether the low `bits` of an integer are not all zero.
    pub fn int_to_bool(&mut self, val: Val, ty: Ty) -> Val {
        use crate::ptx::types::Cmp;
        self.b.def(Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty }, &[val, Val::ZERO])
    }

    /// An element of up to 64 bits in the form that memory and shuffles want: bytes zero-extended
    /// unless a sign is needed,
    /// predicates as 0 or 1.
    pub fn to_memory(&mut self, val: Val, elem: Elem) -> Val {
        match elem {
            Elem::Scalar(Scalar::I1) => self.bool_to_int(val),
            Elem::Scalar(_) | Elem::Ptr(_) | Elem::MultimemPtr(..) => val,
        }
    }

    /// The inverse of [`to_memory`](Self::to_memory); any nonzero byte is true.
    pub fn from_memory(&mut self, val: Val, elem: Elem) -> Val {
        match elem {
            Elem::Scalar(Scalar::I1) => {
                let byte = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0xFF)]);
                self.int_to_bool(byte, Ty::U32)
            }
            Elem::Scalar(_) | Elem::Ptr(_) | Elem::MultimemPtr(..) => val,
        }
    }

    /// Elements of `bytes` bytes, in memory form, as 32-bit words (64-bit ones stay whole).
    ///
    /// *Requires* a whole number of words.
    pub fn pack_words(&mut self, elements: &[Val], bytes: u32) -> Vec<Val> {
        match bytes {
            1 => {
                let words = elements.chunks_exact(4);
                words.map(|four| self.pack_bytes([four[0], four[1], four[2], four[3]])).collect()
            }
            2 => elements.chunks_exact(2).map(|two| self.b.pack16(two[0], two[1])).collect(),
            _ => elements.to_vec(),
        }
    }

    /// The inverse of [`pack_words`](Self::pack_words).
    pub fn unpack_words(&mut self, words: &[Val], bytes: u32) -> Vec<Val> {
        match bytes {
            1 => words.iter().flat_map(|&word| self.unpack_bytes(word)).collect(),
            2 => words
                .iter()
                .flat_map(|&word| {
                    let (lo, hi) = self.b.unpack16(word);
                    [lo, hi]
                })
                .collect(),
            _ => words.to_vec(),
        }
    }

    /// Four bytes, each in the low bits of a register, in one word, first byte lowest.
    pub fn pack_bytes(&mut self, bytes: [Val; 4]) -> Val {
        if let [Some(a), Some(b), Some(c), Some(d)] = bytes.map(Val::imm) {
            let byte = |bits: u64| bits & 0xFF;
            return Val::Imm(byte(a) | byte(b) << 8 | byte(c) << 16 | byte(d) << 24);
        }
        // Unpacking makes word, word >> 8, word >> 16, word >> 24; packing those is the word.
        if let Some(word) = bytes[0].reg()
            && (1..4u32).all(|i| {
                let shifted = self.b.find(Op::Shr { ty: Ty::U32 }, &[word.into(), Val::u32(8 * i)]);
                shifted.is_some() && shifted == Some(bytes[i as usize])
            })
        {
            return word.into();
        }
        let low = self.b.def(Op::Prmt {}, &[bytes[0], bytes[1], Val::u32(0x0040)]);
        let high = self.b.def(Op::Prmt {}, &[bytes[2], bytes[3], Val::u32(0x0040)]);
        self.b.def(Op::Prmt {}, &[low, high, Val::u32(0x5410)])
    }

    /// The bytes of a word, each in the low bits of a register.
    pub fn unpack_bytes(&mut self, word: Val) -> [Val; 4] {
        [0, 1, 2, 3].map(|i| self.b.def(Op::Shr { ty: Ty::U32 }, &[word, Val::u32(8 * i)]))
    }
}
