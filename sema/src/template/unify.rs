//! Unification: deducing template arguments from one pair of types ([temp.deduct.type]).
//!
//! `p` is a pattern, a type in which the parameters of some [`Level`]s are open; `a` is what it
//! shall match. In partial ordering `a` has open parameters too; those are just opaque types here.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::signature::Level;
use crate::Cx;
use crate::entity::TemplateId;
use crate::ty::{Args, ArrayLen, Param, TemplateArg, TemplateRef, Ty, TyFlags, TyKind};

/// What is known of the template arguments so far.
#[derive(Clone, Debug)]
pub struct Bindings {
    slots: SmallVec<[Slot; 4]>,
    /// Depth, and the first slot of its parameters.
    levels: SmallVec<[(u16, usize); 2]>,
    /// While the elements of an expansion are matched: which one it is.
    element: Option<usize>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    is_pack: bool,
    /// Was written out; of a pack, that many elements were.
    explicit: usize,
    arg: Option<TemplateArg>,
    pack: Vec<Option<TemplateArg>>,
    /// Something was matched with the pack, so it is not merely empty by default.
    seen: bool,
}

/// Why a pair does not unify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The forms differ.
    Mismatch,
    /// A parameter would have to be two things.
    Inconsistent(Box<Inconsistency>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    pub param: Param,
    pub first: TemplateArg,
    pub second: TemplateArg,
}

/// How far `a` may differ from `p` ([temp.deduct.call]/4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A whole parameter and argument: `p` may be more qualified, or a base class.
    Argument,
    /// What such a pointer points to: the same.
    Pointee,
    Exact,
}

impl Bindings {
    pub fn new(levels: &[Level]) -> Bindings {
        let mut slots = SmallVec::new();
        let mut starts = SmallVec::new();
        for level in levels {
            starts.push((level.depth, slots.len()));
            for param in level.params.list.iter() {
                slots.push(Slot { is_pack: param.is_pack, ..Slot::default() });
            }
        }
        Bindings { slots, levels: starts, element: None }
    }

    /// Bindings for one parameter of the given depth: a placeholder.
    pub fn single(depth: u16) -> Bindings {
        Bindings {
            slots: SmallVec::from_iter([Slot::default()]),
            levels: SmallVec::from_iter([(depth, 0)]),
            element: None,
        }
    }

    fn slot_of(&self, param: Param) -> Option<usize> {
        let &(_, start) = self.levels.iter().find(|(depth, _)| *depth == param.depth)?;
        let slot = start + usize::from(param.index);
        (slot < self.slots.len()).then_some(slot)
    }

    /// Sets a parameter to an argument that was written out.
    pub fn set_explicit(&mut self, param: Param, arg: TemplateArg) {
        let Some(slot) = self.slot_of(param) else { return };
        let slot = &mut self.slots[slot];
        slot.explicit += 1;
        slot.seen = true;
        if slot.is_pack {
            slot.pack.push(Some(arg));
        } else {
            slot.arg = Some(arg);
        }
    }

    /// Whether nothing is left to deduce for the parameter: it was written out, and is no pack
    /// that may grow.
    pub fn is_explicit(&self, param: Param) -> bool {
        self.slot_of(param)
            .is_some_and(|slot| self.slots[slot].explicit > 0 && !self.slots[slot].is_pack)
    }

    /// Whether that element of a pack was written out.
    pub fn is_explicit_element(&self, param: Param, element: usize) -> bool {
        self.slot_of(param).is_some_and(|slot| element < self.slots[slot].explicit)
    }

    pub fn owns(&self, param: Param) -> bool {
        self.slot_of(param).is_some()
    }

    /// The argument of a parameter that is no pack.
    pub fn arg(&self, param: Param) -> Option<&TemplateArg> {
        self.slots[self.slot_of(param)?].arg.as_ref()
    }

    /// The elements of a pack; `None` when one of them is unknown.
    pub fn pack(&self, param: Param) -> Option<Vec<TemplateArg>> {
        let slot = &self.slots[self.slot_of(param)?];
        slot.pack.iter().cloned().collect()
    }

