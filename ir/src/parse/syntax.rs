//! Helpers of the grammar's actions: small pieces of text to values, and nodes from their parts.

use super::ast::{Name, OpAst, Part, PartKind};
use crate::attrs::{MultimemAddress, PaddingValue};
use crate::entities::Type;
use crate::types::{
    Dims, Extents, GatherScatterViewType, PartitionViewType, Scalar, StridedViewType, TypeKind,
    TypeStore,
};

/// What an action cannot make sense of.
#[derive(Clone, Debug)]
pub(super) struct SyntaxError {
    pub range: (u32, u32),
    pub message: String,
}

/// A piece of text between two offsets.
type At<'a> = (u32, &'a str, u32);

pub(super) fn scalar<T>(at: At<'_>) -> Parsed<Scalar, T> {
    Scalar::from_text(at.1).ok_or_else(|| user(at, "a number type"))
}

fn user<T>(
    (start, text, end): At<'_>,
    what: &str,
) -> lalrpop_util::ParseError<u32, T, SyntaxError> {
    let message = format!("`{text}` is not {what}");
    lalrpop_util::ParseError::User { error: SyntaxError { range: (start, end), message } }
}

type Parsed<V, T> = Result<V, lalrpop_util::ParseError<u32, T, SyntaxError>>;

/// The memory of a pointer; `none` is plain.
pub(super) fn memory_of<T>(at: At<'_>) -> Parsed<Option<MultimemAddress>, T> {
    match at.1 {
        "none" => Ok(None),
        text => MultimemAddress::from_text(text)
            .map(Some)
            .ok_or_else(|| user(at, "`none`, `unicast` or `multicast`")),
    }
}

pub(super) fn ptr_attr<T>(name: At<'_>, memory: At<'_>) -> Parsed<Option<MultimemAddress>, T> {
    if name.1 == "ptr_attr" { memory_of(memory) } else { Err(user(name, "`ptr_attr`")) }
}

/// `4x8x` as the dimensions of a tile.
pub(super) fn tile_dims<T>(at: At<'_>) -> Parsed<Dims, T> {
    let parts = at.1.trim_end_matches('x').split('x');
    let dims: Option<Dims> = parts.map(|part| part.parse().ok()).collect();
    dims.ok_or_else(|| user(at, "a tile shape"))
}

/// `?x128x` as the extents of a tensor.
pub(super) fn extents<T>(at: At<'_>) -> Parsed<Extents, T> {
    let parts = at.1.trim_end_matches('x').split('x');
    let extents: Option<Extents> = parts
        .map(|part| if part == "?" { Some(None) } else { part.parse().ok().map(Some) })
        .collect();
    extents.ok_or_else(|| user(at, "a tensor shape"))
}

pub(super) fn extent<T>(at: At<'_>) -> Parsed<i64, T> {
    at.1.parse().map_err(|_| user(at, "a 64-bit number"))
}

pub(super) fn small_number<T>(at: At<'_>) -> Parsed<u32, T> {
    at.1.parse().map_err(|_| user(at, "a small number"))
}

pub(super) fn padding<T>(at: At<'_>) -> Parsed<PaddingValue, T> {
    PaddingValue::from_text(at.1).ok_or_else(|| user(at, "a padding value"))
}

fn identity(tile: &Dims) -> Dims {
    (0..tile.len() as u32).collect()
}

pub(super) fn partition_view(
    types: &mut TypeStore,
    tile: Dims,
    padding: Option<PaddingValue>,
    tensor: Type,
    dim_map: Option<Dims>,
) -> Type {
    let dim_map = dim_map.unwrap_or_else(|| identity(&tile));
    types.intern(TypeKind::PartitionView(PartitionViewType { tile, padding, tensor, dim_map }))
}

pub(super) fn strided_view(
    types: &mut TypeStore,
    tile: Dims,
    traversal_strides: Dims,
    padding: Option<PaddingValue>,
    tensor: Type,
    dim_map: Option<Dims>,
) -> Type {
    let dim_map = dim_map.unwrap_or_else(|| identity(&tile));
    let view = StridedViewType { tile, traversal_strides, padding, tensor, dim_map };
    types.intern(TypeKind::StridedView(view))
}

pub(super) fn gather_scatter_view(
    types: &mut TypeStore,
    tile: Dims,
    padding: Option<PaddingValue>,
    tensor: Type,
    sparse_dim: u32,
) -> Type {
    let view = GatherScatterViewType { tile, padding, tensor, sparse_dim };
    types.intern(TypeKind::GatherScatterView(view))
}

/// An op whose results and range are still to be set.
pub(super) fn op<'a>(
    mnemonic: Name<'a>,
    parts: Vec<Part<'a>>,
    (from, to): (Vec<Type>, Option<Vec<Type>>),
    params: Vec<(Name<'a>, Option<Type>)>,
    regions: Vec<Vec<OpAst<'a>>>,
) -> OpAst<'a> {
    let range = mnemonic.range;
    OpAst { range, results: Vec::new(), mnemonic, parts, from, to, params, regions }
}

pub(super) fn value(name: Name<'_>) -> Part<'_> {
    Part { range: name.range, kind: PartKind::Value(name) }
}

pub(super) fn word(name: Name<'_>) -> Part<'_> {
    Part { range: name.range, kind: PartKind::Word(name.text) }
}
