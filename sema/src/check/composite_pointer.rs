//! The composite pointer type of two operands ([expr.type]/4).
//!
//! In: two operands, or their types. Out: the type that both convert to, which has the qualifiers of each level of either
//! ([conv.qual]/3).

use crate::Cx;
use crate::check::operand::Source;
use crate::ty::{ArrayLen, Cv, Ty, TyKind};
use crate::typed::{ExprId, ValueCategory};

impl Cx<'_> {
    /// The composite pointer type ([expr.type]/4).
    pub fn composite_pointer(&mut self, lhs: ExprId, rhs: ExprId) -> Option<Ty> {
        let (a, b) = (Source::of(self, lhs), Source::of(self, rhs));
        let (p, q) = (self.types.decay(a.ty), self.types.decay(b.ty));
        match (self.is_pointer_like(p), self.is_pointer_like(q)) {
            (true, true) => self.composite_of_pointers(p, q),
            (true, false) if self.is_null_constant(b) => Some(p),
            (false, true) if self.is_null_constant(a) => Some(q),
            (false, false) if self.is_null_constant(a) && self.is_null_constant(b) => {
                Some(Ty::NULLPTR)
            }
            _ => None,
        }
    }

    fn is_pointer_like(&self, ty: Ty) -> bool {
        matches!(self.types.kind(ty), TyKind::Pointer(_) | TyKind::MemberPointer { .. })
    }

    /// The same of two types of pointers or of pointers to members; `None` for others.
    pub(super) fn composite_of_pointers(&mut self, p: Ty, q: Ty) -> Option<Ty> {
        if !self.is_pointer_like(p) || !self.is_pointer_like(q) {
            return None;
        }
        let value = |ty| Source { ty, category: ValueCategory::PRValue, expr: None };
        if p == q || self.standard_conversion(value(q), p).is_some() {
            return Some(p);
        }
        if self.standard_conversion(value(p), q).is_some() {
            return Some(q);
        }
        self.merge_qualifiers(p, q)
    }

    /// `const T*` and `volatile T*` meet in `const volatile T*`, `Base const*` and `Derived*` in
    /// `Base const*`, any of them and `void*` in a qualified `void*` ([expr.type]/4).
    fn merge_qualifiers(&mut self, p: Ty, q: Ty) -> Option<Ty> {
        if let (
            &TyKind::MemberPointer { class: c, pointee: a },
            &TyKind::MemberPointer { class: d, pointee: b },
        ) = (self.types.kind(p), self.types.kind(q))
        {
            let (base, derived) = (self.types.class_of(c)?, self.types.class_of(d)?);
            let class = match self.base_depth(derived, base) {
                Some(_) => d,
                None => self.base_depth(base, derived).map(|_| c)?,
            };
            let (pointee, _) = self.combined(a, b)?;
            return Some(self.types.member_pointer(class, pointee));
        }
        let (a, b) = (self.types.pointee(p)?, self.types.pointee(q)?);
        let cv: Cv = self.types.cv(a).union(self.types.cv(b));
        let (bare_a, bare_b) = (self.types.unqualified(a), self.types.unqualified(b));
        let base = if bare_a == Ty::VOID || bare_b == Ty::VOID {
            Ty::VOID
        } else if let (Some(c), Some(d)) =
            (self.types.class_of(bare_a), self.types.class_of(bare_b))
        {
            if self.base_depth(c, d).is_some() {
                bare_b
            } else if self.base_depth(d, c).is_some() {
                bare_a
            } else {
                return None;
            }
        } else {
            let (pointee, _) = self.combined(a, b)?;
            return Some(self.types.pointer(pointee));
        };
        let pointee = self.types.qualified(base, cv);
        Some(self.types.pointer(pointee))
    }

    /// A level of the qualification-combined type of two similar types, behind the first pointer ([conv.qual]/3), and
    /// whether it differs from that of one of them, so that all levels outside of it are `const`.
    fn combined(&mut self, p: Ty, q: Ty) -> Option<(Ty, bool)> {
        let (a, b) = (self.types.cv(p), self.types.cv(q));
        let mut cv = a.union(b);
        let mut differs = cv != a || cv != b;
        let (p, q) = (self.types.unqualified(p), self.types.unqualified(q));
        if p == q {
            return Some((self.types.qualified(p, cv), differs));
        }
        let (ty, inner_differs) = match (self.types.kind(p).clone(), self.types.kind(q).clone()) {
            (TyKind::Pointer(a), TyKind::Pointer(b)) => {
                let (pointee, inner_differs) = self.combined(a, b)?;
                (self.types.pointer(pointee), inner_differs)
            }
            (
                TyKind::MemberPointer { class, pointee: a },
                TyKind::MemberPointer { class: other, pointee: b },
            ) if class == other => {
                let (pointee, inner_differs) = self.combined(a, b)?;
                (self.types.member_pointer(class, pointee), inner_differs)
            }
            // The qualifiers of an array are those of its elements.
            (TyKind::Array(a, m), TyKind::Array(b, n)) => {
                let is_same = m == n;
                let len = match is_same {
                    true => m,
                    false if m == ArrayLen::Unknown || n == ArrayLen::Unknown => ArrayLen::Unknown,
                    false => return None,
                };
                let (elem, inner_differs) = self.combined(a, b)?;
                differs |= !is_same || inner_differs;
                (self.types.array(elem, len), false)
            }
            _ => return None,
        };
        if inner_differs {
            cv = cv.union(Cv::CONST);
        }
        Some((self.types.qualified(ty, cv), differs || inner_differs))
    }
}
