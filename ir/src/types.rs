//! Types: tiles of numbers or pointers, tokens, and views of tensors in memory.
//!
//! Types are interned: a [`Type`] is an index into the [`TypeStore`] of its module, so equal types
//! have equal ids. A scalar is a tile of rank 0. Tile dimensions are powers of two.

use std::fmt;

use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attrs::{MultimemAddress, PaddingValue};
pub use crate::entities::Type;
use crate::entities::Value;
use crate::scalar::{FloatFormat, IntWidth};

/// The most elements a tile may have.
pub const MAX_TILE_ELEMS: u64 = 1 << 24;

/// What kind of number a [`Scalar`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScalarKind {
    /// Signless two's complement.
    Int,
    Float,
}

macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident $text:literal $bits:literal $kind:ident;)*) => {
        /// A number format: the element of a tile or the pointee of a pointer.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Scalar { $($(#[$doc])* $name,)* }

        impl Scalar {
            /// Every format, in declaration order.
            pub const ALL: &[Scalar] = &[$(Scalar::$name),*];

            /// The spelling in Tile IR text.
            pub fn text(self) -> &'static str {
                match self { $(Scalar::$name => $text,)* }
            }

            pub fn from_text(text: &str) -> Option<Scalar> {
                match text { $($text => Some(Scalar::$name),)* _ => None }
            }

            /// Width of a value in bits; `i1` has one, though it takes a byte in memory and `tf32`
            /// has 32, though only 19 of them count.
            pub fn bits(self) -> u32 {
                match self { $(Scalar::$name => $bits,)* }
            }

            pub fn kind(self) -> ScalarKind {
                match self { $(Scalar::$name => ScalarKind::$kind,)* }
            }
        }
    };
}

scalars! {
    /// A truth value: one byte in memory, 0 or 1; any nonzero byte loads as 1.
    I1 "i1" 1 Int;
    /// Only as the element of `pack` and `unpack`.
    I4 "i4" 4 Int;
    I8 "i8" 8 Int;
    I16 "i16" 16 Int;
    I32 "i32" 32 Int;
    I64 "i64" 64 Int;
    F16 "f16" 16 Float;
    BF16 "bf16" 16 Float;
    F32 "f32" 32 Float;
    /// Stored as f32 whose low 13 bits are ignored.
    TF32 "tf32" 32 Float;
    F64 "f64" 64 Float;
    F8E4M3FN "f8E4M3FN" 8 Float;
    F8E5M2 "f8E5M2" 8 Float;
    /// A power of two: the scale format of `mmaf_scaled`.
    F8E8M0FNU "f8E8M0FNU" 8 Float;
    F4E2M1FN "f4E2M1FN" 4 Float;
    /// Without a sign: the scale format of `mmaf_scaled` for operands of four bits.
    F8E5M3FNU "fnv8E5M3FNU" 8 Float;
}

impl Scalar {
    pub fn is_int(self) -> bool {
        self.kind() == ScalarKind::Int
    }

    pub fn is_float(self) -> bool {
        self.kind() == ScalarKind::Float
    }

    /// The formats that have arithmetic: f16, bf16, f32, f64.
    pub fn is_arith_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64)
    }

    /// Bytes of one element in memory and in a constant. Two 4-bit elements share a byte in
    /// memory; on their own they take one.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// The format of `ir::scalar` for a float.
    pub fn float_format(self) -> Option<FloatFormat> {
        match self {
            Scalar::F16 => Some(FloatFormat::F16),
            Scalar::BF16 => Some(FloatFormat::Bf16),
            Scalar::F32 => Some(FloatFormat::F32),
            Scalar::TF32 => Some(FloatFormat::Tf32),
            Scalar::F64 => Some(FloatFormat::F64),
            Scalar::F8E4M3FN => Some(FloatFormat::E4M3),
            Scalar::F8E5M2 => Some(FloatFormat::E5M2),
            Scalar::F8E8M0FNU => Some(FloatFormat::E8M0),
            Scalar::F4E2M1FN => Some(FloatFormat::E2M1),
            Scalar::F8E5M3FNU => Some(FloatFormat::UE5M3),
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => None,
        }
    }

    /// The width of `ir::scalar` for an integer.
    pub fn int_width(self) -> Option<IntWidth> {
        match self {
            Scalar::I1 => Some(IntWidth::W1),
            Scalar::I4 => Some(IntWidth::W4),
            Scalar::I8 => Some(IntWidth::W8),
            Scalar::I16 => Some(IntWidth::W16),
            Scalar::I32 => Some(IntWidth::W32),
            Scalar::I64 => Some(IntWidth::W64),
            Scalar::F16
            | Scalar::BF16
            | Scalar::F32
            | Scalar::TF32
            | Scalar::F64
            | Scalar::F8E4M3FN
            | Scalar::F8E5M2
            | Scalar::F8E8M0FNU
            | Scalar::F4E2M1FN
            | Scalar::F8E5M3FNU => None,
        }
    }

    /// All value bits set.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// The element of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Elem {
    Scalar(Scalar),
    /// An address in global memory; pointers do not nest.
    Ptr(Scalar),
    /// An address of memory that several GPUs have a copy of each.
    MultimemPtr(Scalar, MultimemAddress),
}

