//! The layout of classes and the size of types: the Itanium C++ ABI, section 2.4, which device code
//! and host code agree on.
//!
//! In: a class whose bases and fields are resolved. Out: their offsets, the size and alignment of
//! the class, and its *data size*, behind which a derived class may use the padding.

use lang::ast::{self, DeclId};
use lang::base::{Diagnostic, Span};
use rustc_hash::FxHashSet;

use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, DeclName};
use crate::scope::ScopeId;
use crate::ty::fundamental::FloatKind;
use crate::ty::{ArrayLen, Ty, TyKind};

/// Elements of an array of classes whose empty parts are told apart from those of other members.
const COMPARED_ELEMENTS: u64 = 64;
/// Subobjects of a member that are looked at for empty ones: a class with two members, each with two
/// members and so on, has more of them than can be counted.
const COMPARED_SUBOBJECTS: u32 = 1024;

/// Bytes that an `alignas` may ask for.
const MAX_ALIGNMENT: u64 = 1 << 28;

/// A class while it is laid out.
#[derive(Default)]
struct Record {
    /// The bytes in use.
    data: u64,
    /// The size so far: more than the data where an empty object lies behind them.
    size: u64,
    align: u64,
    /// The bit behind the last member, if that is a bit-field.
    bits: Option<u64>,
    /// The empty objects in the class.
    empty: FxHashSet<(u64, ClassId)>,
}

impl Record {
    fn is_free(&self, parts: &[(u64, ClassId)]) -> bool {
        !parts.iter().any(|part| self.empty.contains(part))
    }
}

/// The next bit-field of `width` bits in units of `size` bytes ([class.bit]): the byte offset of its
/// unit, and its first bit there.
fn place_bits(
    width: u64,
    size: u64,
    align: u64,
    is_union: bool,
    is_named: bool,
    record: &mut Record,
) -> (u64, u64) {
    let unit = size * 8;
    let start = if is_union { 0 } else { record.bits.unwrap_or(record.data * 8) };
    if width > unit {
        // The value at the beginning of the largest integer that the width holds, then padding.
        let holder = [8, 4, 2, 1].into_iter().find(|bytes| bytes * 8 <= width).unwrap_or(size);
        let first = start.next_multiple_of(holder * 8);
        record.bits = Some(first + width);
        record.data = record.data.max((first + width).div_ceil(8));
        record.size = record.size.max(record.data);
        record.align = record.align.max(holder);
        return (first / 8, 0);
    }
    let crosses = width == 0 || start / unit != (start + width - 1) / unit;
    let first = if crosses && width <= unit { start.next_multiple_of(unit) } else { start };
    let end = first + width;
    record.bits = Some(end);
    record.data = record.data.max(end.div_ceil(8));
    record.size = record.size.max(record.data);
    if is_named && width > 0 {
        record.align = record.align.max(align);
    }
    (first / unit * size, first % unit)
}

/// What an object is a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartOf {
    /// A base of the class that is laid out.
    Base,
    /// A field or an element of one: a whole object with the virtual bases that it has.
    Whole,
}

impl<'a> Cx<'a> {
    /// Size and alignment in bytes of a complete object type.
    pub fn layout(&mut self, ty: Ty) -> Option<(u64, u64)> {
        match self.types.kind(ty).clone() {
            TyKind::Bool => Some((1, 1)),
            TyKind::Int(kind) => {
                let bytes = u64::from(kind.bits() / 8);
                Some((bytes, bytes))
            }
            TyKind::Float(kind) => {
                // The host has 16 bytes for `long double`; the device 8.
                let bytes = match kind {
                    FloatKind::LongDouble => 8,
                    _ => u64::from(kind.bits() / 8),
                };
                Some((bytes, bytes))
            }
            TyKind::NullPtr | TyKind::Pointer(_) | TyKind::LRef(_) | TyKind::RRef(_) => {
                Some((8, 8))
            }
            TyKind::MemberPointer { pointee, .. } => {
                let is_function = matches!(self.types.kind(pointee), TyKind::Function(_));
                Some((if is_function { 16 } else { 8 }, 8))
            }
            TyKind::Qualified(inner, _) => self.layout(inner),
            TyKind::Array(element, ArrayLen::Known(len)) => {
                let (size, align) = self.layout(element)?;
                Some((size.checked_mul(len)?, align))
            }
            TyKind::Class(class) => {
                let span = self.entities[class].span;
                self.complete_class(class, span)
                    .then(|| (self.entities[class].size.max(1), self.entities[class].align))
            }
            TyKind::Enum(id) => {
                let ty = self.underlying_type(id);
                self.layout(ty)
            }
            // One element after the other, as `ct::tile` promises.
            TyKind::Tile { elem, dims } => {
                let (size, align) = self.layout(elem)?;
                let count = dims.iter().try_fold(1u64, |product, &dim| product.checked_mul(dim))?;
                Some((size.checked_mul(count)?, align))
            }
            TyKind::Error
            | TyKind::Void
            | TyKind::Array(..)
            | TyKind::Function(_)
            | TyKind::Param(_)
            | TyKind::Specialization { .. }
            | TyKind::DependentTile(_)
            | TyKind::DependentName { .. }
            | TyKind::PackExpansion(_)
            | TyKind::Unresolved(_)
            | TyKind::Decltype(_)
            | TyKind::Auto { .. }
            | TyKind::DeducedClass(_) => None,
        }
    }

