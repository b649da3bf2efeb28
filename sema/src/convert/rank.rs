//! Which of two conversion sequences is better ([over.ics.rank]).

use std::cmp::Ordering;

use super::{ConversionSequence, ListTarget, SecondConversion, StandardConversion};
use crate::Cx;
use crate::ty::{Ty, TyKind};

/// The rank of a standard conversion sequence ([over.ics.scs]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    Exact,
    Promotion,
    Conversion,
}

impl ConversionSequence {
    /// Standard before user-defined before ellipsis ([over.ics.rank]/2).
    fn class(&self) -> u8 {
        match self {
            ConversionSequence::Standard(_) => 0,
            ConversionSequence::User(_) | ConversionSequence::Ambiguous => 1,
            ConversionSequence::Ellipsis => 2,
        }
    }
}

/// [over.ics.rank]/3.1: a `std::initializer_list` first, then the shorter array.
fn compare_lists(a: ListTarget, b: ListTarget) -> Ordering {
    match (a, b) {
        (ListTarget::InitializerList, ListTarget::InitializerList) => Ordering::Equal,
        (ListTarget::InitializerList, _) => Ordering::Less,
        (_, ListTarget::InitializerList) => Ordering::Greater,
        (ListTarget::Array(a), ListTarget::Array(b)) => a.cmp(&b),
        (ListTarget::Array(_) | ListTarget::Other, _) => Ordering::Equal,
    }
}

impl Cx<'_> {
    /// `Less` when `a` is better than `b`, `Equal` when they are indistinguishable.
    pub fn compare_conversions(
        &mut self,
        a: &ConversionSequence,
        b: &ConversionSequence,
    ) -> Ordering {
        match a.class().cmp(&b.class()) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
        match (a, b) {
            (ConversionSequence::Standard(a), ConversionSequence::Standard(b)) => {
                compare_lists(a.list, b.list).then_with(|| self.compare_standard(a, b))
            }
            (ConversionSequence::User(a), ConversionSequence::User(b)) => {
                let lists = compare_lists(a.list, b.list);
                if lists != Ordering::Equal {
                    return lists;
                }
                // [over.ics.rank]/3.3
                let same_results =
                    self.types.unqualified(a.after.to) == self.types.unqualified(b.after.to);
                if a.function == b.function && (a.function.is_some() || same_results) {
                    self.compare_standard(&a.after, &b.after)
                } else {
                    Ordering::Equal
                }
            }
            _ => Ordering::Equal,
        }
    }

    /// [over.ics.rank]/3.2 and 4
    pub fn compare_standard(&mut self, a: &StandardConversion, b: &StandardConversion) -> Ordering {
        match a.rank().cmp(&b.rank()) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
        // A proper subsequence: the identity, or the same but for the qualification.
        match (a.is_identity(), b.is_identity()) {
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            _ => {}
        }
        let order = self.compare_conversion_steps(a, b);
        if order != Ordering::Equal {
            return order;
        }
        self.compare_bindings(a, b)
    }

    /// [over.ics.rank]/4
    fn compare_conversion_steps(
        &mut self,
        a: &StandardConversion,
        b: &StandardConversion,
    ) -> Ordering {
        use SecondConversion as S;
        match (a.second, b.second) {
            // 4.1: pointer to bool is worse.
            (S::PointerToBool, S::PointerToBool) => {}
            (S::PointerToBool, _) => return Ordering::Greater,
            (_, S::PointerToBool) => return Ordering::Less,
            // 4.2: an enumeration with a fixed underlying type promotes to it rather than on.
            (S::EnumPromotion { to_underlying: a }, S::EnumPromotion { to_underlying: b })
                if a != b =>
            {
                return b.cmp(&a);
            }
            // 4.4: nearer bases; with a common source the depth tells, with a common target the
            // depth of the source does so too.
            (S::DerivedToBase(a), S::DerivedToBase(b)) => return a.cmp(&b),
            (S::Pointer { depth: x, to_void: p }, S::Pointer { depth: y, to_void: q }) => {
                if p != q {
                    return p.cmp(&q);
                }
                if x != y {
                    return x.cmp(&y);
                }
            }
            (S::MemberPointer { depth: a }, S::MemberPointer { depth: b }) => return a.cmp(&b),
            _ => {}
        }
        // 3.2.5: they differ only in their qualification conversion.
        if a.binding.is_none() && b.binding.is_none() && a.second == b.second && a.to != b.to {
            if self.is_qualification_conversion(a.to, b.to) {
                return Ordering::Less;
            }
            if self.is_qualification_conversion(b.to, a.to) {
                return Ordering::Greater;
            }
        }
        Ordering::Equal
    }

    /// 3.2.3, 3.2.4 and 3.2.6: two reference bindings.
    fn compare_bindings(&mut self, a: &StandardConversion, b: &StandardConversion) -> Ordering {
        let (Some(x), Some(y)) = (a.binding, b.binding) else { return Ordering::Equal };
        if !x.is_bare_object && !y.is_bare_object {
            if x.binds_rvalue && y.binds_rvalue && x.is_rvalue_ref != y.is_rvalue_ref {
                return y.is_rvalue_ref.cmp(&x.is_rvalue_ref);
            }
            if x.binds_function && y.binds_function && x.is_rvalue_ref != y.is_rvalue_ref {
                return x.is_rvalue_ref.cmp(&y.is_rvalue_ref);
            }
        }
        if a.to == b.to {
            return Ordering::Equal;
        }
        let (p, q) = (self.types.unqualified(a.to), self.types.unqualified(b.to));
        if p == q {
            let (p, q) = (self.types.cv(a.to), self.types.cv(b.to));
            if p != q && q.includes(p) {
                return Ordering::Less;
            }
            if p != q && p.includes(q) {
                return Ordering::Greater;
            }
        } else if self.similar(p, q) {
            if self.is_qualification_conversion(p, q) {
                return Ordering::Less;
            }
            if self.is_qualification_conversion(q, p) {
                return Ordering::Greater;
            }
        }
        Ordering::Equal
    }

    /// Whether both are the same but for qualifiers at any level ([conv.qual]/2).
    pub fn similar(&mut self, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.types.unqualified(a), self.types.unqualified(b));
        if a == b {
            return true;
        }
        match (self.types.kind(a).clone(), self.types.kind(b).clone()) {
            (TyKind::Pointer(a), TyKind::Pointer(b)) => self.similar(a, b),
            (
                TyKind::MemberPointer { class: c, pointee: a },
                TyKind::MemberPointer { class: d, pointee: b },
            ) => c == d && self.similar(a, b),
            (TyKind::Array(a, m), TyKind::Array(b, n)) => {
                (m == n || m == crate::ty::ArrayLen::Unknown || n == crate::ty::ArrayLen::Unknown)
                    && self.similar(a, b)
            }
            _ => false,
        }
    }
}