    fn bind(&mut self, param: Param, arg: TemplateArg) -> Result<(), Clash> {
        let Some(index) = self.slot_of(param) else { return Err(Clash::Mismatch) };
        let slot = &mut self.slots[index];
        let place = if slot.is_pack {
            let element = self.element.unwrap_or(0);
            if slot.pack.len() <= element {
                slot.pack.resize(element + 1, None);
            }
            slot.seen = true;
            &mut slot.pack[element]
        } else {
            &mut slot.arg
        };
        match place {
            Some(old) if same_argument(old, &arg) => Ok(()),
            Some(old) => {
                let first = old.clone();
                let inconsistency = Inconsistency { param, first, second: arg };
                Err(Clash::Inconsistent(Box::new(inconsistency)))
            }
            None => {
                *place = Some(arg);
                Ok(())
            }
        }
    }
}

/// Equal arguments; of values only the value counts, since an array bound has no type of its own.
fn same_argument(a: &TemplateArg, b: &TemplateArg) -> bool {
    match (a, b) {
        (TemplateArg::Value(a, _), TemplateArg::Value(b, _)) => a == b,
        _ => a == b,
    }
}

/// The types of the bases of a class, of all levels, each once and in order.
type Bases = IndexSet<Ty, FxBuildHasher>;

