//! Type rules: types that values may have, and the classes and result rules of the op table.

use cranelift_entity::SecondaryMap;

use super::Checker;
use crate::attrs::PaddingValue;
use crate::codes;
use crate::entities::{Inst, Type, Value};
use crate::ops::{Arity, Class, InstData, ResultRule};
use crate::results::{pointee_tile, result_types};
use crate::types::{Elem, MAX_TILE_ELEMS, Scalar, TensorViewType, TileType, TypeKind, TypeStore};

pub(super) fn check(checker: &mut Checker<'_>) {
    let function = checker.function;
    let mut seen = SecondaryMap::<Type, bool>::with_default(false);
    for &param in function.block_params(function.entry_block) {
        let ty = function.value_type(param);
        if let Err(rule) = check_type(&checker.types, ty) {
            checker.report_function(codes::BAD_TYPE, rule);
        } else if checker.diagnostics.is_empty()
            && checker.types.as_tile(ty).is_none_or(|tile| tile.rank() != 0)
        {
            // Of a record, whose pieces have been looked at, once.
            let ty = checker.types.display(ty);
            let rule = format!("a parameter must be a tile of rank 0, not {ty}");
            checker.report_function(codes::BAD_TYPE, rule);
        }
        seen[ty] = true;
    }
    for inst in function.insts_in_order() {
        let blocks = function.data(inst).blocks();
        let params = blocks.iter().flat_map(|&block| function.block_params(block));
        for &value in function.results(inst).iter().chain(params) {
            let ty = function.value_type(value);
            if !std::mem::replace(&mut seen[ty], true)
                && let Err(rule) = check_type(&checker.types, ty)
            {
                checker.report(codes::BAD_TYPE, inst, rule);
            }
        }
        // One finding per instruction: later rules rely on earlier ones.
        let found = check_operands(checker, inst)
            .map_err(|rule| (codes::BAD_OPERAND, rule))
            .and_then(|()| super::rules::check(checker, inst))
            .and_then(|()| check_results(checker, inst).map_err(|rule| (codes::BAD_RESULT, rule)));
        if let Err((code, rule)) = found {
            checker.report(code, inst, rule);
        }
    }
}

// ---- types of values ----

/// Whether values may have type `ty`.
pub(crate) fn check_type(types: &TypeStore, ty: Type) -> Result<(), String> {
    match types.kind(ty) {
        TypeKind::Token => Ok(()),
        TypeKind::Tile(tile) => {
            check_dims(&tile.dims)?;
            if tile.elem.pointee() == Some(Scalar::I4) {
                return Err("i4 cannot be stored in memory".into());
            }
            if tile.elem.scalar() == Some(Scalar::F4E2M1FN) && tile.num_elems() % 2 != 0 {
                return Err("a tile of f4E2M1FN must have an even number of elements".into());
            }
            Ok(())
        }
        TypeKind::TensorView(view) => check_tensor(view),
        TypeKind::PartitionView(view) => {
            check_tiling(types, &view.tile, view.tensor, view.padding)?;
            check_dim_map(&view.dim_map, view.tile.len())
        }
        TypeKind::StridedView(view) => {
            check_tiling(types, &view.tile, view.tensor, view.padding)?;
            if view.traversal_strides.len() != view.tile.len()
                || view.traversal_strides.contains(&0)
            {
                return Err("a strided view needs a positive stride per dimension".into());
            }
            check_dim_map(&view.dim_map, view.tile.len())
        }
        TypeKind::GatherScatterView(view) => {
            check_tiling(types, &view.tile, view.tensor, view.padding)?;
            if view.sparse_dim as usize >= view.tile.len() {
                return Err("the sparse dimension is out of range".into());
            }
            Ok(())
        }
    }
}

fn check_dims(dims: &[u32]) -> Result<(), String> {
    if !dims.iter().all(|dim| dim.is_power_of_two()) {
        return Err("tile dimensions must be powers of two".into());
    }
    let elems = dims.iter().try_fold(1u64, |n, &dim| n.checked_mul(u64::from(dim)));
    if elems.is_none_or(|elems| elems > MAX_TILE_ELEMS) {
        return Err(format!("a tile can have at most {MAX_TILE_ELEMS} elements"));
    }
    Ok(())
}

fn check_tensor(view: &TensorViewType) -> Result<(), String> {
    if view.elem == Scalar::I4 {
        return Err("i4 cannot be stored in memory".into());
    }
    if view.shape.len() != view.strides.len() {
        return Err("a tensor view needs a stride per dimension".into());
    }
    let positive = |extent: &Option<i64>| extent.is_none_or(|extent| extent > 0);
    if !view.shape.iter().all(positive) || !view.strides.iter().all(positive) {
        return Err("extents and strides must be positive".into());
    }
    Ok(())
}

fn check_tiling(
    types: &TypeStore,
    tile: &[u32],
    tensor: Type,
    padding: Option<PaddingValue>,
) -> Result<(), String> {
    check_dims(tile)?;
    let Some(view) = types.as_tensor_view(tensor) else {
        return Err("a view must be made of a tensor view".into());
    };
    check_tensor(view)?;
    if view.shape.len() != tile.len() {
        return Err("tile and tensor must have the same rank".into());
    }
    match padding {
        None | Some(PaddingValue::Zero) => Ok(()),
        Some(_) if view.elem.is_float() => Ok(()),
        Some(_) => Err("only zero can pad integers".into()),
    }
}

fn check_dim_map(map: &[u32], rank: usize) -> Result<(), String> {
    if is_permutation(map, rank) { Ok(()) } else { Err("dim_map must be a permutation".into()) }
}

