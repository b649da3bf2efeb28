//! Instructions without regions: drawn from their row until the verifier accepts one.

use ir::{Elem, Inst, InstData, Opcode, Scalar, Type, verify};
use smallvec::{SmallVec, smallvec};

use super::fields::Drawn;
use super::{Generator, INTS, NUMBERS, SHAPES};

/// How often an op is drawn again when the verifier refuses it.
const ATTEMPTS: usize = 24;

impl Generator {
    /// Makes an instruction of `op` that the verifier accepts, if one is found soon.
    pub(super) fn simple(&mut self, op: Opcode) {
        for _ in 0..ATTEMPTS {
            self.failed.clear();
            let known = self.values.len();
            if let Some(inst) = self.attempt(op) {
                if verify::module(&self.module).is_empty() {
                    let results = self.function().results(inst).to_vec();
                    self.values.extend(results);
                    return;
                }
                self.failed.push(inst);
            }
            self.values.truncate(known);
            for inst in std::mem::take(&mut self.failed).into_iter().rev() {
                self.function().remove_inst(inst);
            }
        }
    }

    fn attempt(&mut self, op: Opcode) -> Option<Inst> {
        let view = match op {
            Opcode::MakePartitionView
            | Opcode::MakeStridedView
            | Opcode::MakeGatherScatterView
            | Opcode::MakeTensorView => {
                let made = self.view(op)?;
                return self.function().def_inst(made);
            }
            _ => self.operands_on_view(op),
        };
        let mut drawn =
            Drawn { op, view, names: Vec::new(), shape: self.random.pick(SHAPES), generator: self };
        let data = InstData::from_fields(op, &mut drawn).ok()?;
        let function = &self.module.entries[self.entry];
        let derived = ir::results::result_types(&data, function, &mut self.module.types);
        let types = match derived {
            Some(types) => types,
            None => self.given(&data)?,
        };
        Some(self.builder().insert(data, &types))
    }

    /// Result types that an instruction says itself.
    fn given(&mut self, data: &InstData) -> Option<SmallVec<[Type; 3]>> {
        let source = data.operands().first().map(|&value| self.value_type(value));
        let elem = source.and_then(|ty| self.module.types.elem(ty));
        let dims: SmallVec<[u32; 4]> =
            source.map(|ty| self.module.types.dims(ty).into()).unwrap_or_default();
        Some(match data {
            InstData::Constant { value } => {
                let shapes: Vec<&[u32]> = SHAPES
                    .iter()
                    .copied()
                    .filter(|dims| {
                        value.is_splat() || dims.iter().product::<u32>() as usize == value.len()
                    })
                    .collect();
                let shape = self.random.pick(&shapes);
                smallvec![self.module.types.tile(shape, value.elem())]
            }
            InstData::Broadcast { .. } => {
                let grown: SmallVec<[u32; 4]> =
                    dims.iter().map(|&dim| if dim == 1 { 4 } else { dim }).collect();
                smallvec![self.module.types.tile(&grown, elem?)]
            }
            InstData::Reshape { .. } => {
                let count: u32 = dims.iter().product();
                let shape = self.random.pick(&[&[count][..], &[1, count], &[count, 1]]).to_vec();
                smallvec![self.module.types.tile(&shape, elem?)]
            }
            InstData::Extract { .. } => {
                let half = |&dim: &u32| if self.random.one_in(2) { dim } else { (dim / 2).max(1) };
                let dims: SmallVec<[u32; 4]> = dims.iter().map(half).collect();
                smallvec![self.module.types.tile(&dims, elem?)]
            }
            InstData::Poison {} => smallvec![self.tile_type(NUMBERS)],
            InstData::Iota {} => {
                let (count, elem) = (self.random.pick(&[1, 8, 64]), self.random.pick(INTS));
                smallvec![self.module.types.tile(&[count], elem)]
            }
            InstData::Pack { .. } | InstData::Unpack { .. } => {
                let to = match data {
                    InstData::Pack { .. } => Scalar::I8,
                    _ => self.random.pick(NUMBERS),
                };
                let bits = dims.iter().product::<u32>() * elem?.bits();
                smallvec![self.module.types.tile(&[(bits / to.bits()).max(1)], to)]
            }
            InstData::IntToPtr { .. } | InstData::PtrToPtr { .. } => {
                let to = Elem::Ptr(self.random.pick(NUMBERS));
                smallvec![self.module.types.tile(&dims, to)]
            }
            InstData::Alloca { .. } => {
                let to = self.random.pick(NUMBERS);
                smallvec![self.module.types.ptr(to)]
            }
            InstData::GetTensorShape { src } | InstData::GetIndexSpaceShape { src } => {
                let ty = self.value_type(*src);
                let rank = match self.module.types.as_tensor_view(ty) {
                    Some(tensor) => tensor.shape.len(),
                    None => self.module.types.tiled_view(ty)?.1.len(),
                };
                let scalar = self.random.pick(&[Scalar::I16, Scalar::I32, Scalar::I64]);
                SmallVec::from_elem(self.module.types.scalar(scalar), rank)
            }
            _ => {
                let to = self.random.pick(NUMBERS);
                smallvec![self.module.types.tile(&dims, to)]
            }
        })
    }
}