impl<'a> Cx<'a> {
    /// Makes `p` match `a`, or fails; the bindings are only good after success.
    pub(crate) fn unify(
        &mut self,
        bindings: &mut Bindings,
        p: Ty,
        a: Ty,
        mode: Mode,
    ) -> Result<(), Clash> {
        if p == a && !self.types.is_dependent(p) {
            return Ok(());
        }
        if self.types.is_error(a) {
            return Ok(());
        }
        // A function whose body tells what it returns is compared by its parameters.
        let is_deduced = self.types.function_of(p).is_some() && self.types.has_placeholder(p);
        if !self.types.is_dependent(p) && !is_deduced {
            return Err(Clash::Mismatch);
        }
        if self.with_explicit(bindings, p) == Some(a) {
            return Ok(());
        }
        match self.types.kind(p).clone() {
            TyKind::Qualified(inner, cv) => {
                let found = self.types.cv(a);
                if mode == Mode::Exact && !found.includes(cv) {
                    return Err(Clash::Mismatch);
                }
                let bare = self.types.unqualified(a);
                let rest = self.types.qualified(bare, found.without(cv));
                self.unify(bindings, inner, rest, mode)
            }
            TyKind::Param(param) => {
                if bindings.owns(param) {
                    bindings.bind(param, TemplateArg::Type(a))
                } else if p == a {
                    Ok(())
                } else {
                    Err(Clash::Mismatch)
                }
            }
            TyKind::Pointer(pointee) => match *self.types.kind(a) {
                TyKind::Pointer(found) => {
                    let mode = if mode == Mode::Argument { Mode::Pointee } else { Mode::Exact };
                    self.unify(bindings, pointee, found, mode)
                }
                _ => Err(Clash::Mismatch),
            },
            TyKind::LRef(referent) => match *self.types.kind(a) {
                TyKind::LRef(found) => self.unify(bindings, referent, found, Mode::Exact),
                _ => Err(Clash::Mismatch),
            },
            TyKind::RRef(referent) => match *self.types.kind(a) {
                TyKind::RRef(found) => self.unify(bindings, referent, found, Mode::Exact),
                _ => Err(Clash::Mismatch),
            },
            TyKind::MemberPointer { class, pointee } => match *self.types.kind(a) {
                TyKind::MemberPointer { class: found_class, pointee: found } => {
                    self.unify(bindings, class, found_class, Mode::Exact)?;
                    self.unify(bindings, pointee, found, Mode::Exact)
                }
                _ => Err(Clash::Mismatch),
            },
            TyKind::Array(element, len) => match self.types.kind(a).clone() {
                TyKind::Array(found, found_len) => {
                    self.unify(bindings, element, found, mode)?;
                    self.unify_len(bindings, &len, &found_len)
                }
                _ => Err(Clash::Mismatch),
            },
            TyKind::Function(function) => match self.types.kind(a).clone() {
                TyKind::Function(found)
                    if function.variadic == found.variadic
                        && function.cv == found.cv
                        && function.ref_qualifier == found.ref_qualifier
                        && (found.noexcept || !function.noexcept) =>
                {
                    // What a body tells is not known yet; whoever asked compares it.
                    if !self.types.has_placeholder(function.ret) {
                        self.unify(bindings, function.ret, found.ret, Mode::Exact)?;
                    }
                    let list = |types: &[Ty]| -> Vec<TemplateArg> {
                        types.iter().map(|&ty| TemplateArg::Type(ty)).collect()
                    };
                    // A forwarding reference that is an lvalue reference ([temp.deduct.type]/10).
                    let mut params = function.params.clone();
                    for (param, &found) in params.iter_mut().zip(&found.params) {
                        if let TyKind::RRef(referent) = *self.types.kind(*param)
                            && matches!(self.types.kind(referent), TyKind::Param(_))
                            && matches!(self.types.kind(found), TyKind::LRef(_))
                        {
                            *param = referent;
                        }
                    }
                    self.unify_list(bindings, &list(&params), &list(&found.params))
                }
                _ => Err(Clash::Mismatch),
            },
            TyKind::Specialization { template, args } => {
                self.unify_class(bindings, template, args, a, mode)
            }
            TyKind::Class(class) => match self.entities[class].template {
                Some((template, args)) => {
                    self.unify_class(bindings, TemplateRef::Template(template), args, a, mode)
                }
                None if p == a => Ok(()),
                None => Err(Clash::Mismatch),
            },
            TyKind::DependentTile(args) => {
                let found = match self.types.kind(a).clone() {
                    TyKind::Tile { elem, dims } => {
                        let dims = dims.iter().map(|&dim| {
                            TemplateArg::Value(
                                crate::constexpr::value::Value::Int(dim.into()),
                                Ty::SIZE,
                            )
                        });
                        [TemplateArg::Type(elem)].into_iter().chain(dims).collect()
                    }
                    TyKind::DependentTile(found) => self.flatten_packs(found),
                    _ => return Err(Clash::Mismatch),
                };
                let pattern = self.flatten_packs(args);
                self.unify_list(bindings, &pattern, &found)
            }
            TyKind::Tile { elem, dims } => match self.types.kind(a).clone() {
                TyKind::Tile { elem: found, dims: found_dims } if dims == found_dims => {
                    self.unify(bindings, elem, found, Mode::Exact)
                }
                _ => Err(Clash::Mismatch),
            },
            TyKind::PackExpansion(pattern) => match *self.types.kind(a) {
                TyKind::PackExpansion(found) => self.unify(bindings, pattern, found, mode),
                _ => Err(Clash::Mismatch),
            },
            // Non-deduced contexts ([temp.deduct.type]/5).
            TyKind::DependentName { .. } | TyKind::Unresolved(_) | TyKind::Decltype(_) => Ok(()),
            TyKind::Error
            | TyKind::Void
            | TyKind::NullPtr
            | TyKind::Bool
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Enum(_)
            | TyKind::Auto { .. }
            | TyKind::DeducedClass(_) => {
                if p == a {
                    Ok(())
                } else {
                    Err(Clash::Mismatch)
                }
            }
        }
    }

    fn unify_len(
        &mut self,
        bindings: &mut Bindings,
        p: &ArrayLen,
        a: &ArrayLen,
    ) -> Result<(), Clash> {
        match (p, a) {
            (ArrayLen::Dependent(p), ArrayLen::Known(len)) => {
                let value = crate::constexpr::value::Value::Int((*len).into());
                self.unify_arg(bindings, p, &TemplateArg::Value(value, Ty::SIZE))
            }
            (ArrayLen::Dependent(p), ArrayLen::Dependent(a)) => self.unify_arg(bindings, p, a),
            _ if p == a => Ok(()),
            _ => Err(Clash::Mismatch),
        }
    }