impl Elem {
    /// A pointer to plain memory, or such an address of multimem memory.
    pub fn pointer(pointee: Scalar, multimem: Option<MultimemAddress>) -> Elem {
        multimem.map_or(Elem::Ptr(pointee), |address| Elem::MultimemPtr(pointee, address))
    }

    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Elem::Scalar(scalar) => Some(scalar),
            Elem::Ptr(_) | Elem::MultimemPtr(..) => None,
        }
    }

    pub fn pointee(self) -> Option<Scalar> {
        match self {
            Elem::Scalar(_) => None,
            Elem::Ptr(pointee) | Elem::MultimemPtr(pointee, _) => Some(pointee),
        }
    }

    /// Which copies of multimem memory a pointer is to.
    pub fn multimem(self) -> Option<MultimemAddress> {
        match self {
            Elem::Scalar(_) | Elem::Ptr(_) => None,
            Elem::MultimemPtr(_, address) => Some(address),
        }
    }

    pub fn is_int(self) -> bool {
        self.scalar().is_some_and(Scalar::is_int)
    }

    pub fn is_float(self) -> bool {
        self.scalar().is_some_and(Scalar::is_float)
    }

    pub fn is_ptr(self) -> bool {
        self.pointee().is_some()
    }

    /// Width of the element as a value; an address has 64 bits.
    pub fn bits(self) -> u32 {
        match self {
            Elem::Scalar(scalar) => scalar.bits(),
            Elem::Ptr(_) | Elem::MultimemPtr(..) => 64,
        }
    }
}

impl From<Scalar> for Elem {
    fn from(scalar: Scalar) -> Elem {
        Elem::Scalar(scalar)
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Scalar(scalar) => write!(f, "{scalar}"),
            Elem::Ptr(pointee) => write!(f, "ptr<{pointee}>"),
            Elem::MultimemPtr(pointee, address) => {
                write!(f, "ptr<{pointee}, <{}>>", address.text())
            }
        }
    }
}

/// Dimensions of a tile, outermost first.
pub type Dims = SmallVec<[u32; 4]>;
/// Extents or strides of a tensor view; `None` is known only at run time.
pub type Extents = SmallVec<[Option<i64>; 4]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TileType {
    pub dims: Dims,
    pub elem: Elem,
}

impl TileType {
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// The most there are numbers for if the type is too large to be a tile's.
    pub fn num_elems(&self) -> u64 {
        self.dims.iter().fold(1, |n: u64, &dim| n.saturating_mul(u64::from(dim)))
    }
}

/// A strided tensor in memory: `tensor_view<?x128xf32, strides=[?,1]>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorViewType {
    pub elem: Scalar,
    pub shape: Extents,
    pub strides: Extents,
    /// That of the pointer it is made of.
    pub multimem: Option<MultimemAddress>,
}

/// The extent along a dimension of a tensor view: the operand that has it, or the constant that it is.
pub fn extent_of(
    shape: &[Option<i64>],
    dynamic_shape: &[Value],
    dim: usize,
) -> Option<Result<Value, i64>> {
    match *shape.get(dim)? {
        Some(extent) => Some(Err(extent)),
        None => {
            let before = shape[..dim].iter().filter(|extent| extent.is_none()).count();
            dynamic_shape.get(before).copied().map(Ok)
        }
    }
}

