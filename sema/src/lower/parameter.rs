//! Kernel parameters: what a launch passes, as the objects that the body sees.
//!
//! A number or pointer is a parameter of the entry. An object of class type is a *record* of the
//! IR, passed as the bytes that the C++ ABI gives it ([`ir::record`]): each of its leaves is a
//! piece, so a kernel that uses two members of a large class reads those two. Where an address of
//! the object must exist at run time, it is the address of the argument itself as long as the
//! kernel does nothing but read there, and else that of a copy of its own.
//!
//! No constructor runs: the argument is copied as bytes, so copying and ending objects of its class
//! must be trivial ([class.temporary]/3).

use ir::analysis::alias::{AliasMap, Root};
use ir::module::{Function, Param};
use ir::{InstData, Piece, Record, Scalar};
use lang::ast;
use lang::base::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::call::Argument;
use super::layout::{Layout, LeafType};
use super::storage::{Leaf, Leaves, Origin, OriginKind, Place};
use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::entity::FunctionId;
use crate::ty::Ty;
use crate::typed::LocalId;

/// Bytes that the parameters of one kernel may take: what PTX ISA 8.1 and the driver allow from
/// sm_70 on.
const PARAMETER_BYTES: u64 = 32_764;

/// The longest tile that an argument is copied by.
const LONGEST_COPY: u64 = 4096;

impl Lowerer<'_, '_> {
    /// Declares the parameters of a kernel and returns what its body sees.
    pub(super) fn kernel_parameters(
        &mut self,
        kernel: FunctionId,
        parameters: &[LocalId],
    ) -> Low<Vec<Argument>> {
        let mut arguments = Vec::new();
        let mut bytes = 0u64;
        for (index, &local) in parameters.iter().enumerate() {
            arguments.push(self.kernel_parameter(kernel, index, local)?);
            let ty = self.cx.typed.locals[local].ty;
            let stored = self.stored_type(ty);
            let span = self.cx.typed.locals[local].span;
            let layout = self.layout(stored, span)?;
            bytes = bytes.next_multiple_of(layout.align.max(1)) + layout.size;
            if bytes > PARAMETER_BYTES {
                let message = format!("the parameters of the kernel take {bytes} bytes up to here");
                let span = self.user_span(span);
                let diagnostic = Diagnostic::new(codes::KERNEL_PARAMETER_SIZE, span, message)
                    .note(format!("a launch passes at most {PARAMETER_BYTES} bytes"))
                    .help("keep the data in memory, and pass a pointer to it");
                self.cx.report(diagnostic);
                return Err(Stop::Reported);
            }
        }
        Ok(arguments)
    }

    fn kernel_parameter(
        &mut self,
        kernel: FunctionId,
        index: usize,
        local: LocalId,
    ) -> Low<Argument> {
        let (ty, span) = (self.cx.typed.locals[local].ty, self.cx.typed.locals[local].span);
        let name = match self.cx.typed.locals[local].name {
            Some(name) => self.cx.text(name).to_string(),
            None => format!("arg{index}"),
        };
        if !self.is_passed_as_bytes(ty) {
            return self.unpassable(
                ty,
                span,
                "an argument is copied as bytes, and copying or destroying this class runs code",
                "take a pointer to the object, or default its copy constructor and destructor",
            );
        }
        if self.cx.types.class_of(ty).is_some() && !self.is_one_number(ty, span)? {
            return self.record(name, local, ty, span);
        }
        let Some(elem) = self.elem_type(ty) else {
            let why = "a launch passes numbers, pointers and objects made of them";
            return self.unpassable(ty, span, why, "pass a pointer, and load in the kernel");
        };
        let restrict = self.cx.is_restrict(kernel, index);
        let ir = self.types.tile(&[], elem);
        let stored = self.stored_type(ty);
        let leaf = LeafType { ty: stored, ir, byte: 0, bits: None };
        let piece = self.piece_type(leaf);
        let value = self.function.add_param(Param { name, restrict, span }, piece);
        let value = self.leaf_of_piece(leaf, value)?;
        Ok(Argument::Value(Leaf::Value(value).into()))
    }

    /// An argument is copied as bytes: no constructor of its class runs.
    fn is_passed_as_bytes(&mut self, ty: Ty) -> bool {
        match self.cx.types.class_of(ty) {
            Some(class) => self.cx.is_passed_as_bytes(class),
            None => true,
        }
    }

    /// Whether an object is nothing but one number or pointer, and passed as that.
    fn is_one_number(&mut self, ty: Ty, span: Span) -> Low<bool> {
        let layout = self.layout(ty, span)?;
        Ok(match layout.leaves[..] {
            [leaf] if leaf.bits.is_none() && self.types.dims(leaf.ir).is_empty() => {
                let size = self.leaf_bytes(leaf.ir);
                (layout.size, layout.align) == (size, size) && !self.is_member_pointer(leaf.ty)
            }
            _ => false,
        })
    }