    /// The offsets of bases and fields, size and alignment.
    pub(crate) fn lay_out_class(&mut self, class: ClassId) {
        self.refuse_packed(class);
        let align = self.declared_alignment(class).unwrap_or(1);
        let mut record = Record { align, ..Record::default() };
        // The first base with virtual functions shares its pointer to the table.
        let primary =
            self.entities[class].bases.iter().position(|b| self.entities[b.class].is_polymorphic);
        match primary {
            Some(index) => self.place_base(class, index, &mut record),
            None if self.entities[class].is_polymorphic => {
                (record.data, record.size, record.align) = (8, 8, align.max(8));
            }
            None => {}
        }
        for index in 0..self.entities[class].bases.len() {
            if Some(index) != primary {
                self.place_base(class, index, &mut record);
            }
        }
        for index in 0..self.entities[class].fields.len() {
            self.place_field(class, index, &mut record);
        }
        let size = record.size.max(record.data).max(1).next_multiple_of(record.align);
        let is_pod = self.is_pod_for_layout(class);
        let is_empty_layout = self.has_empty_layout(class);
        let entity = &mut self.entities[class];
        entity.is_empty_layout = is_empty_layout;
        entity.has_empty_parts = is_empty_layout || !record.empty.is_empty();
        entity.is_pod_layout = is_pod;
        entity.align = record.align;
        entity.size = size;
        entity.data_size = if is_pod { size } else { record.data };
    }

    fn place_base(&mut self, class: ClassId, index: usize, record: &mut Record) {
        let base = self.entities[class].bases[index].class;
        let ty = self.entities[class].bases[index].ty;
        let (size, data, align) = {
            let base = &self.entities[base];
            (base.size.max(1), base.data_size, base.align)
        };
        let offset = if self.is_empty_layout(base) {
            self.place_empty(ty, size, align, PartOf::Base, record)
        } else {
            let from = record.data.next_multiple_of(align);
            let offset = self.first_free(ty, from, align, PartOf::Base, record);
            record.data = offset + data;
            record.size = record.size.max(offset + data);
            offset
        };
        record.align = record.align.max(align);
        record.bits = None;
        self.entities[class].bases[index].offset = offset;
    }

    fn place_field(&mut self, class: ClassId, index: usize, record: &mut Record) {
        let is_union = self.entities[class].key == ast::TagKey::Union;
        let field = &self.entities[class].fields[index];
        let (ty, width, decl, is_named) =
            (field.ty, field.bit_width, field.decl, field.name.is_some());
        let Some((size, natural)) = self.layout(ty) else { return };
        let align = decl
            .and_then(|decl| self.alignas(class, decl))
            .map_or(natural, |asked| asked.max(natural));
        if let Some(width) = width {
            let (offset, shift) = place_bits(width, size, align, is_union, is_named, record);
            let field = &mut self.entities[class].fields[index];
            (field.offset, field.bit_shift) = (offset, shift);
            return;
        }
        record.bits = None;
        let inner = self.types.class_of(ty);
        let may_overlap = self.is_overlapping(decl);
        let offset = match inner {
            _ if is_union => 0,
            Some(inner) if may_overlap && self.is_empty_layout(inner) => {
                self.place_empty(ty, size, align, PartOf::Whole, record)
            }
            _ => {
                let from = record.data.next_multiple_of(align);
                self.first_free(ty, from, align, PartOf::Whole, record)
            }
        };
        let shares = may_overlap && inner.is_some_and(|inner| self.is_empty_layout(inner));
        let used = match inner {
            Some(inner) if may_overlap => self.entities[inner].data_size,
            _ => size,
        };
        if !shares {
            record.data = record.data.max(offset + used);
        }
        record.size = record.size.max(offset + size);
        record.align = record.align.max(align);
        self.entities[class].fields[index].offset = offset;
    }

