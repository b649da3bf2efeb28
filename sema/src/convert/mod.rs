//! Implicit conversions: from an operand to a type ([conv], [over.best.ics]).
//!
//! Two questions are kept apart. *Which conversion is it* is answered by
//! [`Cx::implicit_conversion`], which makes no typed tree and reports nothing, so that overload
//! resolution can ask it of every candidate; the answer is a [`ConversionSequence`] that
//! [`rank`] compares. *Do it* is answered by the functions that end in `apply` or start with
//! `initialize`: they build the tree for the one conversion that was chosen.
//!
//! | file | clause |
//! |---|---|
//! | `standard` | [conv]: promotions, arithmetic, pointers, qualification |
//! | `reference` | [dcl.init.ref], [over.ics.ref] |
//! | `user` | [over.match.copy], [over.match.conv], [over.match.ref] |
//! | `list` | [over.ics.list], [dcl.init.list]: braces, narrowing |
//! | `rank` | [over.ics.rank] |
//! | `cast` | [expr.static.cast], [expr.cast] and their kin |

pub mod cast;
mod dynamic_cast;
pub mod list;
pub mod rank;
pub mod reference;
pub mod standard;
pub mod user;

use crate::Cx;
use crate::check::operand::{Operand, Source};
use crate::entity::FunctionId;
use crate::ty::{Ty, TyKind};

pub use standard::{Binding, SecondConversion, StandardConversion};

/// [over.best.ics]
#[derive(Clone, Debug)]
pub enum ConversionSequence {
    Standard(StandardConversion),
    User(UserConversion),
    /// Several user-defined conversions of equal worth: as good as any, an error when chosen
    /// ([over.best.ics.general]/10).
    Ambiguous,
    Ellipsis,
}

/// A user-defined conversion sequence ([over.ics.user]).
#[derive(Clone, Debug)]
pub struct UserConversion {
    /// The constructor or conversion function; `None` for the initialisation of an aggregate.
    pub function: Option<FunctionId>,
    pub after: StandardConversion,
    pub list: ListTarget,
}

/// What a braced list initialises, for [over.ics.rank]/3.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ListTarget {
    #[default]
    Other,
    InitializerList,
    /// An array of so many elements.
    Array(u64),
}

/// Why an operand does not convert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// There is no conversion between these types.
    NoConversion,
    /// Would drop `const` or `volatile`.
    DropsQualifiers,
    /// An lvalue reference to non-const wants an lvalue.
    NeedsLvalue,
    /// An rvalue reference does not bind to an lvalue.
    NeedsRvalue,
    /// A reference to non-const does not bind to a bit-field.
    BitField,
    /// Only an explicit constructor or conversion function would do.
    Explicit(FunctionId),
    /// The list has too many elements, or one of them does not convert.
    List,
    /// No function of the overload set has the type.
    NoSuchOverload,
    /// The class is incomplete, abstract or erroneous.
    Incomplete,
}

/// The limits of one question.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Whether user-defined conversions are considered: not inside of one
    /// ([over.best.ics.general]/4).
    pub user_defined: bool,
    /// Direct-initialisation: explicit constructors and conversion functions count.
    pub explicit: bool,
}

impl Context {
    /// The initialisation of a parameter.
    pub const IMPLICIT: Context = Context { user_defined: true, explicit: false };
    pub const STANDARD_ONLY: Context = Context { user_defined: false, explicit: false };
    pub const EXPLICIT: Context = Context { user_defined: true, explicit: true };
}

impl ConversionSequence {
    pub fn identity(from: Ty, to: Ty) -> ConversionSequence {
        ConversionSequence::Standard(StandardConversion::identity(from, to))
    }
}

impl<'a> Cx<'a> {
    /// The conversion sequence from `operand` to a parameter of type `to`
    /// ([over.best.ics.general]).
    pub fn implicit_conversion(
        &mut self,
        operand: &Operand,
        to: Ty,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        match operand {
            Operand::Expr(expr) => {
                let source = Source::of(self, *expr);
                self.conversion_of(source, to, context)
            }
            Operand::List(list) => self.list_conversion(list, to, context),
            Operand::Overloads(set) => {
                let function = self.address_of_overload(set, to).ok_or(Mismatch::NoSuchOverload)?;
                let chosen = self.overload_expr(function, set.span);
                let source = Source::of(self, chosen);
                self.conversion_of(source, to, context)
            }
        }
    }

    /// The same for an operand that is an expression.
    pub fn conversion_of(
        &mut self,
        source: Source,
        to: Ty,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        if self.types.is_error(source.ty) || self.types.is_error(to) {
            return Ok(ConversionSequence::identity(source.ty, to));
        }
        match *self.types.kind(to) {
            TyKind::LRef(referent) => self.reference_conversion(source, referent, false, context),
            TyKind::RRef(referent) => self.reference_conversion(source, referent, true, context),
            _ => self.object_conversion(source, to, context),
        }
    }

    /// The conversion to an object type.
    pub fn object_conversion(
        &mut self,
        source: Source,
        to: Ty,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        let target = self.types.unqualified(to);
        if let Some(class) = self.types.class_of(target) {
            // [over.best.ics.general]/6: a class to itself is the identity, a derived class to its
            // base a conversion; whether the copy can be made is a later question.
            if let Some(from) = self.types.class_of(source.ty) {
                if from == class {
                    return Ok(ConversionSequence::identity(target, target));
                }
                if let Some(depth) = self.base_depth(from, class) {
                    let from = self.types.strip_cv(source.ty);
                    return Ok(ConversionSequence::Standard(StandardConversion {
                        second: SecondConversion::DerivedToBase(depth),
                        ..StandardConversion::identity(from, target)
                    }));
                }
            }
        } else if let Some(standard) = self.standard_conversion(source, target) {
            return Ok(ConversionSequence::Standard(standard));
        } else if context.explicit
            && target == Ty::BOOL
            && self.types.strip_cv(source.ty) == Ty::NULLPTR
        {
            // [conv.bool]: std::nullptr_t to bool only in direct-initialisation.
            return Ok(ConversionSequence::Standard(StandardConversion {
                second: SecondConversion::Boolean,
                ..StandardConversion::identity(Ty::NULLPTR, target)
            }));
        }
        if !context.user_defined {
            return Err(Mismatch::NoConversion);
        }
        self.user_conversion(source, target, context)
    }

    /// How many steps `base` is above `derived`; `None` when it is not an unambiguous base.
    pub fn base_depth(
        &mut self,
        derived: crate::entity::ClassId,
        base: crate::entity::ClassId,
    ) -> Option<u32> {
        if derived == base {
            return Some(0);
        }
        self.complete_class(derived, lang::base::Span::NONE);
        if self.entities[derived].bases.is_empty() {
            return None;
        }
        self.base_path(derived, base).map(|path| path.len() as u32)
    }
}