    // ---- objects ----

    /// A parameter of class type.
    fn record(&mut self, name: String, local: LocalId, ty: Ty, span: Span) -> Low<Argument> {
        let layout = self.layout(ty, span)?;
        for leaf in &layout.leaves {
            if !self.types.dims(leaf.ir).is_empty() {
                let shown = self.cx.show(leaf.ty);
                let why = format!("it holds a tile, `{shown}`, which exists in a kernel only");
                let help = "pass a pointer, and load the tile in the kernel";
                return self.unpassable(ty, span, &why, help);
            }
            if self.is_member_pointer(leaf.ty) {
                let why = "it holds a pointer to member, which must be known at compile time";
                let help = "choose the member in the kernel, or by a template argument";
                return self.unpassable(ty, span, why, help);
            }
        }
        let first = self.function.params.len();
        let (size, align) = (layout.size.max(1), layout.align.max(1));
        let mut record = Record { name, first, pieces: Vec::new(), size, align, span };
        let origin = Origin { kind: OriginKind::Local, node: local.as_u32(), path: 0 };
        let in_memory = layout.is_large || layout.is_punned || self.demoted.contains(&origin);
        let argument = if in_memory {
            Argument::Object(self.addressed_record(&mut record, local, ty, &layout)?)
        } else {
            Argument::Value(self.record_leaves(&mut record, ty, &layout)?)
        };
        self.function.records.push(record);
        Ok(argument)
    }

    /// Each leaf as a piece. Bit-fields of one unit share it.
    fn record_leaves(&mut self, record: &mut Record, ty: Ty, layout: &Layout) -> Low<Leaves> {
        let mut restrict = Vec::new();
        let mut names = Vec::new();
        self.describe_leaves(ty, &record.name, false, &mut names, &mut restrict)?;
        let mut units = FxHashMap::default();
        let mut leaves = Leaves::new();
        for (index, &leaf) in layout.leaves.iter().enumerate() {
            if leaf.bits.is_some_and(|bits| !bits.is_named) {
                leaves.push(Leaf::Undef);
                continue;
            }
            let ty = self.piece_type(leaf);
            let value = match units.get(&(leaf.byte, ty)) {
                Some(&value) => value,
                None => {
                    let name = names.get(index).cloned().unwrap_or_default();
                    let restrict = restrict.get(index).copied().unwrap_or(false);
                    let param = Param { name, restrict, span: record.span };
                    let value = self.function.add_param(param, ty);
                    record.pieces.push(Piece::Value { offset: leaf.byte });
                    units.insert((leaf.byte, ty), value);
                    value
                }
            };
            leaves.push(Leaf::Value(self.leaf_of_piece(leaf, value)?));
        }
        Ok(leaves)
    }

    /// The object in memory: the argument itself until that turns out to be changed, then a copy.
    fn addressed_record(
        &mut self,
        record: &mut Record,
        local: LocalId,
        ty: Ty,
        layout: &Layout,
    ) -> Low<Place> {
        let index = self.function.params.len();
        // Nothing else that the kernel reaches is there.
        let param = Param { name: record.name.clone(), restrict: true, span: record.span };
        let bytes = self.types.ptr(Scalar::I8);
        let argument = self.function.add_param(param, bytes);
        record.pieces.push(Piece::Address);
        let pointee = self.pointee(ty);
        let changed = Origin { kind: OriginKind::Parameter, node: local.as_u32(), path: 0 };
        if !self.demoted.contains(&changed) {
            self.arguments_read.push((index, changed));
            return Ok(Place::Memory(self.cast_pointer(argument, pointee)));
        }
        let copy = self.allocate(ty, layout, record.span)?;
        let word = match record.align {
            1 => Scalar::I8,
            2 => Scalar::I16,
            4 => Scalar::I32,
            _ => Scalar::I64,
        };
        let step = u64::from(word.bytes());
        let mut byte = 0;
        while byte < record.size {
            let rest = ((record.size - byte) / step).clamp(1, LONGEST_COPY);
            let count = 1u64 << rest.ilog2();
            let ir = self.types.tile(&[count as u32], word);
            let run = LeafType { ty: Ty::ULLONG, ir, byte, bits: None };
            let value = self.load_leaf(argument, run, record.span)?;
            self.store_leaf(copy, run, value, record.span)?;
            byte += count * step;
        }
        Ok(Place::Memory(copy))
    }