    /// An empty base lies at the start, unless an object of its type is there already.
    fn place_empty(
        &mut self,
        ty: Ty,
        size: u64,
        align: u64,
        part: PartOf,
        record: &mut Record,
    ) -> u64 {
        let at_start = self.empty_parts(ty, 0, part);
        let offset = if record.is_free(&at_start) {
            record.empty.extend(at_start);
            0
        } else {
            self.first_free(ty, record.data.next_multiple_of(align), align, part, record)
        };
        record.size = record.size.max(offset + size);
        offset
    }

    /// The first offset from `from` on where no empty subobject meets another of its type
    /// ([intro.object]/9).
    fn first_free(
        &mut self,
        ty: Ty,
        from: u64,
        align: u64,
        part: PartOf,
        record: &mut Record,
    ) -> u64 {
        let mut offset = from;
        loop {
            let parts = self.empty_parts(ty, offset, part);
            if record.is_free(&parts) {
                record.empty.extend(parts);
                return offset;
            }
            offset += align;
        }
    }

    /// The empty class subobjects of an object of type `ty` at `offset`, with where they are.
    fn empty_parts(&mut self, ty: Ty, offset: u64, part: PartOf) -> Vec<(u64, ClassId)> {
        let mut found = Vec::new();
        let mut left = COMPARED_SUBOBJECTS;
        self.collect_empty(ty, offset, part, &mut left, &mut found);
        found
    }

    fn collect_empty(
        &mut self,
        ty: Ty,
        offset: u64,
        part: PartOf,
        left: &mut u32,
        found: &mut Vec<(u64, ClassId)>,
    ) {
        let Some(still_left) = left.checked_sub(1) else { return };
        *left = still_left;
        if let TyKind::Array(elem, ArrayLen::Known(len)) = *self.types.kind(ty) {
            let Some((size, _)) = self.layout(elem) else { return };
            if self.types.class_of(self.element_of(elem)).is_some() {
                for index in 0..len.min(COMPARED_ELEMENTS) {
                    self.collect_empty(elem, offset + index * size, part, left, found);
                }
            }
            return;
        }
        let Some(class) = self.types.class_of(ty) else { return };
        if !self.entities[class].has_empty_parts {
            return;
        }
        if self.is_empty_layout(class) {
            found.push((offset, class));
        }
        let bases = &self.entities[class].bases;
        let is_virtual: Vec<bool> = bases.iter().map(|base| base.is_virtual).collect();
        for (index, (ty, at)) in self.subobjects(class).into_iter().enumerate() {
            // A virtual base belongs to the whole object, wherever that has it.
            let inner = match is_virtual.get(index) {
                Some(true) if part == PartOf::Base => continue,
                Some(_) => PartOf::Base,
                None => PartOf::Whole,
            };
            self.collect_empty(ty, offset + at, inner, left, found);
        }
    }

    /// Whether objects of the class have no data of their own: such a base takes no room. Known
    /// once the class is laid out.
    fn is_empty_layout(&self, class: ClassId) -> bool {
        self.entities[class].is_empty_layout
    }

    fn has_empty_layout(&self, class: ClassId) -> bool {
        let class = &self.entities[class];
        !class.is_polymorphic
            && class.fields.iter().all(|field| {
                field.bit_width == Some(0)
                    || self.is_overlapping(field.decl)
                        && self
                            .types
                            .class_of(field.ty)
                            .is_some_and(|inner| self.is_empty_layout(inner))
            })
            && class.bases.iter().all(|base| self.is_empty_layout(base.class))
    }

