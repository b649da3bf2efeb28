//! The fields of one instruction: operands by the class that the row asks for, attributes by kind.
//!
//! In: an op. Out, through [`FieldSource`]: values and attributes that go together as far as the row
//! tells; what else the verifier asks for is left to luck.

use ir::attrs::{AttrKind, AttrValue};
use ir::ops::FieldSource;
use ir::{
    Assumption, Block, Class, CmpOrdering, CmpPredicate, Elem, Event, HintKey, Hints, Inbounds,
    MemoryOrdering, MemoryScope, Opcode, Overflow, ReductionKind, RmwMode, Rounding, Scalar,
    Signedness, Type, TypeKind, Value, ValueList,
};
use smallvec::SmallVec;

use super::{FLOATS, Generator, INTS, NUMBERS};

/// The fields of one instruction as they are drawn.
pub(super) struct Drawn<'g> {
    pub(super) op: Opcode,
    pub(super) view: Option<Value>,
    /// The first value of each operand so far.
    pub(super) names: Vec<(&'static str, Value)>,
    pub(super) shape: &'static [u32],
    pub(super) generator: &'g mut Generator,
}

/// There is no such value; the op is drawn again.
pub(super) struct Impossible;

impl Drawn<'_> {
    fn of(&self, name: &str) -> Option<Type> {
        let (_, value) = self.names.iter().find(|(known, _)| *known == name)?;
        Some(self.generator.value_type(*value))
    }

    fn class(&self, name: &str) -> Class {
        let operands = self.op.info().operands;
        operands.iter().find(|operand| operand.name == name).map_or(Class::Any, |it| it.class)
    }

    /// A type of the class; ops that combine tiles get tiles of one shape.
    fn draw_type(&mut self, class: Class, name: &str) -> Option<Type> {
        let shape = self.shape;
        let generator = &mut *self.generator;
        let elem = |generator: &mut Generator, elems: &[Scalar]| generator.random.pick(elems);
        Some(match class {
            Class::Token => generator.module.types.token(),
            Class::Any | Class::Carried | Class::Number => {
                let elem = elem(generator, NUMBERS);
                generator.module.types.tile(shape, elem)
            }
            // `cat` joins tiles of one type, `insert` replaces a part of one, perhaps all.
            Class::Tile => match self.names.first() {
                Some(&(_, first)) if self.op == Opcode::Cat => generator.value_type(first),
                Some(&(_, first)) if self.op == Opcode::Insert => {
                    let ty = generator.value_type(first);
                    let dims: SmallVec<[u32; 4]> = generator.module.types.dims(ty).into();
                    let grown: SmallVec<[u32; 4]> =
                        dims.iter().map(|&dim| dim << generator.random.below(2)).collect();
                    let elem = generator.module.types.elem(ty)?;
                    generator.module.types.tile(&grown, elem)
                }
                _ => {
                    let elem = elem(generator, NUMBERS);
                    let pointers = generator.random.one_in(6) && name != "values";
                    let elem = if pointers { Elem::Ptr(elem) } else { elem.into() };
                    generator.module.types.tile(shape, elem)
                }
            },
            Class::Int | Class::AnyInt => {
                let elem = elem(generator, INTS);
                generator.module.types.tile(shape, elem)
            }
            Class::Float => {
                let elem = elem(generator, FLOATS);
                generator.module.types.tile(shape, elem)
            }
            Class::AnyFloat => {
                let elem = elem(generator, &NUMBERS[5..]);
                generator.module.types.tile(shape, elem)
            }
            Class::Bool => generator.module.types.tile(shape, Scalar::I1),
            Class::I64 => generator.module.types.tile(shape, Scalar::I64),
            Class::Bytes => generator.module.types.tile(&[16], Scalar::I8),
            Class::Ptr => {
                let elem = elem(generator, NUMBERS);
                generator.module.types.tile(shape, Elem::Ptr(elem))
            }
            Class::Matrix => return self.matrix(name),
            Class::IntScalar => {
                let elem = elem(generator, INTS);
                generator.module.types.scalar(elem)
            }
            Class::I32Scalar => generator.module.types.scalar(Scalar::I32),
            Class::BoolScalar => generator.module.types.scalar(Scalar::I1),
            Class::PtrScalar => {
                let elem = elem(generator, NUMBERS);
                generator.module.types.ptr(elem)
            }
            Class::TensorView | Class::TiledView => return None,
            Class::ViewIndex => generator.module.types.scalar(Scalar::I32),
            Class::SameAs(of) => return self.of(of),
            // The condition of a `select` comes before what it chooses.
            Class::BoolLike(of) => match self.of(of) {
                Some(ty) => self.generator.module.types.with_elem(ty, Scalar::I1)?,
                None => self.generator.module.types.tile(shape, Scalar::I1),
            },
            Class::IntLike(of) => {
                let ty = self.of(of)?;
                let widest = if self.op == Opcode::FPowI { Scalar::I16 } else { Scalar::I64 };
                let elem = self.generator.random.pick(&[Scalar::I32, widest]);
                self.generator.module.types.with_elem(ty, elem)?
            }
            Class::PointeeOf(of) => {
                let ty = self.of(of)?;
                ir::results::pointee_tile(ty, &mut self.generator.module.types)?
            }
            Class::TileOf(_) => {
                let ty = self.generator.value_type(self.view?);
                self.generator.module.types.view_tile(ty)?
            }
        })
    }

    /// The operands of a matrix product: 16 x 64 times 64 x 8.
    fn matrix(&mut self, name: &str) -> Option<Type> {
        let (lhs_elem, acc_elem) = match self.op {
            Opcode::MmaI => (Scalar::I8, Scalar::I32),
            Opcode::MmaFScaled => (Scalar::F8E4M3FN, Scalar::F32),
            _ => match self.of("lhs").and_then(|ty| self.generator.module.types.elem_scalar(ty)) {
                Some(Scalar::F64) => (Scalar::F64, Scalar::F64),
                Some(elem) => (elem, Scalar::F32),
                None => {
                    let all = [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64, Scalar::F8E5M2];
                    (self.generator.random.pick(&all), Scalar::F32)
                }
            },
        };
        let types = &mut self.generator.module.types;
        Some(match name {
            "lhs" => types.tile(&[16, 64], lhs_elem),
            "rhs" => types.tile(&[64, 8], lhs_elem),
            "lhs_scale" => types.tile(&[16, 2], Scalar::F8E8M0FNU),
            "rhs_scale" => types.tile(&[2, 8], Scalar::F8E8M0FNU),
            _ => types.tile(&[16, 8], acc_elem),
        })
    }

    fn draw(&mut self, name: &'static str) -> Result<Value, Impossible> {
        let class = self.class(name);
        let value = match class {
            Class::TensorView | Class::TiledView => self.view.ok_or(Impossible)?,
            _ => {
                let ty = self.draw_type(class, name).ok_or(Impossible)?;
                self.generator.value(ty)
            }
        };
        self.names.push((name, value));
        Ok(value)
    }

    fn indices(&mut self) -> Result<ValueList, Impossible> {
        let ty = self.generator.value_type(self.view.ok_or(Impossible)?);
        let types = &self.generator.module.types;
        let tile: SmallVec<[u32; 4]> = types.tiled_view(ty).ok_or(Impossible)?.1.into();
        let sparse = match types.kind(ty) {
            TypeKind::GatherScatterView(view) => Some(view.sparse_dim as usize),
            _ => None,
        };
        Ok((0..tile.len())
            .map(|dim| {
                let dims = if sparse == Some(dim) { &tile[dim..=dim] } else { &[] };
                let ty = self.generator.module.types.tile(dims, Scalar::I32);
                self.generator.value(ty)
            })
            .collect())
    }
}

