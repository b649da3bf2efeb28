//! Type traits and type transformations that the compiler answers: one row each, the library's
//! `<type_traits>` is written over them ([meta.unary], [meta.rel], [meta.trans]).

use lang::ast;
use lang::base::{Diagnostic, Name, Span};

use super::operand::{Check, Reported};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{ClassId, Definition, FunctionId};
use crate::scope::ScopeId;
use crate::template::pack::Pattern;
use crate::ty::fundamental::IntKind;
use crate::ty::{ArrayLen, Cv, TemplateArg, Ty, TyKind, TypeRef};

macro_rules! traits {
    ($($variant:ident $arity:literal $($name:literal)+;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Trait { $($variant),* }

        /// Whether there is a trait of the name.
        pub(super) fn has_trait(name: &str) -> bool {
            Trait::named(name).is_some()
        }

        impl Trait {
            fn named(name: &str) -> Option<(Trait, Arity)> {
                match name {
                    $($($name)|+ => Some((Trait::$variant, Arity::of($arity))),)*
                    _ => None,
                }
            }
        }
    };
}

/// How many types a trait takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arity {
    Exactly(usize),
    AtLeast(usize),
}

impl Arity {
    /// `"1"`, `"2"`, `"1+"`
    fn of(text: &str) -> Arity {
        match text {
            "1" => Arity::Exactly(1),
            "2" => Arity::Exactly(2),
            _ => Arity::AtLeast(1),
        }
    }

    fn takes(self, count: usize) -> bool {
        match self {
            Arity::Exactly(wanted) => count == wanted,
            Arity::AtLeast(wanted) => count >= wanted,
        }
    }
}

traits! {
    Same "2" "__is_same" "__is_same_as";
    Void "1" "__is_void";
    NullPtr "1" "__is_nullptr";
    Integral "1" "__is_integral";
    FloatingPoint "1" "__is_floating_point";
    Arithmetic "1" "__is_arithmetic";
    Fundamental "1" "__is_fundamental";
    Scalar "1" "__is_scalar";
    Object "1" "__is_object";
    Compound "1" "__is_compound";
    Signed "1" "__is_signed";
    Unsigned "1" "__is_unsigned";
    Const "1" "__is_const";
    Volatile "1" "__is_volatile";
    Array "1" "__is_array";
    BoundedArray "1" "__is_bounded_array";
    UnboundedArray "1" "__is_unbounded_array";
    Pointer "1" "__is_pointer";
    Reference "1" "__is_reference";
    LvalueReference "1" "__is_lvalue_reference";
    RvalueReference "1" "__is_rvalue_reference";
    Referenceable "1" "__is_referenceable";
    Function "1" "__is_function";
    MemberPointer "1" "__is_member_pointer";
    MemberObjectPointer "1" "__is_member_object_pointer";
    MemberFunctionPointer "1" "__is_member_function_pointer";
    Class "1" "__is_class";
    Union "1" "__is_union";
    Enum "1" "__is_enum";
    ScopedEnum "1" "__is_scoped_enum";
    Final "1" "__is_final";
    Empty "1" "__is_empty";
    Aggregate "1" "__is_aggregate";
    Polymorphic "1" "__is_polymorphic";
    Abstract "1" "__is_abstract";
    Pod "1" "__is_pod";
    Trivial "1" "__is_trivial";
    StandardLayout "1" "__is_standard_layout";
    Literal "1" "__is_literal_type" "__is_literal";
    TriviallyCopyable "1" "__is_trivially_copyable";
    TriviallyDestructible "1" "__is_trivially_destructible" "__has_trivial_destructor";
    TriviallyConstructible "1+" "__is_trivially_constructible";
    TriviallyAssignable "2" "__is_trivially_assignable";
    Destructible "1" "__is_destructible" "__is_nothrow_destructible";
    Constructible "1+" "__is_constructible" "__is_default_constructible";
    NothrowConstructible "1+" "__is_nothrow_constructible";
    Assignable "2" "__is_assignable";
    NothrowAssignable "2" "__is_nothrow_assignable";
    Convertible "2" "__is_convertible" "__is_convertible_to" "__is_nothrow_convertible";
    BaseOf "2" "__is_base_of";
    Complete "1" "__is_complete_type";
    Tile "1" "__is_tile";
    TileScalar "1" "__is_tile_scalar";
    UniqueRepresentations "1" "__has_unique_object_representations";
    ArrayRank "1" "__array_rank";
    Compatible "2" "__builtin_types_compatible_p";
}