    /// "POD for the purpose of layout": the padding at the end of such a class is not used by
    /// classes derived from it. The ABI means C++03's plain old data.
    fn is_pod_for_layout(&self, class: ClassId) -> bool {
        let entity = &self.entities[class];
        let is_written = |name: DeclName| {
            entity.members.get(&name).into_iter().flatten().any(|member| {
                match &self.ast[self.ast.templated(member.decl)].kind {
                    ast::DeclKind::Function(function) => {
                        function.body != ast::FunctionBody::Defaulted
                    }
                    _ => false,
                }
            })
        };
        let has_plain_fields = entity.fields.iter().all(|field| {
            let has_init = field.decl.is_some_and(|decl| match &self.ast[decl].kind {
                ast::DeclKind::Field(field) => !matches!(field.init, ast::Initializer::None),
                _ => false,
            });
            field.access == ast::Access::Public
                && !has_init
                && !self.is_overlapping(field.decl)
                && !self.types.is_ref(field.ty)
                && self
                    .types
                    .class_of(self.element_of(field.ty))
                    .is_none_or(|inner| self.entities[inner].is_pod_layout)
        });
        has_plain_fields
            && !entity.is_polymorphic
            && entity.bases.is_empty()
            && entity.closure.is_none()
            && !entity.members.contains_key(&DeclName::Constructor)
            && !is_written(DeclName::Operator(ast::OverloadedOperator::Assign))
            && !is_written(DeclName::Destructor)
    }

    /// [class.prop]/3
    pub fn is_standard_layout(&mut self, class: ClassId) -> bool {
        if let Some(known) = self.entities[class].is_standard_layout {
            return known;
        }
        let found = self.find_standard_layout(class);
        self.entities[class].is_standard_layout = Some(found);
        found
    }

    fn find_standard_layout(&mut self, class: ClassId) -> bool {
        let entity = &self.entities[class];
        let fields: Vec<(Ty, ast::Access)> =
            entity.fields.iter().map(|field| (field.ty, field.access)).collect();
        let bases: Vec<(ClassId, bool)> =
            entity.bases.iter().map(|base| (base.class, base.is_virtual)).collect();
        if entity.is_polymorphic || fields.windows(2).any(|pair| pair[0].1 != pair[1].1) {
            return false;
        }
        for &(ty, _) in &fields {
            let inner = self.types.class_of(self.element_of(ty));
            if self.types.is_ref(ty) || inner.is_some_and(|inner| !self.is_standard_layout(inner)) {
                return false;
            }
        }
        let mut places = usize::from(!fields.is_empty());
        for (base, is_virtual) in bases {
            if is_virtual || !self.is_standard_layout(base) {
                return false;
            }
            places += usize::from(!self.is_empty_layout(base));
            let first =
                fields.first().and_then(|(ty, _)| self.types.class_of(self.element_of(*ty)));
            if first.is_some_and(|first| first == base || self.is_base_of(first, base)) {
                return false;
            }
        }
        places <= 1
    }

    /// `[[no_unique_address]]`
    pub(super) fn is_overlapping(&self, decl: Option<DeclId>) -> bool {
        decl.is_some_and(|decl| {
            self.ast[decl].attrs.iter().any(|attr| match attr.kind {
                ast::AttributeKind::Standard { name, .. } => self.text(name) == "no_unique_address",
                _ => false,
            })
        })
    }

    /// Reports `packed` on a class that tile code uses: its layout would be another than the host's.
    fn refuse_packed(&mut self, class: ClassId) {
        let ast = self.ast;
        let Some(decl) = self.entities[class].decl else { return };
        let mut attrs = ast[ast.templated(decl)].attrs.iter();
        let packed = attrs.find(|attr| match attr.kind {
            ast::AttributeKind::Standard { name, .. } | ast::AttributeKind::Vendor { name, .. } => {
                matches!(self.text(name), "packed" | "__packed__")
            }
            _ => false,
        });
        if let Some(attr) = packed {
            let message = "packed classes are not supported in tile code";
            let diagnostic = Diagnostic::new(codes::UNSUPPORTED, attr.span, message)
                .help("leave `packed` out, and order the members so that there is no padding");
            self.report(diagnostic);
        }
    }

    fn declared_alignment(&mut self, class: ClassId) -> Option<u64> {
        let decl = self.ast.templated(self.entities[class].decl?);
        self.alignas(class, decl)
    }

