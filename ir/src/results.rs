//! Result types that follow from an instruction: the meaning of [`ResultRule`].
//!
//! The builder asks for them, the verifier compares.

use smallvec::{SmallVec, smallvec};

use crate::entities::{Type, Value};
use crate::module::Function;
use crate::ops::{InstData, ResultRule};
use crate::types::{Elem, Scalar, TypeStore};

/// The types of the results of `data`, or `None` if the instruction has to say them itself or its
/// operands are so wrong that nothing follows.
pub fn result_types(
    data: &InstData,
    function: &Function,
    types: &mut TypeStore,
) -> Option<SmallVec<[Type; 3]>> {
    let of = |name: &str| -> Option<Type> {
        data.operand_group(name).first().map(|&value| function.value_type(value))
    };
    match data.info().result_rule {
        ResultRule::None => Some(smallvec![]),
        ResultRule::Given | ResultRule::GivenEach => None,
        ResultRule::SameAs(operand) => Some(smallvec![of(operand)?]),
        ResultRule::SameAsWithToken(operand) => Some(smallvec![of(operand)?, types.token()]),
        ResultRule::EachSameAs(group) => Some(each(data.operand_group(group), function, Some)?),
        ResultRule::BoolLike(operand) => {
            Some(smallvec![types.with_elem(of(operand)?, Scalar::I1)?])
        }
        ResultRule::I64Like(operand) => {
            Some(smallvec![types.with_elem(of(operand)?, Scalar::I64)?])
        }
        ResultRule::Token => Some(smallvec![types.token()]),
        ResultRule::Loaded(operand) => {
            Some(smallvec![pointee_tile(of(operand)?, types)?, types.token()])
        }
        ResultRule::LoadedTile(operand) => {
            Some(smallvec![types.view_tile(of(operand)?)?, types.token()])
        }
        ResultRule::I32Triple => {
            let ty = types.scalar(Scalar::I32);
            Some(smallvec![ty, ty, ty])
        }
        ResultRule::Permuted => Some(smallvec![permuted(data, of("source")?, types)?]),
        ResultRule::Concatenated => {
            Some(smallvec![concatenated(data, of("lhs")?, of("rhs")?, types)?])
        }
        ResultRule::Reduced => {
            let InstData::Reduce { operands, dim, .. } = data else { return None };
            each(operands.clone(), function, |ty| without_dim(ty, *dim, types))
        }
    }
}

/// The tile of what a tile of pointers points to.
pub fn pointee_tile(pointers: Type, types: &mut TypeStore) -> Option<Type> {
    let pointee = types.elem(pointers)?.pointee()?;
    types.with_elem(pointers, Elem::Scalar(pointee))
}

fn each(
    values: impl IntoIterator<Item = Value>,
    function: &Function,
    mut f: impl FnMut(Type) -> Option<Type>,
) -> Option<SmallVec<[Type; 3]>> {
    values.into_iter().map(|value| f(function.value_type(value))).collect()
}

fn without_dim(ty: Type, dim: u32, types: &mut TypeStore) -> Option<Type> {
    let mut dims = types.as_tile(ty)?.dims.clone();
    if dim as usize >= dims.len() {
        return None;
    }
    dims.remove(dim as usize);
    types.with_dims(ty, &dims)
}

fn permuted(data: &InstData, source: Type, types: &mut TypeStore) -> Option<Type> {
    let InstData::Permute { permutation, .. } = data else { return None };
    let from = types.as_tile(source)?.dims.clone();
    let dims: Option<SmallVec<[u32; 4]>> =
        permutation.iter().map(|&dim| from.get(dim as usize).copied()).collect();
    types.with_dims(source, &dims?)
}

fn concatenated(data: &InstData, lhs: Type, rhs: Type, types: &mut TypeStore) -> Option<Type> {
    let InstData::Cat { dim, .. } = data else { return None };
    let added = *types.dims(rhs).get(*dim as usize)?;
    let mut dims = types.as_tile(lhs)?.dims.clone();
    let dim = dims.get_mut(*dim as usize)?;
    *dim = dim.checked_add(added)?;
    types.with_dims(lhs, &dims)
}
