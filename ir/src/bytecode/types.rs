//! The type section: types named by their index, an offset per entry.
//!
//! The format has more types than values do: number formats and pointers stand alone, as what
//! tiles and views are made of, and functions have a type. On reading an entry is decoded when
//! something first names it.

use rustc_hash::FxHashMap;

use super::Version;
use super::cursor::{Cursor, Result};
use super::encoder::Encoder;
use super::tables::{read_offset_table, write_offset_table};
use crate::attrs::{MultimemAddress, PaddingValue};
use crate::codes;
use crate::entities::Type;
use crate::module::Function;
use crate::types::{
    Dims, Elem, Extents, GatherScatterViewType, PartitionViewType, Scalar, StridedViewType,
    TensorViewType, TileType, TypeKind, TypeStore,
};

/// The tags of number formats, with the minor version that added them.
const SCALARS: &[(u64, Scalar, u32)] = &[
    (0, Scalar::I1, 1),
    (1, Scalar::I8, 1),
    (2, Scalar::I16, 1),
    (3, Scalar::I32, 1),
    (4, Scalar::I64, 1),
    (5, Scalar::F16, 1),
    (6, Scalar::BF16, 1),
    (7, Scalar::F32, 1),
    (8, Scalar::TF32, 1),
    (9, Scalar::F64, 1),
    (10, Scalar::F8E4M3FN, 1),
    (11, Scalar::F8E5M2, 1),
    (18, Scalar::F8E8M0FNU, 2),
    (19, Scalar::F4E2M1FN, 3),
    (22, Scalar::I4, 3),
    (130, Scalar::F8E5M3FNU, 4),
];

/// The tags of everything else.
mod tag {
    pub const PTR: u64 = 12;
    pub const TILE: u64 = 13;
    pub const TENSOR_VIEW: u64 = 14;
    pub const PARTITION_VIEW: u64 = 15;
    pub const FUNCTION: u64 = 16;
    pub const TOKEN: u64 = 17;
    pub const GATHER_SCATTER_VIEW: u64 = 20;
    pub const STRIDED_VIEW: u64 = 21;
}

/// The minor version from which pointers and tensor views have flags.
const FLAGGED_POINTERS: u32 = 4;

/// The bit of these flags for an attribute at the end: to which memories the addresses belong.
const HAS_PTR_ATTR: u64 = 1;

/// The attribute of plain memory; those of [`MultimemAddress`] follow it.
const PLAIN_MEMORY: u64 = 0;

/// The minor version from which there are addresses of multimem memory.
const MULTIMEM: u32 = 5;

/// An extent that is known only at run time.
const DYNAMIC: i64 = i64::MIN;

/// Types are made of types at most this deep: a function of views of tensors of numbers.
const MAX_DEPTH: u32 = 4;

/// The parameters and results of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Signature {
    pub params: Vec<Type>,
    pub results: Vec<Type>,
}

/// A type of the section.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Entry {
    Scalar(Scalar),
    Ptr(Scalar, Option<MultimemAddress>),
    Value(Type),
    Function(Signature),
}

/// The types of a file that is being read.
pub(super) struct TypeTable<'a> {
    version: Version,
    entries: Vec<Cursor<'a>>,
    known: Vec<Option<Entry>>,
    pub store: TypeStore,
}