    /// `template<args>` with the class `a`, or with one of its bases ([temp.deduct.call]/4.3).
    fn unify_class(
        &mut self,
        bindings: &mut Bindings,
        template: TemplateRef,
        args: Args,
        a: Ty,
        mode: Mode,
    ) -> Result<(), Clash> {
        // A class qualified more than the pattern is a mismatch; less was taken care of.
        let bare = self.types.strip_cv(a);
        if bare != a {
            return Err(Clash::Mismatch);
        }
        let before = bindings.clone();
        let direct = self.unify_specialization(bindings, template, args, bare);
        if direct.is_ok() || mode == Mode::Exact {
            return direct;
        }
        let Some(class) = self.types.class_of(bare) else { return direct };
        let mut bases = Bases::default();
        self.collect_bases(class, &mut bases);
        let mut found: Option<Bindings> = None;
        for base in bases {
            if let (TemplateRef::Template(wanted), Some((of, _))) =
                (template, self.template_of(base))
                && wanted != of
            {
                continue;
            }
            let mut attempt = before.clone();
            if self.unify_specialization(&mut attempt, template, args, base).is_ok() {
                if found.is_some() {
                    return Err(Clash::Mismatch);
                }
                found = Some(attempt);
            }
        }
        match found {
            Some(attempt) => {
                *bindings = attempt;
                Ok(())
            }
            None => direct,
        }
    }

    fn collect_bases(&mut self, class: crate::entity::ClassId, bases: &mut Bases) {
        let span = self.entities[class].span;
        self.complete_class(class, span);
        for index in 0..self.entities[class].bases.len() {
            let (base, ty) =
                (self.entities[class].bases[index].class, self.entities[class].bases[index].ty);
            if bases.insert(ty) {
                self.collect_bases(base, bases);
            }
        }
    }

    fn unify_specialization(
        &mut self,
        bindings: &mut Bindings,
        template: TemplateRef,
        args: Args,
        a: Ty,
    ) -> Result<(), Clash> {
        let (found_template, found_args) = match *self.types.kind(a) {
            TyKind::Class(class) => match self.entities[class].template {
                Some((template, args)) => (TemplateRef::Template(template), args),
                None => return Err(Clash::Mismatch),
            },
            TyKind::Specialization { template, args } => (template, args),
            _ => return Err(Clash::Mismatch),
        };
        match template {
            TemplateRef::Template(_) if template == found_template => {}
            TemplateRef::Template(_) => return Err(Clash::Mismatch),
            TemplateRef::Param(param) if bindings.owns(param) => {
                bindings.bind(param, TemplateArg::Template(found_template))?;
            }
            TemplateRef::Param(_) if template == found_template => {}
            TemplateRef::Param(_) => return Err(Clash::Mismatch),
        }
        let pattern = self.flatten_packs(args);
        let mut found = self.flatten_packs(found_args);
        // The parameter may have fewer parameters than the argument has with its defaults (P0522).
        if let TemplateRef::Param(_) = template
            && let TemplateRef::Template(id) = found_template
            && !pattern.iter().any(|arg| self.is_expansion(arg))
            && self.has_defaults_from(id, pattern.len())
        {
            found.truncate(pattern.len());
        }
        self.unify_list(bindings, &pattern, &found)
    }

    fn has_defaults_from(&self, id: TemplateId, index: usize) -> bool {
        let params = &self.entities[id].params.list;
        params.iter().skip(index).all(|param| param.default.is_some() || param.is_pack)
    }