/// A tensor view cut into disjoint tiles.
///
/// Tile dimension `i` covers dimension `dim_map[i]` of the tensor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionViewType {
    pub tile: Dims,
    pub padding: Option<PaddingValue>,
    /// Always a [`TypeKind::TensorView`].
    pub tensor: Type,
    /// As long as `tile`; the identity is not printed.
    pub dim_map: Dims,
}

/// A tensor view cut into overlapping or gapped tiles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StridedViewType {
    pub tile: Dims,
    pub traversal_strides: Dims,
    pub padding: Option<PaddingValue>,
    pub tensor: Type,
    pub dim_map: Dims,
}

/// A tensor view whose tiles are slices picked by an index tile in one dimension, the sparse one.
///
/// Along each other dimension, a dense one, the index is the element at which the tile begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GatherScatterViewType {
    pub tile: Dims,
    pub padding: Option<PaddingValue>,
    pub tensor: Type,
    pub sparse_dim: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// An ordering between memory operations; nothing at run time.
    Token,
    Tile(TileType),
    TensorView(TensorViewType),
    PartitionView(PartitionViewType),
    StridedView(StridedViewType),
    GatherScatterView(GatherScatterViewType),
}

/// Owns the types of one module.
#[derive(Clone, Debug)]
pub struct TypeStore {
    kinds: PrimaryMap<Type, TypeKind>,
    ids: FxHashMap<TypeKind, Type>,
}

impl Default for TypeStore {
    fn default() -> TypeStore {
        TypeStore::new()
    }
}