pub(super) fn is_permutation(map: &[u32], rank: usize) -> bool {
    map.len() == rank && (0..rank as u32).all(|dim| map.contains(&dim))
}

// ---- the op table ----

fn check_operands(checker: &mut Checker<'_>, inst: Inst) -> Result<(), String> {
    let data = checker.function.data(inst);
    for (operand, values) in data.info().operands.iter().zip(data.operand_groups()) {
        if operand.arity == Arity::One && values.len() != 1 {
            return Err(format!("{} is missing", operand.name));
        }
        for value in values {
            if !has_class(checker, data, value, operand.class)? {
                let ty = checker.types.display(checker.function.value_type(value));
                let class = class_text(operand.class);
                return Err(format!("{} must be {class}, not {ty}", operand.name));
            }
        }
    }
    Ok(())
}

fn has_class(
    checker: &mut Checker<'_>,
    data: &InstData,
    value: Value,
    class: Class,
) -> Result<bool, String> {
    let function = checker.function;
    let ty = function.value_type(value);
    let other = |name: &str| {
        data.operand_group(name)
            .first()
            .map(|&value| function.value_type(value))
            .ok_or_else(|| format!("{name} is missing"))
    };
    let types = &mut checker.types;
    let elem = types.elem(ty);
    let scalar = elem.and_then(Elem::scalar);
    let rank = types.as_tile(ty).map(TileType::rank);
    let is_plain_int = scalar.is_some_and(|scalar| scalar.is_int() && scalar != Scalar::I4);
    Ok(match class {
        Class::Any => true,
        Class::Carried => elem.is_some() || types.is_token(ty),
        Class::Token => types.is_token(ty),
        Class::Tile => elem.is_some(),
        Class::Number => scalar.is_some(),
        Class::Int => is_plain_int,
        Class::AnyInt => scalar.is_some_and(Scalar::is_int),
        Class::Float => scalar.is_some_and(Scalar::is_arith_float),
        Class::AnyFloat => scalar.is_some_and(Scalar::is_float),
        Class::Bool => scalar == Some(Scalar::I1),
        Class::I64 => scalar == Some(Scalar::I64),
        Class::Bytes => scalar == Some(Scalar::I8) && rank == Some(1),
        Class::Ptr => elem.is_some_and(Elem::is_ptr),
        Class::Matrix => scalar.is_some() && matches!(rank, Some(2 | 3)),
        Class::IntScalar => is_plain_int && rank == Some(0),
        Class::I32Scalar => ty == types.scalar(Scalar::I32),
        Class::BoolScalar => ty == types.scalar(Scalar::I1),
        Class::PtrScalar => elem.is_some_and(Elem::is_ptr) && rank == Some(0),
        Class::TensorView => types.as_tensor_view(ty).is_some(),
        Class::TiledView => types.tiled_view(ty).is_some(),
        Class::ViewIndex => is_plain_int && matches!(rank, Some(0 | 1)),
        Class::SameAs(name) => ty == other(name)?,
        Class::BoolLike(name) => Some(ty) == types.with_elem(other(name)?, Scalar::I1),
        Class::IntLike(name) => is_plain_int && types.dims(ty) == types.dims(other(name)?),
        Class::PointeeOf(name) => Some(ty) == pointee_tile(other(name)?, types),
        Class::TileOf(name) => Some(ty) == types.view_tile(other(name)?),
    })
}

/// A class in words, for messages and documents.
pub fn class_text(class: Class) -> String {
    let fixed = match class {
        Class::Any => "any value",
        Class::Carried => "a tile or token",
        Class::Token => "a token",
        Class::Tile => "a tile",
        Class::Number => "a tile of numbers",
        Class::Int => "a tile of i1, i8, i16, i32 or i64",
        Class::AnyInt => "a tile of integers",
        Class::Float => "a tile of f16, bf16, f32 or f64",
        Class::AnyFloat => "a tile of floats",
        Class::Bool => "a tile of i1",
        Class::I64 => "a tile of i64",
        Class::Bytes => "a rank-1 tile of i8",
        Class::Ptr => "a tile of pointers",
        Class::Matrix => "a rank-2 or rank-3 tile of numbers",
        Class::IntScalar => "a rank-0 integer",
        Class::I32Scalar => "a rank-0 i32",
        Class::BoolScalar => "a rank-0 i1",
        Class::PtrScalar => "a rank-0 pointer",
        Class::TensorView => "a tensor view",
        Class::TiledView => "a tiled view",
        Class::ViewIndex => "an index of the view",
        Class::SameAs(name) => return format!("of the type of {name}"),
        Class::BoolLike(name) => return format!("i1 in the shape of {name}"),
        Class::IntLike(name) => return format!("integers in the shape of {name}"),
        Class::PointeeOf(name) => return format!("what {name} points to"),
        Class::TileOf(name) => return format!("a tile of {name}"),
    };
    fixed.to_owned()
}

fn check_results(checker: &mut Checker<'_>, inst: Inst) -> Result<(), String> {
    let data = checker.function.data(inst);
    let results = checker.function.results(inst);
    if data.info().result_rule == ResultRule::Given && results.len() != 1 {
        return Err(format!("there must be one result, not {}", results.len()));
    }
    let Some(expected) = result_types(data, checker.function, &mut checker.types) else {
        return Ok(());
    };
    if results.len() != expected.len() {
        return Err(format!("there must be {} results, not {}", expected.len(), results.len()));
    }
    for (&result, expected) in results.iter().zip(expected) {
        let actual = checker.function.value_type(result);
        if actual != expected {
            let types = &checker.types;
            let (expected, actual) = (types.display(expected), types.display(actual));
            return Err(format!("the result must be {expected}, not {actual}"));
        }
    }
    Ok(())
}