    /// GNU's `aligned` on the name of a type: a type of its own, which there is none of here. An
    /// alignment that the type has anyway is accepted.
    pub(super) fn check_alias_alignment(&mut self, scope: ScopeId, decl: DeclId, ty: Ty) {
        let Some(wanted) = self.alignas_in(scope, decl) else { return };
        if self.types.is_dependent(ty) || self.layout(ty).is_some_and(|(_, align)| align == wanted)
        {
            return;
        }
        let span = self.ast[decl].span;
        let message = "tilec does not implement an alignment of the name of a type";
        let diagnostic = Diagnostic::new(codes::UNSUPPORTED, span, message)
            .help("put `alignas` on the class, the member or the variable");
        self.report(diagnostic);
    }

    /// Reports what is wrong with the `alignas` of a variable.
    pub(super) fn check_alignas(&mut self, scope: ScopeId, decl: DeclId) {
        self.alignas_in(scope, decl);
    }

    /// The strictest `alignas` of a declaration, read in the scope of the class.
    fn alignas(&mut self, class: ClassId, decl: DeclId) -> Option<u64> {
        let scope = self.entities[class].scope;
        self.alignas_in(scope, decl)
    }

    fn alignas_in(&mut self, scope: ScopeId, decl: DeclId) -> Option<u64> {
        let ast = self.ast;
        let mut strictest = None;
        for attr in &ast[decl].attrs {
            let ast::AttributeKind::Alignas(arg) = &attr.kind else { continue };
            if !arg.is_pack_expansion {
                strictest = strictest.max(self.alignment_argument(scope, &arg.kind));
                continue;
            }
            let pattern = Self::argument_pattern(&arg.kind);
            let len = pattern.and_then(|pattern| self.expansion_len(scope, pattern));
            for index in 0..len.unwrap_or(0) {
                let element = self.scopes.expansion(scope, index);
                strictest = strictest.max(self.alignment_argument(element, &arg.kind));
            }
        }
        strictest
    }

    /// `alignas(T)` is `alignas(alignof(T))`, so the type has to be complete ([dcl.align]/3).
    fn alignment_of_named(&mut self, ty: Ty, span: Span) -> Option<u64> {
        let referred = self.types.strip_ref(ty);
        let is_known = self.types.is_dependent(referred) || self.require_complete(referred, span);
        self.layout(ty).filter(|_| is_known).map(|(_, align)| align)
    }

    fn alignment_argument(
        &mut self,
        scope: ScopeId,
        kind: &'a ast::TemplateArgKind,
    ) -> Option<u64> {
        // `alignas(T...)`: whether `T` is a type is for lookup to say.
        let named = match kind {
            ast::TemplateArgKind::Expr(expr) => match self.ast[*expr].kind {
                ast::ExprKind::Name(name) => Some(name),
                _ => None,
            },
            ast::TemplateArgKind::Template(name) | ast::TemplateArgKind::Unresolved(name) => {
                Some(*name)
            }
            ast::TemplateArgKind::Type(_) | ast::TemplateArgKind::Error => None,
        };
        if let Some(name) = named
            && let Some(lookup) = self.lookup_name(scope, name)
            && let Some(crate::entity::Entity::Type(ty)) = lookup.found.single()
        {
            return self.alignment_of_named(*ty, self.ast[name].span);
        }
        match kind {
            ast::TemplateArgKind::Type(written) => {
                let ty = self.resolve_type(scope, *written);
                self.alignment_of_named(ty, self.ast[*written].span)
            }
            ast::TemplateArgKind::Expr(expr) => {
                let value = self.converted_constant(scope, *expr, Ty::SIZE).ok()?;
                let align = value.as_int().and_then(|align| u64::try_from(align).ok())?;
                if align != 0 && !align.is_power_of_two() {
                    let span = self.ast[*expr].span;
                    let message =
                        format!("an alignment must be a power of two, and {align} is not");
                    self.error(codes::INVALID_TYPE, span, message);
                }
                if align > MAX_ALIGNMENT {
                    let span = self.ast[*expr].span;
                    let message = format!("an alignment cannot be more than {MAX_ALIGNMENT}");
                    self.error(codes::OBJECT_LIMIT, span, message);
                    return None;
                }
                // Zero asks for nothing ([dcl.align]/2).
                Some(align).filter(|align| align.is_power_of_two())
            }
            _ => None,
        }
    }
}