impl<'a> Cx<'a> {
    /// The value and type of a trait; `None` for an intrinsic that is not a trait.
    pub fn type_trait(
        &mut self,
        scope: ScopeId,
        name: Name,
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Check<Option<(Value, Ty)>> {
        let Some((which, arity)) = Trait::named(self.text(name)) else { return Ok(None) };
        let list = self.resolve_operands(scope, args).ok_or(Reported)?;
        let mut types = Vec::with_capacity(list.len());
        for (index, arg) in list.iter().enumerate() {
            match arg {
                TemplateArg::Type(ty) => types.push(*ty),
                _ => {
                    let message = format!("`{}` takes types", self.text(name));
                    // An expanded pack gives more arguments than are written.
                    let written = args.get(index).or(args.last()).map_or(span, |arg| arg.span);
                    self.error(codes::TEMPLATE_ARGUMENT_KIND, written, message);
                    return Err(Reported);
                }
            }
        }
        if !arity.takes(types.len()) {
            let message = format!("`{}` does not take {} types", self.text(name), types.len());
            self.error(codes::TEMPLATE_ARGUMENT_COUNT, span, message);
            return Err(Reported);
        }
        if types.iter().any(|&ty| self.types.is_error(ty)) {
            return Err(Reported);
        }
        if which == Trait::ArrayRank {
            let rank = std::iter::successors(Some(types[0]), |&ty| match *self.types.kind(ty) {
                TyKind::Array(element, _) => Some(element),
                _ => None,
            });
            return Ok(Some((Value::Int(rank.count() as i128 - 1), Ty::SIZE)));
        }
        let holds = self.trait_holds(which, &types, span)?;
        Ok(Some((Value::bool(holds), Ty::BOOL)))
    }

    fn trait_holds(&mut self, which: Trait, types: &[Ty], span: Span) -> Check<bool> {
        let ty = types[0];
        let bare = self.types.strip_cv(ty);
        let kind = self.types.kind(bare).clone();
        Ok(match which {
            Trait::Same => types[0] == types[1],
            Trait::Compatible => bare == self.types.strip_cv(types[1]),
            Trait::Void => bare == Ty::VOID,
            Trait::NullPtr => bare == Ty::NULLPTR,
            Trait::Integral => self.types.is_integral(ty),
            Trait::FloatingPoint => is_standard_float(bare),
            Trait::Arithmetic => self.types.is_integral(ty) || is_standard_float(bare),
            Trait::Fundamental => {
                self.types.is_arithmetic(ty) || bare == Ty::VOID || bare == Ty::NULLPTR
            }
            Trait::Scalar => self.types.is_scalar(ty),
            Trait::Object => !matches!(
                kind,
                TyKind::Void | TyKind::LRef(_) | TyKind::RRef(_) | TyKind::Function(_)
            ),
            Trait::Compound => {
                !(self.types.is_arithmetic(ty) || bare == Ty::VOID || bare == Ty::NULLPTR)
            }
            Trait::Signed => match kind {
                TyKind::Int(kind) => kind.is_signed(),
                TyKind::Float(_) => true,
                _ => false,
            },
            Trait::Unsigned => match kind {
                TyKind::Int(kind) => !kind.is_signed(),
                TyKind::Bool => true,
                _ => false,
            },
            Trait::Const => self.types.cv(ty).is_const(),
            Trait::Volatile => self.types.cv(ty).is_volatile(),
            Trait::Array => matches!(kind, TyKind::Array(..)),
            Trait::BoundedArray => matches!(kind, TyKind::Array(_, ArrayLen::Known(_))),
            Trait::UnboundedArray => matches!(kind, TyKind::Array(_, ArrayLen::Unknown)),
            Trait::Pointer => matches!(kind, TyKind::Pointer(_)),
            Trait::Reference => self.types.is_ref(ty),
            Trait::LvalueReference => matches!(kind, TyKind::LRef(_)),
            Trait::RvalueReference => matches!(kind, TyKind::RRef(_)),
            Trait::Referenceable => match kind {
                TyKind::Void => false,
                TyKind::Function(function) => {
                    function.cv.is_none() && function.ref_qualifier.is_none()
                }
                _ => true,
            },
            Trait::Function => matches!(kind, TyKind::Function(_)),
            Trait::MemberPointer => matches!(kind, TyKind::MemberPointer { .. }),
            Trait::MemberObjectPointer => match kind {
                TyKind::MemberPointer { pointee, .. } => self.types.function_of(pointee).is_none(),
                _ => false,
            },
            Trait::MemberFunctionPointer => match kind {
                TyKind::MemberPointer { pointee, .. } => self.types.function_of(pointee).is_some(),
                _ => false,
            },
            Trait::Class => self.class_is_union(ty) == Some(false),
            Trait::Union => self.class_is_union(ty) == Some(true),
            Trait::Enum => matches!(kind, TyKind::Enum(_)),
            Trait::ScopedEnum => match kind {
                TyKind::Enum(id) => self.entities[id].is_scoped,
                _ => false,
            },
            Trait::Final => match self.types.class_of(ty) {
                Some(class) => {
                    self.complete_class(class, span);
                    self.entities[class].is_final
                }
                None => false,
            },
            Trait::BaseOf => self.trait_base_of(ty, types[1], span)?,
            Trait::Complete => self.is_complete(ty, span),
            Trait::Tile => matches!(kind, TyKind::Tile { .. }),
            Trait::TileScalar => self.types.is_arithmetic(ty) || matches!(kind, TyKind::Pointer(_)),
            Trait::Convertible => self.is_convertible(ty, types[1]),
            Trait::Constructible => {
                self.require_trait_complete(ty, span)?;
                self.is_constructible(ty, &types[1..], false)
            }
            Trait::NothrowConstructible => {
                self.require_trait_complete(ty, span)?;
                self.is_nothrow_constructible(ty, &types[1..])
            }
            Trait::Assignable => self.is_assignable(ty, types[1]),
            Trait::NothrowAssignable => self.is_nothrow_assignable(ty, types[1]),
            Trait::Destructible
            | Trait::TriviallyDestructible
            | Trait::TriviallyCopyable
            | Trait::TriviallyConstructible
            | Trait::TriviallyAssignable
            | Trait::Empty
            | Trait::Aggregate
            | Trait::Polymorphic
            | Trait::Abstract
            | Trait::Pod
            | Trait::Trivial
            | Trait::StandardLayout
            | Trait::Literal
            | Trait::UniqueRepresentations => {
                self.require_trait_complete(ty, span)?;
                self.class_trait(which, types)
            }
            Trait::ArrayRank => false,
        })
    }

    /// Traits that ask about the special members of a complete type.
    fn class_trait(&mut self, which: Trait, types: &[Ty]) -> bool {
        let ty = types[0];
        if let TyKind::Array(element, len) = self.types.kind(ty).clone() {
            let inner: Vec<Ty> =
                [element].into_iter().chain(types.iter().skip(1).copied()).collect();
            return match which {
                Trait::Aggregate => true,
                Trait::Empty | Trait::Polymorphic | Trait::Abstract => false,
                Trait::TriviallyAssignable => false,
                Trait::TriviallyConstructible | Trait::Destructible => {
                    len != ArrayLen::Unknown && types.len() == 1 && self.class_trait(which, &inner)
                }
                _ => self.class_trait(which, &inner),
            };
        }
        let Some(class) = self.types.class_of(ty) else {
            let is_object = !matches!(self.types.kind(ty), TyKind::Void | TyKind::Function(_));
            return match which {
                Trait::Empty | Trait::Aggregate | Trait::Polymorphic | Trait::Abstract => false,
                Trait::TriviallyAssignable => self.is_assignable(ty, types[1]),
                Trait::TriviallyConstructible => self.is_constructible(ty, &types[1..], false),
                Trait::UniqueRepresentations => {
                    !self.types.is_floating(ty) && !self.types.is_ref(ty) && is_object
                }
                Trait::Destructible | Trait::TriviallyDestructible | Trait::Literal => is_object,
                _ => is_object && !self.types.is_ref(ty),
            };
        };
        let special = self.special_members(class);
        let usable = |cx: &Self, function: Option<FunctionId>| {
            function.is_some_and(|id| cx.entities[id].definition != Definition::Deleted)
        };
        match which {
            Trait::Destructible => {
                usable(self, special.destructor)
                    && special
                        .destructor
                        .is_none_or(|id| self.entities[id].access == ast::Access::Public)
            }
            Trait::TriviallyDestructible => special.trivially_destructible,
            Trait::TriviallyCopyable => special.trivially_copyable,
            Trait::Trivial | Trait::Pod => {
                special.trivially_copyable && special.trivially_default_constructible
            }
            Trait::TriviallyConstructible => {
                self.is_constructible(ty, &types[1..], false)
                    && match types.get(1) {
                        None => special.trivially_default_constructible,
                        Some(&from) => {
                            let same = self.types.strip_cvref(from) == self.types.strip_cv(ty);
                            let copies = matches!(self.types.kind(from), TyKind::LRef(_));
                            same && types.len() == 2
                                && if copies {
                                    special.trivial_copy_constructor
                                } else {
                                    special.trivial_move_constructor
                                }
                        }
                    }
            }
            Trait::TriviallyAssignable => {
                let to = self.types.strip_cvref(ty);
                let from = self.types.strip_cvref(types[1]);
                self.is_assignable(ty, types[1])
                    && to == from
                    && special.trivial_copy_assignment
                    && special.trivial_move_assignment
            }
            Trait::Empty => special.empty,
            Trait::Aggregate => special.aggregate,
            Trait::Literal => special.literal,
            Trait::Polymorphic => self.has_virtual_function(class),
            Trait::Abstract => self.pure_virtual(class).is_some(),
            Trait::StandardLayout => self.is_standard_layout(class),
            Trait::UniqueRepresentations => {
                special.trivially_copyable && self.has_unique_representations(class)
            }
            _ => false,
        }
    }

    /// No padding, and no member whose equal values may differ in representation.
    fn has_unique_representations(&mut self, class: ClassId) -> bool {
        let entity = &self.entities[class];
        let size = entity.size;
        let bases = entity.bases.iter().map(|base| base.ty);
        let parts: Vec<(Ty, Option<u64>)> = bases
            .map(|ty| (ty, None))
            .chain(entity.fields.iter().map(|field| (field.ty, field.bit_width)))
            .collect();
        let mut bits = 0;
        for (ty, width) in parts {
            if self.special_empty(ty) {
                continue;
            }
            let Some((bytes, _)) = self.layout(ty) else { return false };
            bits += width.unwrap_or(8 * bytes);
            if !self.class_trait(Trait::UniqueRepresentations, &[ty]) {
                return false;
            }
        }
        bits == 8 * size
    }

    fn special_empty(&mut self, ty: Ty) -> bool {
        self.types.class_of(ty).is_some_and(|class| self.special_members(class).empty)
    }

    /// `None` when the type is not a class at all.
    fn class_is_union(&self, ty: Ty) -> Option<bool> {
        let class = self.types.class_of(ty)?;
        Some(self.entities[class].key == ast::TagKey::Union)
    }

    fn trait_base_of(&mut self, base: Ty, derived: Ty, span: Span) -> Check<bool> {
        let (Some(base), Some(class)) = (self.types.class_of(base), self.types.class_of(derived))
        else {
            return Ok(false);
        };
        if base == class {
            return Ok(self.entities[base].key != ast::TagKey::Union);
        }
        self.require_trait_complete(derived, span)?;
        Ok(self.is_base_of(base, class))
    }

    fn require_trait_complete(&mut self, ty: Ty, span: Span) -> Check<()> {
        let has_no_size = self.types.is_void(ty)
            || matches!(
                self.types.kind(ty),
                TyKind::Array(_, ArrayLen::Unknown)
                    | TyKind::Function(_)
                    | TyKind::LRef(_)
                    | TyKind::RRef(_)
            );
        if has_no_size || self.require_complete(ty, span) { Ok(()) } else { Err(Reported) }
    }

    /// [meta.rel]/5
    fn is_convertible(&mut self, from: Ty, to: Ty) -> bool {
        if self.types.is_void(to) {
            return self.types.is_void(from);
        }
        if matches!(self.types.kind(to), TyKind::Array(..) | TyKind::Function(_))
            || self.types.is_void(from)
        {
            return false;
        }
        self.is_constructible(to, &[from], true)
    }
}

fn is_standard_float(ty: Ty) -> bool {
    matches!(ty, Ty::FLOAT | Ty::DOUBLE | Ty::LONG_DOUBLE)
}

/// Type transformations.
impl<'a> Cx<'a> {
    /// `__underlying_type(T)` and its kin.
    pub(crate) fn type_transform(
        &mut self,
        scope: ScopeId,
        id: ast::TypeExprId,
        name: Name,
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Ty {
        if self.is_dependent_in(scope, Pattern::Type(id)) {
            return self.types.intern(TyKind::Unresolved(TypeRef { ty: id, scope }));
        }
        let Some(list) = self.resolve_operands(scope, args) else { return Ty::ERROR };
        let [TemplateArg::Type(ty)] = list.as_slice() else {
            let message = format!("`{}` takes one type", self.text(name));
            self.error(codes::TEMPLATE_ARGUMENT_COUNT, span, message);
            return Ty::ERROR;
        };
        match self.transform(self.text(name), *ty) {
            Some(ty) => ty,
            None => {
                let message =
                    format!("`{}` is not defined for `{}`", self.text(name), self.show(*ty));
                self.report(Diagnostic::new(codes::INVALID_TYPE, span, message));
                Ty::ERROR
            }
        }
    }

    fn transform(&mut self, name: &str, ty: Ty) -> Option<Ty> {
        let cv = self.types.cv(ty);
        let without = |cx: &mut Self, drop: Cv| {
            let bare = cx.types.unqualified(ty);
            cx.types.qualified(bare, cv.without(drop))
        };
        let can_refer = !self.types.is_void(ty);
        Some(match name {
            "__remove_cv" => self.types.unqualified(ty),
            "__remove_const" => without(self, Cv::CONST),
            "__remove_volatile" => without(self, Cv::VOLATILE),
            "__remove_restrict" => ty,
            "__remove_reference" | "__remove_reference_t" => self.types.strip_ref(ty),
            "__remove_cvref" => {
                let inner = self.types.strip_ref(ty);
                self.types.unqualified(inner)
            }
            "__remove_pointer" => self.types.pointee(ty).unwrap_or(ty),
            "__remove_extent" => match *self.types.kind(ty) {
                TyKind::Array(element, _) => element,
                _ => ty,
            },
            "__remove_all_extents" => {
                let mut inner = ty;
                while let TyKind::Array(element, _) = *self.types.kind(inner) {
                    inner = element;
                }
                inner
            }
            "__decay" => {
                let inner = self.types.strip_ref(ty);
                self.types.decay(inner)
            }
            "__add_const" => self.types.qualified(ty, Cv::CONST),
            "__add_volatile" => self.types.qualified(ty, Cv::VOLATILE),
            "__add_cv" => self.types.qualified(ty, Cv::CONST.union(Cv::VOLATILE)),
            "__add_pointer" => {
                let inner = self.types.strip_ref(ty);
                self.types.pointer(inner)
            }
            "__add_lvalue_reference" if can_refer => self.types.lref(ty),
            "__add_rvalue_reference" if can_refer => self.types.rref(ty),
            "__add_lvalue_reference" | "__add_rvalue_reference" => ty,
            "__underlying_type" => {
                let id = self.types.enum_of(ty)?;
                self.underlying_type(id)
            }
            "__make_signed" | "__make_unsigned" => {
                let inner = match *self.types.kind(self.types.strip_cv(ty)) {
                    TyKind::Enum(id) => self.underlying_type(id),
                    _ => self.types.strip_cv(ty),
                };
                let kind = self.types.int_of(inner)?;
                let kind = match (name, kind) {
                    // Character types go to the integer type of their width.
                    (_, IntKind::WChar | IntKind::Char32) if name == "__make_signed" => {
                        IntKind::Int
                    }
                    ("__make_signed", kind) => kind.to_signed(),
                    (_, kind) => kind.to_unsigned(),
                };
                let made = self.types.intern(TyKind::Int(kind));
                self.types.qualified(made, cv)
            }
            _ => return None,
        })
    }
}