    /// Lists of arguments or parameter types; an expansion at the end of the pattern takes the
    /// rest.
    pub(crate) fn unify_list(
        &mut self,
        bindings: &mut Bindings,
        p: &[TemplateArg],
        a: &[TemplateArg],
    ) -> Result<(), Clash> {
        let expansion = p.iter().position(|arg| self.is_expansion(arg));
        if let Some(at) = expansion
            && at + 1 != p.len()
        {
            // [temp.deduct.type]/9: the whole list is a non-deduced context.
            return Ok(());
        }
        let fixed = expansion.unwrap_or(p.len());
        if a.len() < fixed || expansion.is_none() && a.len() != fixed {
            return Err(Clash::Mismatch);
        }
        for (p, a) in p.iter().zip(a).take(fixed) {
            if self.is_expansion(a) {
                return Err(Clash::Mismatch);
            }
            self.unify_arg(bindings, p, a)?;
        }
        match expansion {
            Some(at) => self.unify_rest(bindings, &p[at], &a[fixed..]),
            None => Ok(()),
        }
    }

    /// The pattern of an expansion with each of the remaining arguments.
    fn unify_rest(
        &mut self,
        bindings: &mut Bindings,
        expansion: &TemplateArg,
        rest: &[TemplateArg],
    ) -> Result<(), Clash> {
        let pattern = self.expansion_pattern(expansion);
        let outer = bindings.element;
        self.touch_packs(bindings, &pattern);
        for (index, a) in rest.iter().enumerate() {
            bindings.element = Some(index);
            let a = if self.is_expansion(a) { self.expansion_pattern(a) } else { a.clone() };
            let result = self.unify_arg(bindings, &pattern, &a);
            if result.is_err() {
                bindings.element = outer;
                return result;
            }
        }
        bindings.element = outer;
        // Explicit elements beyond what is there, or deduced ones from elsewhere.
        let mut params = Vec::new();
        self.params_in_arg(&pattern, &mut params);
        for param in params {
            if let Some(slot) = bindings.slot_of(param)
                && bindings.slots[slot].is_pack
                && bindings.slots[slot].pack.len() != rest.len()
                && !bindings.slots[slot].pack.is_empty()
            {
                return Err(Clash::Mismatch);
            }
        }
        Ok(())
    }

    /// Notes that the packs in `pattern` were met, perhaps with no elements.
    fn touch_packs(&mut self, bindings: &mut Bindings, pattern: &TemplateArg) {
        let mut params = Vec::new();
        self.params_in_arg(pattern, &mut params);
        for param in params {
            if let Some(slot) = bindings.slot_of(param) {
                bindings.slots[slot].seen = true;
            }
        }
    }

    /// The function parameter pack `p` with element number `element` of the call's arguments.
    pub(crate) fn unify_element(
        &mut self,
        bindings: &mut Bindings,
        p: Ty,
        a: Ty,
        element: usize,
        mode: Mode,
    ) -> Result<(), Clash> {
        bindings.element = Some(element);
        let result = self.unify(bindings, p, a, mode);
        bindings.element = None;
        result
    }

    /// What a parameter with qualifiers or a reference around it is with the argument that was
    /// written out: taken apart again, `const T` would lose the qualifiers of the argument itself,
    /// and `T&&` its reference ([temp.arg.explicit]/3).
    fn with_explicit(&mut self, bindings: &Bindings, p: Ty) -> Option<Ty> {
        match *self.types.kind(p) {
            TyKind::Param(param) if bindings.is_explicit(param) => match bindings.arg(param)? {
                TemplateArg::Type(ty) => Some(*ty),
                _ => None,
            },
            TyKind::Qualified(inner, cv) => {
                let inner = self.with_explicit(bindings, inner)?;
                Some(self.types.qualified(inner, cv))
            }
            TyKind::LRef(referent) => {
                let referent = self.with_explicit(bindings, referent)?;
                Some(self.types.lref(referent))
            }
            TyKind::RRef(referent) => {
                let referent = self.with_explicit(bindings, referent)?;
                Some(self.types.rref(referent))
            }
            _ => None,
        }
    }

    pub(crate) fn expansion_pattern(&self, arg: &TemplateArg) -> TemplateArg {
        match arg {
            TemplateArg::Type(ty) => match *self.types.kind(*ty) {
                TyKind::PackExpansion(pattern) => TemplateArg::Type(pattern),
                _ => arg.clone(),
            },
            TemplateArg::Expansion(pattern) => (**pattern).clone(),
            _ => arg.clone(),
        }
    }