    /// The kernel has been lowered as if it only read its arguments. If it does anything else with
    /// the address of one, it is lowered again with a copy.
    pub(super) fn check_arguments_read(&mut self) -> Low<()> {
        if self.arguments_read.is_empty() {
            return Ok(());
        }
        let aliases = AliasMap::of(&self.function, self.types);
        for &(param, changed) in &self.arguments_read {
            if !is_only_read(&self.function, &aliases, param) {
                return Err(Stop::Demote(changed));
            }
        }
        Ok(())
    }

    /// The type of the parameter that a leaf comes out of: a bool is passed as a byte of which any
    /// value but 0 is true, a bit-field as its unit.
    fn piece_type(&mut self, leaf: LeafType) -> ir::Type {
        match self.types.elem_scalar(leaf.ir) {
            Some(Scalar::I1) => self.types.scalar(Scalar::I8),
            Some(_) | None => leaf.ir,
        }
    }

    fn leaf_of_piece(&mut self, leaf: LeafType, piece: ir::Value) -> Low<ir::Value> {
        if let Some(bits) = leaf.bits {
            return self.bits_of_unit(piece, leaf, bits);
        }
        match self.types.elem_scalar(leaf.ir) {
            Some(Scalar::I1) => {
                let zero = self.ins().const_int(Scalar::I8, 0);
                let predicate = ir::CmpPredicate::NotEqual;
                Ok(self.ins().cmpi(piece, zero, predicate, ir::Signedness::Unsigned))
            }
            Some(_) | None => Ok(piece),
        }
    }

    /// The path of each leaf of an object, for the text of the IR, and whether it was declared
    /// `__restrict__`.
    fn describe_leaves(
        &mut self,
        ty: Ty,
        path: &str,
        is_restrict: bool,
        names: &mut Vec<String>,
        restrict: &mut Vec<bool>,
    ) -> Low<()> {
        let bare = self.cx.types.strip_cv(ty);
        let count = self.layout(ty, Span::NONE)?.leaves.len();
        let end = names.len() + count;
        if let Some((elem, len)) = self.array_of(bare) {
            for index in 0..len {
                let path = format!("{path}.{index}");
                self.describe_leaves(elem, &path, is_restrict, names, restrict)?;
            }
        } else if let Some(class) = self.cx.types.class_of(bare).filter(|&c| !self.cx.is_union(c)) {
            if self.cx.has_own_table(class) {
                names.push(path.to_owned());
                restrict.push(false);
            }
            let bases = self.cx.entities[class].bases.len();
            for (index, (part, _)) in self.cx.subobjects(class).into_iter().enumerate() {
                let field =
                    index.checked_sub(bases).map(|i| self.cx.entities[class].fields[i].clone());
                let (path, is_restrict) = match field {
                    Some(field) => {
                        let name = field.name.map(|name| self.cx.text(name).to_string());
                        let declared = field.decl.is_some_and(|decl| self.is_restrict_field(decl));
                        (format!("{path}.{}", name.unwrap_or_default()), declared)
                    }
                    None => (path.to_owned(), false),
                };
                let part = self.stored_type(part);
                self.describe_leaves(part, &path, is_restrict, names, restrict)?;
            }
        }
        // A scalar, or the leaves that the members of a union share.
        names.resize(end, path.to_owned());
        restrict.resize(end, is_restrict);
        Ok(())
    }

    fn is_restrict_field(&self, decl: ast::DeclId) -> bool {
        match &self.cx.ast.decls[decl].kind {
            ast::DeclKind::Field(field) => self.cx.ast.types[field.ty].cv.has(ast::Cv::RESTRICT),
            _ => false,
        }
    }

    fn unpassable<T>(&mut self, ty: Ty, span: Span, why: &str, help: &str) -> Low<T> {
        let shown = self.cx.show(ty);
        let message = format!("a kernel parameter cannot have the type `{shown}`");
        let diagnostic = Diagnostic::new(codes::KERNEL_PARAMETER, self.user_span(span), message);
        self.cx.report(diagnostic.note(why).help(help));
        Err(Stop::Reported)
    }
}

/// Whether pointers that derive from a parameter are loaded through and nothing else: not written
/// through, stored, compared or merged with others.
fn is_only_read(function: &Function, aliases: &AliasMap, param: usize) -> bool {
    function.insts_in_order().into_iter().all(|inst| {
        let data = function.data(inst);
        let mut derives = false;
        data.for_each_operand(|operand| derives |= aliases.root(operand) == Root::Param(param));
        let keeps_root = matches!(
            data,
            InstData::LoadPtrTko { .. }
                | InstData::Offset { .. }
                | InstData::PtrToPtr { .. }
                | InstData::Broadcast { .. }
                | InstData::Reshape { .. }
                | InstData::Permute { .. }
                | InstData::Extract { .. }
                | InstData::Assume { .. }
                | InstData::Subobject { .. }
                | InstData::Based { .. }
                | InstData::Note { .. }
                | InstData::Given { .. }
        );
        !derives || keeps_root
    })
}