impl<'a> TypeTable<'a> {
    /// `section` is the payload of the type section.
    pub(super) fn new(section: Option<Cursor<'a>>, version: Version) -> Result<TypeTable<'a>> {
        let entries = read_offset_table(section, 4)?;
        let known = vec![None; entries.len()];
        Ok(TypeTable { version, entries, known, store: TypeStore::new() })
    }

    /// Reads an index of a type that values may have.
    pub(super) fn value_type(&mut self, at: &mut Cursor<'_>) -> Result<Type> {
        let start = *at;
        match self.entry(at, 0)? {
            Entry::Value(ty) => Ok(*ty),
            Entry::Scalar(_) | Entry::Ptr(..) | Entry::Function(_) => {
                start.fail(codes::BYTECODE_BAD_REFERENCE, "a value cannot have this type")
            }
        }
    }

    /// Reads an index of a number format.
    pub(super) fn scalar(&mut self, at: &mut Cursor<'_>) -> Result<Scalar> {
        self.scalar_at(at, 0)
    }

    /// Reads an index of what a tile may have as elements.
    pub(super) fn elem(&mut self, at: &mut Cursor<'_>) -> Result<Elem> {
        self.elem_at(at, 0)
    }

    /// The element type and the number of elements of a tile of numbers.
    pub(super) fn numbers(&self, ty: Type) -> Option<(Scalar, u64)> {
        let tile = self.store.as_tile(ty)?;
        Some((tile.elem.scalar()?, tile.num_elems()))
    }

    /// Reads an index of a function's type.
    pub(super) fn signature(&mut self, at: &mut Cursor<'_>) -> Result<Signature> {
        let start = *at;
        match self.entry(at, 0)? {
            Entry::Function(signature) => Ok(signature.clone()),
            Entry::Scalar(_) | Entry::Ptr(..) | Entry::Value(_) => {
                start.fail(codes::BYTECODE_BAD_REFERENCE, "a function cannot have this type")
            }
        }
    }

    /// Reads an index and decodes the entry if that has not been done.
    fn entry(&mut self, at: &mut Cursor<'_>, depth: u32) -> Result<&Entry> {
        let start = *at;
        let index = at.index(self.entries.len(), "type")?;
        if self.known[index].is_none() {
            if depth >= MAX_DEPTH {
                return start.fail(codes::BYTECODE_BAD_REFERENCE, "a type contains itself");
            }
            self.known[index] = Some(self.decode(self.entries[index], depth + 1)?);
        }
        match &self.known[index] {
            Some(entry) => Ok(entry),
            None => start.fail(codes::BYTECODE_BAD_REFERENCE, "a type is not known"),
        }
    }

    fn scalar_at(&mut self, at: &mut Cursor<'_>, depth: u32) -> Result<Scalar> {
        let start = *at;
        match self.entry(at, depth)? {
            Entry::Scalar(scalar) => Ok(*scalar),
            Entry::Ptr(..) | Entry::Value(_) | Entry::Function(_) => {
                start.fail(codes::BYTECODE_BAD_REFERENCE, "this must be the type of a number")
            }
        }
    }

    fn elem_at(&mut self, at: &mut Cursor<'_>, depth: u32) -> Result<Elem> {
        let start = *at;
        match self.entry(at, depth)? {
            Entry::Scalar(scalar) => Ok(Elem::Scalar(*scalar)),
            Entry::Ptr(pointee, multimem) => Ok(Elem::pointer(*pointee, *multimem)),
            Entry::Value(_) | Entry::Function(_) => {
                start.fail(codes::BYTECODE_BAD_REFERENCE, "a tile cannot have such elements")
            }
        }
    }

    fn tensor_at(&mut self, at: &mut Cursor<'_>, depth: u32) -> Result<Type> {
        let start = *at;
        if let Entry::Value(ty) = *self.entry(at, depth)?
            && self.store.as_tensor_view(ty).is_some()
        {
            return Ok(ty);
        }
        start.fail(codes::BYTECODE_BAD_REFERENCE, "a view must be made of a tensor view")
    }

    fn value_types(&mut self, at: &mut Cursor<'_>, depth: u32) -> Result<Vec<Type>> {
        let count = at.count(1)?;
        let mut types = Vec::with_capacity(count);
        for _ in 0..count {
            let start = *at;
            let Entry::Value(ty) = *self.entry(at, depth)? else {
                return start.fail(codes::BYTECODE_BAD_REFERENCE, "a value cannot have this type");
            };
            types.push(ty);
        }
        Ok(types)
    }

    fn decode(&mut self, mut at: Cursor<'_>, depth: u32) -> Result<Entry> {
        let start = at;
        let tag = at.varint()?;
        let scalar = SCALARS.iter().find(|(number, ..)| *number == tag);
        if let Some((_, scalar, _)) = scalar.filter(|(.., since)| self.version.has(*since)) {
            return Ok(Entry::Scalar(*scalar));
        }
        let kind = match tag {
            tag::PTR => {
                let flags = self.pointer_flags(&mut at)?;
                let pointee = self.scalar_at(&mut at, depth)?;
                let multimem = self.ptr_attr(flags, &mut at)?;
                return Ok(Entry::Ptr(pointee, multimem));
            }
            tag::FUNCTION => {
                let params = self.value_types(&mut at, depth)?;
                let results = self.value_types(&mut at, depth)?;
                return Ok(Entry::Function(Signature { params, results }));
            }
            tag::TOKEN => TypeKind::Token,
            tag::TILE => {
                let elem = self.elem_at(&mut at, depth)?;
                TypeKind::Tile(TileType { elem, dims: tile_dims(&mut at)? })
            }
            tag::TENSOR_VIEW => {
                let flags = self.pointer_flags(&mut at)?;
                let elem = self.scalar_at(&mut at, depth)?;
                let (shape, strides) = (extents(&mut at)?, extents(&mut at)?);
                let multimem = self.ptr_attr(flags, &mut at)?;
                TypeKind::TensorView(TensorViewType { elem, shape, strides, multimem })
            }
            tag::PARTITION_VIEW => {
                let flagged = self.early_padding_flag(&mut at)?;
                let tile = dims(&mut at)?;
                let tensor = self.tensor_at(&mut at, depth)?;
                let dim_map = dims(&mut at)?;
                let padding = self.padding(&mut at, flagged)?;
                TypeKind::PartitionView(PartitionViewType { tile, padding, tensor, dim_map })
            }
            tag::STRIDED_VIEW if self.version.has(3) => {
                let flagged = self.early_padding_flag(&mut at)?;
                let tile = dims(&mut at)?;
                let traversal_strides = dims(&mut at)?;
                let tensor = self.tensor_at(&mut at, depth)?;
                let dim_map = dims(&mut at)?;
                let padding = self.padding(&mut at, flagged)?;
                let view = StridedViewType { tile, traversal_strides, padding, tensor, dim_map };
                TypeKind::StridedView(view)
            }
            tag::GATHER_SCATTER_VIEW if self.version.has(3) => {
                let flagged = self.early_padding_flag(&mut at)?;
                let tile = dims(&mut at)?;
                let tensor = self.tensor_at(&mut at, depth)?;
                let sparse_dim = at.varint_u32()?;
                let padding = self.padding(&mut at, flagged)?;
                let view = GatherScatterViewType { tile, padding, tensor, sparse_dim };
                TypeKind::GatherScatterView(view)
            }
            _ => {
                let message = format!("version {} has no type {tag}", self.version);
                return start.fail(codes::BYTECODE_UNKNOWN, message);
            }
        };
        Ok(Entry::Value(self.store.intern(kind)))
    }

    /// What of a pointer or tensor view is there.
    fn pointer_flags(&self, at: &mut Cursor<'_>) -> Result<u64> {
        if !self.version.has(FLAGGED_POINTERS) {
            return Ok(0);
        }
        let start = *at;
        match at.varint()? {
            flags @ 0..=HAS_PTR_ATTR => Ok(flags),
            _ => start.fail(codes::BYTECODE_MALFORMED, "a pointer type has unknown flags"),
        }
    }

    /// Reads to which memory a pointer or tensor view belongs.
    fn ptr_attr(&self, flags: u64, at: &mut Cursor<'_>) -> Result<Option<MultimemAddress>> {
        if flags & HAS_PTR_ATTR == 0 {
            return Ok(None);
        }
        let start = *at;
        let number = u64::from(at.byte()?);
        let Some(above) = number.checked_sub(PLAIN_MEMORY + 1) else { return Ok(None) };
        let address = MultimemAddress::from_number(above).filter(|_| self.version.has(MULTIMEM));
        address.map(Some).ok_or_else(|| {
            let message = format!("version {} has no pointer attribute {number}", self.version);
            start.error(codes::BYTECODE_UNKNOWN, message)
        })
    }

    /// Since 13.3 a view begins with a word that says whether there is a padding value.
    fn early_padding_flag(&self, at: &mut Cursor<'_>) -> Result<Option<bool>> {
        if !self.version.has(3) {
            return Ok(None);
        }
        let start = *at;
        match at.varint()? {
            flags @ 0..=1 => Ok(Some(flags == 1)),
            _ => start.fail(codes::BYTECODE_MALFORMED, "a view type has unknown flags"),
        }
    }

    fn padding(&self, at: &mut Cursor<'_>, flag: Option<bool>) -> Result<Option<PaddingValue>> {
        let is_there = match flag {
            Some(flag) => flag,
            None => at.byte()? != 0,
        };
        if !is_there {
            return Ok(None);
        }
        let start = *at;
        match PaddingValue::from_number(at.varint()?) {
            Some(padding) => Ok(Some(padding)),
            None => start.fail(codes::BYTECODE_UNKNOWN, "there is no such padding value"),
        }
    }
}

/// A length and 64-bit tile dimensions.
fn tile_dims(at: &mut Cursor<'_>) -> Result<Dims> {
    let count = at.count(8)?;
    let mut dims = Dims::with_capacity(count);
    for _ in 0..count {
        let start = *at;
        match u32::try_from(i64::from_le_bytes(at.array()?)) {
            Ok(dim) => dims.push(dim),
            Err(_) => return start.fail(codes::BYTECODE_MALFORMED, "a tile cannot be this large"),
        }
    }
    Ok(dims)
}

/// A length and 32-bit numbers.
fn dims(at: &mut Cursor<'_>) -> Result<Dims> {
    super::attrs::read_u32_array(at)
}

fn extents(at: &mut Cursor<'_>) -> Result<Extents> {
    let count = at.count(8)?;
    let mut extents = Extents::with_capacity(count);
    for _ in 0..count {
        let extent = i64::from_le_bytes(at.array()?);
        extents.push((extent != DYNAMIC).then_some(extent));
    }
    Ok(extents)
}

/// The types of a file that is being written, in the order in which something first named them.
pub(super) struct TypeEncoder<'a> {
    version: Version,
    store: &'a TypeStore,
    ids: FxHashMap<Entry, usize>,
    entries: Vec<Vec<u8>>,
    /// A type that the version does not have: since when there is one, and its text.
    pub missing: Option<(u32, String)>,
}