    pub(crate) fn unify_arg(
        &mut self,
        bindings: &mut Bindings,
        p: &TemplateArg,
        a: &TemplateArg,
    ) -> Result<(), Clash> {
        match (p, a) {
            (TemplateArg::Type(p), TemplateArg::Type(a)) => {
                self.unify(bindings, *p, *a, Mode::Exact)
            }
            (TemplateArg::Param(param), a) if bindings.owns(*param) => match a {
                TemplateArg::Value(..)
                | TemplateArg::Param(_)
                | TemplateArg::Expr(_)
                | TemplateArg::Pending(_) => bindings.bind(*param, a.clone()),
                _ => Err(Clash::Mismatch),
            },
            (TemplateArg::Template(TemplateRef::Param(param)), TemplateArg::Template(_))
                if bindings.owns(*param) =>
            {
                bindings.bind(*param, a.clone())
            }
            (TemplateArg::Expr(_), _) => Ok(()),
            (TemplateArg::Pack(p), TemplateArg::Pack(a)) => {
                let (p, a) = (self.types.list(*p).to_vec(), self.types.list(*a).to_vec());
                self.unify_list(bindings, &p, &a)
            }
            _ if same_argument(p, a) => Ok(()),
            _ => Err(Clash::Mismatch),
        }
    }

    /// The template parameters that a type mentions where they can be deduced.
    pub(crate) fn params_in(&self, ty: Ty, found: &mut Vec<Param>) {
        if !self.types.is_dependent(ty) {
            return;
        }
        match self.types.kind(ty) {
            TyKind::Param(param) => found.push(*param),
            TyKind::Qualified(inner, _)
            | TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::PackExpansion(inner)
            | TyKind::Tile { elem: inner, .. } => self.params_in(*inner, found),
            TyKind::MemberPointer { class, pointee } => {
                self.params_in(*class, found);
                self.params_in(*pointee, found);
            }
            TyKind::Array(element, len) => {
                self.params_in(*element, found);
                if let ArrayLen::Dependent(arg) = len {
                    self.params_in_arg(arg, found);
                }
            }
            TyKind::Function(function) => {
                self.params_in(function.ret, found);
                function.params.iter().for_each(|&ty| self.params_in(ty, found));
            }
            TyKind::Specialization { template, args } => {
                if let TemplateRef::Param(param) = template {
                    found.push(*param);
                }
                self.params_in_list(*args, found);
            }
            TyKind::DependentTile(args) => self.params_in_list(*args, found),
            TyKind::Class(class) => {
                if let Some((_, args)) = self.entities[*class].template {
                    self.params_in_list(args, found);
                }
            }
            TyKind::Error
            | TyKind::Void
            | TyKind::NullPtr
            | TyKind::Bool
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Enum(_)
            | TyKind::DependentName { .. }
            | TyKind::Unresolved(_)
            | TyKind::Decltype(_)
            | TyKind::Auto { .. }
            | TyKind::DeducedClass(_) => {}
        }
    }

    fn params_in_list(&self, args: Args, found: &mut Vec<Param>) {
        if self.types.list_flags(args).has(TyFlags::DEPENDENT) {
            self.types.list(args).iter().for_each(|arg| self.params_in_arg(arg, found));
        }
    }

    pub(crate) fn params_in_arg(&self, arg: &TemplateArg, found: &mut Vec<Param>) {
        match arg {
            TemplateArg::Type(ty) => self.params_in(*ty, found),
            TemplateArg::Param(param) | TemplateArg::Template(TemplateRef::Param(param)) => {
                found.push(*param);
            }
            TemplateArg::Pack(args) => self.params_in_list(*args, found),
            TemplateArg::Expansion(pattern) => self.params_in_arg(pattern, found),
            TemplateArg::Value(..)
            | TemplateArg::Template(TemplateRef::Template(_))
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Error => {}
        }
    }
}