impl TypeStore {
    /// A store that holds the token type and every rank-0 number tile, at fixed ids.
    pub fn new() -> TypeStore {
        let mut store = TypeStore { kinds: PrimaryMap::new(), ids: FxHashMap::default() };
        store.intern(TypeKind::Token);
        for &scalar in Scalar::ALL {
            store.tile(&[], scalar);
        }
        store
    }

    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(&ty) = self.ids.get(&kind) {
            return ty;
        }
        let ty = self.kinds.push(kind.clone());
        self.ids.insert(kind, ty);
        ty
    }

    pub fn token(&self) -> Type {
        Type::new(0)
    }

    /// `tile<scalar>`: one number.
    pub fn scalar(&self, scalar: Scalar) -> Type {
        Type::new(1 + scalar as usize)
    }

    /// `tile<dims x elem>`. The caller answers for the dims being powers of two; the verifier
    /// checks it.
    pub fn tile(&mut self, dims: &[u32], elem: impl Into<Elem>) -> Type {
        self.intern(TypeKind::Tile(TileType { dims: dims.into(), elem: elem.into() }))
    }

    /// `tile<ptr<pointee>>`: one address.
    pub fn ptr(&mut self, pointee: Scalar) -> Type {
        self.tile(&[], Elem::Ptr(pointee))
    }

    pub fn tensor_view(
        &mut self,
        elem: Scalar,
        shape: &[Option<i64>],
        strides: &[Option<i64>],
    ) -> Type {
        let (shape, strides) = (shape.into(), strides.into());
        let view = TensorViewType { elem, shape, strides, multimem: None };
        self.intern(TypeKind::TensorView(view))
    }

    /// A partition view whose dimensions are those of the tensor in order.
    pub fn partition_view(
        &mut self,
        tensor: Type,
        tile: &[u32],
        padding: Option<PaddingValue>,
    ) -> Type {
        let dim_map = (0..tile.len() as u32).collect();
        let tile = tile.into();
        self.intern(TypeKind::PartitionView(PartitionViewType { tile, padding, tensor, dim_map }))
    }

    /// The tile type with the shape of tile `ty` and another element.
    pub fn with_elem(&mut self, ty: Type, elem: impl Into<Elem>) -> Option<Type> {
        let dims = self.as_tile(ty)?.dims.clone();
        Some(self.tile(&dims, elem))
    }

    /// The tile type with the element of tile `ty` and another shape.
    pub fn with_dims(&mut self, ty: Type, dims: &[u32]) -> Option<Type> {
        let elem = self.elem(ty)?;
        Some(self.tile(dims, elem))
    }

    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty]
    }

    pub fn as_tile(&self, ty: Type) -> Option<&TileType> {
        match self.kind(ty) {
            TypeKind::Tile(tile) => Some(tile),
            TypeKind::Token
            | TypeKind::TensorView(_)
            | TypeKind::PartitionView(_)
            | TypeKind::StridedView(_)
            | TypeKind::GatherScatterView(_) => None,
        }
    }

    /// The element of a tile type.
    pub fn elem(&self, ty: Type) -> Option<Elem> {
        self.as_tile(ty).map(|tile| tile.elem)
    }

    /// The number format of a tile of numbers.
    pub fn elem_scalar(&self, ty: Type) -> Option<Scalar> {
        self.elem(ty)?.scalar()
    }

    /// The dims of a tile type; empty for anything else.
    pub fn dims(&self, ty: Type) -> &[u32] {
        self.as_tile(ty).map_or(&[], |tile| &tile.dims)
    }

    pub fn num_elems(&self, ty: Type) -> u64 {
        self.as_tile(ty).map_or(1, TileType::num_elems)
    }

    pub fn is_token(&self, ty: Type) -> bool {
        ty == self.token()
    }

    pub fn is_view(&self, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Token | TypeKind::Tile(_) => false,
            TypeKind::TensorView(_)
            | TypeKind::PartitionView(_)
            | TypeKind::StridedView(_)
            | TypeKind::GatherScatterView(_) => true,
        }
    }

    pub fn as_tensor_view(&self, ty: Type) -> Option<&TensorViewType> {
        match self.kind(ty) {
            TypeKind::TensorView(view) => Some(view),
            TypeKind::Token
            | TypeKind::Tile(_)
            | TypeKind::PartitionView(_)
            | TypeKind::StridedView(_)
            | TypeKind::GatherScatterView(_) => None,
        }
    }

    pub fn as_partition_view(&self, ty: Type) -> Option<&PartitionViewType> {
        match self.kind(ty) {
            TypeKind::PartitionView(view) => Some(view),
            TypeKind::Token
            | TypeKind::Tile(_)
            | TypeKind::TensorView(_)
            | TypeKind::StridedView(_)
            | TypeKind::GatherScatterView(_) => None,
        }
    }

    /// The tensor view and the tile shape of a tiled view.
    pub fn tiled_view(&self, ty: Type) -> Option<(Type, &[u32])> {
        match self.kind(ty) {
            TypeKind::PartitionView(view) => Some((view.tensor, &view.tile)),
            TypeKind::StridedView(view) => Some((view.tensor, &view.tile)),
            TypeKind::GatherScatterView(view) => Some((view.tensor, &view.tile)),
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => None,
        }
    }

    /// How indices of a tiled view count: for each dimension of the tile the dimension of the tensor
    /// that it runs along, and the elements between the beginnings of neighbouring indices.
    pub fn view_traversal(&self, ty: Type) -> Option<(Dims, Dims)> {
        match self.kind(ty) {
            TypeKind::PartitionView(view) => Some((view.dim_map.clone(), view.tile.clone())),
            TypeKind::StridedView(view) => {
                Some((view.dim_map.clone(), view.traversal_strides.clone()))
            }
            // Indices are elements, in the sparse dimension and in the dense ones.
            TypeKind::GatherScatterView(view) => {
                let rank = view.tile.len();
                Some(((0..rank as u32).collect(), Dims::from_elem(1, rank)))
            }
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => None,
        }
    }

    /// The dimension along which a tile of numbers names the places of a view, if it is a gather/scatter view.
    pub fn sparse_dim(&self, ty: Type) -> Option<usize> {
        match self.kind(ty) {
            TypeKind::GatherScatterView(view) => Some(view.sparse_dim as usize),
            TypeKind::PartitionView(_) | TypeKind::StridedView(_) => None,
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => None,
        }
    }

    /// Which copies of multimem memory a tiled view is of.
    pub fn view_multimem(&self, ty: Type) -> Option<MultimemAddress> {
        self.as_tensor_view(self.tiled_view(ty)?.0)?.multimem
    }

    /// The type of the tiles that a tiled view loads and stores.
    pub fn view_tile(&mut self, ty: Type) -> Option<Type> {
        let (tensor, dims) = self.tiled_view(ty)?;
        let (elem, dims) = (self.as_tensor_view(tensor)?.elem, Dims::from(dims));
        Some(self.tile(&dims, elem))
    }

    /// The type as Tile IR text.
    pub fn display(&self, ty: Type) -> DisplayType<'_> {
        DisplayType { types: self, ty }
    }
}