impl<'a> TypeEncoder<'a> {
    pub(super) fn new(store: &'a TypeStore, version: Version) -> TypeEncoder<'a> {
        let ids = FxHashMap::default();
        TypeEncoder { version, store, ids, entries: Vec::new(), missing: None }
    }

    pub(super) fn value_type(&mut self, ty: Type) -> usize {
        self.index(Entry::Value(ty))
    }

    pub(super) fn scalar(&mut self, scalar: Scalar) -> usize {
        self.index(Entry::Scalar(scalar))
    }

    pub(super) fn elem(&mut self, elem: Elem) -> usize {
        match elem {
            Elem::Scalar(scalar) => self.scalar(scalar),
            Elem::Ptr(pointee) => self.index(Entry::Ptr(pointee, None)),
            Elem::MultimemPtr(pointee, address) => self.index(Entry::Ptr(pointee, Some(address))),
        }
    }

    /// The type of an entry function.
    pub(super) fn signature(&mut self, function: &Function) -> usize {
        let params = function.block_params(function.entry_block);
        let params = params.iter().map(|&param| function.value_type(param)).collect();
        self.index(Entry::Function(Signature { params, results: Vec::new() }))
    }

    fn index(&mut self, entry: Entry) -> usize {
        if let Some(&index) = self.ids.get(&entry) {
            return index;
        }
        // What it is made of comes first.
        let bytes = self.encode(&entry);
        let index = self.entries.len();
        self.entries.push(bytes);
        self.ids.insert(entry, index);
        index
    }

    fn encode(&mut self, entry: &Entry) -> Vec<u8> {
        let mut out = Encoder::new();
        match entry {
            Entry::Scalar(scalar) => self.encode_scalar(*scalar, &mut out),
            Entry::Ptr(pointee, multimem) => {
                out.varint(tag::PTR);
                self.pointer_flags_to(*multimem, &mut out);
                out.count(self.scalar(*pointee));
                self.ptr_attr_to(*multimem, &mut out);
            }
            Entry::Function(signature) => {
                out.varint(tag::FUNCTION);
                for types in [&signature.params, &signature.results] {
                    out.count(types.len());
                    types.iter().for_each(|&ty| out.count(self.value_type(ty)));
                }
            }
            Entry::Value(ty) => self.encode_value(*ty, &mut out),
        }
        out.bytes
    }

    fn encode_scalar(&mut self, scalar: Scalar, out: &mut Encoder) {
        if let Some(&(tag, _, since)) = SCALARS.iter().find(|(_, other, _)| *other == scalar) {
            out.varint(tag);
            self.require(since, || scalar.text().to_owned());
        }
    }

    fn require(&mut self, since: u32, text: impl FnOnce() -> String) {
        if !self.version.has(since) {
            self.missing.get_or_insert_with(|| (since, text()));
        }
    }

    fn encode_value(&mut self, ty: Type, out: &mut Encoder) {
        let store = self.store;
        match store.kind(ty) {
            TypeKind::Token => out.varint(tag::TOKEN),
            TypeKind::Tile(tile) => {
                out.varint(tag::TILE);
                out.count(self.elem(tile.elem));
                out.i64_array(tile.dims.iter().map(|&dim| i64::from(dim)));
            }
            TypeKind::TensorView(view) => {
                out.varint(tag::TENSOR_VIEW);
                self.pointer_flags_to(view.multimem, out);
                out.count(self.scalar(view.elem));
                for extents in [&view.shape, &view.strides] {
                    out.i64_array(extents.iter().map(|extent| extent.unwrap_or(DYNAMIC)));
                }
                self.ptr_attr_to(view.multimem, out);
            }
            TypeKind::PartitionView(view) => {
                out.varint(tag::PARTITION_VIEW);
                self.padding_flag(view.padding, out);
                out.u32_array(&view.tile);
                out.count(self.value_type(view.tensor));
                out.u32_array(&view.dim_map);
                self.padding(view.padding, out);
            }
            TypeKind::StridedView(view) => {
                self.require(3, || store.display(ty).to_string());
                out.varint(tag::STRIDED_VIEW);
                self.padding_flag(view.padding, out);
                out.u32_array(&view.tile);
                out.u32_array(&view.traversal_strides);
                out.count(self.value_type(view.tensor));
                out.u32_array(&view.dim_map);
                self.padding(view.padding, out);
            }
            TypeKind::GatherScatterView(view) => {
                self.require(3, || store.display(ty).to_string());
                out.varint(tag::GATHER_SCATTER_VIEW);
                self.padding_flag(view.padding, out);
                out.u32_array(&view.tile);
                out.count(self.value_type(view.tensor));
                out.varint(u64::from(view.sparse_dim));
                self.padding(view.padding, out);
            }
        }
    }

    /// Plain memory needs no attribute.
    fn pointer_flags_to(&mut self, multimem: Option<MultimemAddress>, out: &mut Encoder) {
        if let Some(address) = multimem {
            self.require(MULTIMEM, || format!("ptr with {}", address.text()));
        }
        if self.version.has(FLAGGED_POINTERS) {
            out.varint(if multimem.is_some() { HAS_PTR_ATTR } else { 0 });
        }
    }

    fn ptr_attr_to(&self, multimem: Option<MultimemAddress>, out: &mut Encoder) {
        if let Some(address) = multimem
            && self.version.has(FLAGGED_POINTERS)
        {
            out.byte((PLAIN_MEMORY + 1 + address.number()) as u8);
        }
    }

    fn padding_flag(&self, padding: Option<PaddingValue>, out: &mut Encoder) {
        if self.version.has(3) {
            out.varint(u64::from(padding.is_some()));
        }
    }

    fn padding(&self, padding: Option<PaddingValue>, out: &mut Encoder) {
        if !self.version.has(3) {
            out.byte(u8::from(padding.is_some()));
        }
        if let Some(padding) = padding {
            out.varint(padding.number());
        }
    }

    /// The payload of the section.
    pub(super) fn section(&self) -> Encoder {
        let mut out = Encoder::new();
        write_offset_table(&self.entries, 4, &mut out);
        out
    }
}