impl FieldSource for Drawn<'_> {
    type Error = Impossible;

    fn one(&mut self, name: &'static str) -> Result<Value, Impossible> {
        self.draw(name)
    }

    fn opt(&mut self, name: &'static str) -> Result<Option<Value>, Impossible> {
        // A padding goes with a mask.
        let lacks = name == "padding" && self.of("mask").is_none();
        if lacks || self.generator.random.one_in(2) { Ok(None) } else { self.draw(name).map(Some) }
    }

    fn many(&mut self, name: &'static str) -> Result<ValueList, Impossible> {
        if self.class(name) == Class::ViewIndex {
            return self.indices();
        }
        let count = match self.op {
            Opcode::Extract | Opcode::Insert => {
                let source = self.of("source").ok_or(Impossible)?;
                self.generator.module.types.dims(source).len()
            }
            Opcode::JoinTokens => 2 + self.generator.random.below(2),
            _ => self.generator.random.below(3),
        };
        (0..count).map(|_| self.draw(name)).collect()
    }

    fn attr(&mut self, name: &'static str, kind: AttrKind) -> Result<AttrValue, Impossible> {
        let rank = self.names.first().map_or(0, |&(_, value)| {
            self.generator.module.types.dims(self.generator.value_type(value)).len()
        });
        let random = &mut self.generator.random;
        Ok(match kind {
            AttrKind::Flag => AttrValue::Flag(random.one_in(3)),
            AttrKind::Dim => AttrValue::Dim(random.below(rank) as u32),
            AttrKind::Int => AttrValue::Int(1 << random.below(7)),
            AttrKind::Text => {
                AttrValue::Text(if name == "format" { "%%\n" } else { "a \"text\"\n" }.into())
            }
            AttrKind::Signedness => AttrValue::Signedness(random.pick(Signedness::ALL)),
            AttrKind::Overflow => AttrValue::Overflow(random.pick(Overflow::ALL)),
            AttrKind::Rounding => AttrValue::Rounding(if random.one_in(2) {
                self.op.default_rounding()
            } else {
                random.pick(Rounding::ALL)
            }),
            AttrKind::Predicate => AttrValue::Predicate(random.pick(CmpPredicate::ALL)),
            AttrKind::CmpOrdering => AttrValue::CmpOrdering(random.pick(CmpOrdering::ALL)),
            AttrKind::MemoryOrdering => AttrValue::MemoryOrdering(random.pick(MemoryOrdering::ALL)),
            AttrKind::Scope => AttrValue::Scope(random.pick(MemoryScope::ALL)),
            AttrKind::OptScope => {
                let scope = random.pick(MemoryScope::ALL);
                AttrValue::OptScope((!random.one_in(2)).then_some(scope))
            }
            AttrKind::RmwMode => AttrValue::RmwMode(random.pick(RmwMode::ALL)),
            AttrKind::Reduction => AttrValue::Reduction(random.pick(ReductionKind::ALL)),
            AttrKind::Event => AttrValue::Event(random.pick(Event::ALL)),
            AttrKind::Constant => {
                let elem = random.pick(NUMBERS);
                let count = random.pick(&[1, 4, 8]);
                AttrValue::Constant(self.generator.constant(elem, count))
            }
            AttrKind::Permutation => {
                let mut order: ir::Permutation = (0..rank as u32).collect();
                for i in (1..rank).rev() {
                    order.swap(i, random.below(i + 1));
                }
                AttrValue::Permutation(order)
            }
            AttrKind::Assumption => AttrValue::Assumption(match random.below(3) {
                0 => Assumption::DivBy {
                    divisor: 1 << random.below(8),
                    every: random.one_in(2).then(|| (1 + random.below(4) as i64, 0)),
                },
                1 => Assumption::SameElements { groups: SmallVec::from_elem(2, rank) },
                _ => Assumption::Bounded {
                    lower: random.one_in(2).then_some(-3),
                    upper: random.one_in(2).then(|| random.below(100) as i64),
                },
            }),
            AttrKind::Hints => {
                let mut hints = Hints::new();
                if random.one_in(3) {
                    let sm = random.pick(&[None, Some(90), Some(100)]);
                    hints.set(sm, HintKey::Latency, 1 + random.below(10) as i64);
                }
                AttrValue::Hints(hints)
            }
            AttrKind::Inbounds => {
                let view = self.view.ok_or(Impossible)?;
                let ty = self.generator.value_type(view);
                let rank = self.generator.module.types.tiled_view(ty).ok_or(Impossible)?.1.len();
                let random = &mut self.generator.random;
                let inbounds: Inbounds = (0..rank).map(|_| random.one_in(4)).collect();
                AttrValue::Inbounds(if inbounds.contains(&true) {
                    inbounds
                } else {
                    Inbounds::new()
                })
            }
            // Modules of one entry and no globals.
            AttrKind::Global | AttrKind::Identities | AttrKind::ConstArgs => {
                return Err(Impossible);
            }
        })
    }

    fn region(&mut self, _: &'static str) -> Result<Block, Impossible> {
        Err(Impossible)
    }

    fn wrong_kind(&mut self, _: &'static str) -> Impossible {
        Impossible
    }
}