/// Writes a type in the dialect's syntax.
pub struct DisplayType<'a> {
    types: &'a TypeStore,
    ty: Type,
}

impl fmt::Display for DisplayType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tensor = |ty| DisplayType { types: self.types, ty };
        match self.types.kind(self.ty) {
            TypeKind::Token => f.write_str("token"),
            TypeKind::Tile(tile) => {
                f.write_str("tile<")?;
                for dim in &tile.dims {
                    write!(f, "{dim}x")?;
                }
                write!(f, "{}>", tile.elem)
            }
            TypeKind::TensorView(view) => {
                f.write_str("tensor_view<")?;
                for &extent in &view.shape {
                    write!(f, "{}x", Extent(extent))?;
                }
                write!(f, "{}", view.elem)?;
                if !view.shape.is_empty() {
                    let strides = view.strides.iter().map(|&stride| Extent(stride));
                    write!(f, ", strides=[{}]", join(strides, ","))?;
                }
                if let Some(address) = view.multimem {
                    write!(f, ", ptr_attr<{}>", address.text())?;
                }
                f.write_str(">")
            }
            TypeKind::PartitionView(view) => {
                write!(f, "partition_view<tile=({})", join(&view.tile, "x"))?;
                padding(f, view.padding)?;
                write!(f, ", {}", tensor(view.tensor))?;
                dim_map(f, &view.dim_map)?;
                f.write_str(">")
            }
            TypeKind::StridedView(view) => {
                write!(f, "strided_view<tile=({})", join(&view.tile, "x"))?;
                write!(f, ", traversal_strides=[{}]", join(&view.traversal_strides, ","))?;
                padding(f, view.padding)?;
                write!(f, ", {}", tensor(view.tensor))?;
                dim_map(f, &view.dim_map)?;
                f.write_str(">")
            }
            TypeKind::GatherScatterView(view) => {
                write!(f, "gather_scatter_view<tile=({})", join(&view.tile, "x"))?;
                padding(f, view.padding)?;
                write!(f, ", {}, sparse_dim={}>", tensor(view.tensor), view.sparse_dim)
            }
        }
    }
}

/// A static extent, or `?`.
struct Extent(Option<i64>);

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(extent) => write!(f, "{extent}"),
            None => f.write_str("?"),
        }
    }
}

fn padding(f: &mut fmt::Formatter<'_>, padding: Option<PaddingValue>) -> fmt::Result {
    padding.map_or(Ok(()), |padding| write!(f, ", padding_value = {}", padding.text()))
}

fn dim_map(f: &mut fmt::Formatter<'_>, map: &[u32]) -> fmt::Result {
    if map.iter().enumerate().all(|(i, &dim)| i == dim as usize) {
        return Ok(());
    }
    write!(f, ", dim_map=[{}]", join(map, ", "))
}

fn join<T: fmt::Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_have_equal_ids() {
        let mut types = TypeStore::new();
        let a = types.tile(&[4, 8], Scalar::F32);
        assert_eq!(a, types.tile(&[4, 8], Scalar::F32));
        assert_ne!(a, types.tile(&[8, 4], Scalar::F32));
        assert_eq!(types.tile(&[], Scalar::F4E2M1FN), types.scalar(Scalar::F4E2M1FN));
    }

    #[test]
    fn types_print_in_the_dialect_syntax() {
        let mut types = TypeStore::new();
        let ptrs = types.tile(&[16], Elem::Ptr(Scalar::F32));
        assert_eq!(types.display(ptrs).to_string(), "tile<16xptr<f32>>");
        let tensor = types.tensor_view(Scalar::F32, &[None, Some(128)], &[None, Some(1)]);
        assert_eq!(types.display(tensor).to_string(), "tensor_view<?x128xf32, strides=[?,1]>");
        let view = types.partition_view(tensor, &[16, 32], Some(PaddingValue::Nan));
        assert_eq!(
            types.display(view).to_string(),
            "partition_view<tile=(16x32), padding_value = nan, tensor_view<?x128xf32, strides=[?,1]>>"
        );
        let point = types.tensor_view(Scalar::F64, &[], &[]);
        assert_eq!(types.display(point).to_string(), "tensor_view<f64>");
    }
}
