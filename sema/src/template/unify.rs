//! Unification: deducing template arguments from one pair of types ([temp.deduct.type]).
//!
//! `p` is a pattern, a type in which the parameters of some [`Level`]s are open; `a` is what it
//! shall match. In partial ordering `a` has open parameters too; those are just opaque types here.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::bindings::{Bindings, Origin, same_argument};
use super::walk::Nested;
use crate::Cx;
use crate::entity::{ClassId, ClassState, TemplateId};
use crate::ty::flags::TyFlags;
use crate::ty::{Args, ArrayLen, Exceptions, Param, TemplateArg, TemplateRef, Ty, TyKind};

/// Why a pair does not unify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The forms differ.
    Mismatch,
    /// A parameter would have to be two things.
    Inconsistent(Box<Inconsistency>),
    /// A pack would have to be of two lengths.
    PackLength { param: Param, first: usize, second: usize },
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
    /// What pointers in that point to: `p` may be more qualified. Whether each level may be is for
    /// the conversion to say ([conv.qual]/3).
    Similar,
    Exact,
}

/// The types of the bases of a class, of all levels, each once and in order.
#[derive(Debug)]
pub(crate) struct Bases {
    all: Vec<Ty>,
    /// Those that are specialisations of a template.
    of_template: FxHashMap<TemplateId, Vec<Ty>>,
}

impl Bases {
    /// Those that `template` may stand for.
    fn of(&self, template: TemplateRef) -> &[Ty] {
        match template {
            TemplateRef::Template(id) => self.of_template.get(&id).map_or(&[], Vec::as_slice),
            TemplateRef::Param(_) => &self.all,
        }
    }
}

/// Template parameters that something mentions.
pub(crate) type FoundParams = SmallVec<[Param; 8]>;

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
                // A qualification conversion adds nothing to a function ([conv.qual]/1), a reference
                // to a qualified parameter binds to one ([dcl.fct]/7).
                let is_fixed = match mode {
                    Mode::Exact => true,
                    Mode::Pointee | Mode::Similar => self.types.function_of(a).is_some(),
                    Mode::Argument => false,
                };
                if is_fixed && !found.includes(cv) {
                    return Err(Clash::Mismatch);
                }
                let bare = self.types.unqualified(a);
                let rest = self.types.qualified(bare, found.without(cv));
                self.unify(bindings, inner, rest, mode)
            }
            TyKind::Param(param) => {
                if bindings.owns(param) {
                    bindings.bind(&self.types, param, TemplateArg::Type(a))
                } else if p == a {
                    Ok(())
                } else {
                    Err(Clash::Mismatch)
                }
            }
            TyKind::Pointer(pointee) => match *self.types.kind(a) {
                TyKind::Pointer(found) => {
                    let mode = match mode {
                        Mode::Argument => Mode::Pointee,
                        Mode::Pointee | Mode::Similar => Mode::Similar,
                        Mode::Exact => Mode::Exact,
                    };
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
                    let mode = if mode == Mode::Exact { mode } else { Mode::Similar };
                    self.unify(bindings, pointee, found, mode)
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
                        && function.ref_qualifier == found.ref_qualifier =>
                {
                    self.unify_exceptions(bindings, &function.exceptions, &found.exceptions, mode)?;
                    // The return type of the body is not known yet; the caller compares it.
                    if !self.types.has_placeholder(function.ret) {
                        self.unify(bindings, function.ret, found.ret, Mode::Exact)?;
                    }
                    let list = |types: &[Ty]| -> Vec<TemplateArg> {
                        types.iter().map(|&ty| TemplateArg::Type(ty)).collect()
                    };
                    let mut params = function.params.clone();
                    for param in &mut params {
                        // What was written out is adjusted as any parameter type ([dcl.fct]/5).
                        if let Some(known) = self.with_explicit(bindings, *param) {
                            *param = self.types.decay(known);
                        }
                    }
                    self.unify_params(bindings, &list(&params), &list(&found.params))
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
                let outer = std::mem::replace(&mut bindings.origin, Origin::Bound);
                let result = self.unify_list(bindings, &pattern, &found);
                bindings.origin = outer;
                result
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

    /// Pattern and type of a function for [`unify`](Cx::unify), where a declaration or the address of a template is matched:
    /// a forwarding reference stands for an lvalue reference too ([temp.deduct.type]/10).
    pub(super) fn with_forwarding(&mut self, pattern: Ty, target: Ty) -> (Ty, Ty) {
        let (Some(mut function), Some(mut found)) =
            (self.types.function_of(pattern).cloned(), self.types.function_of(target).cloned())
        else {
            return (pattern, target);
        };
        let forwarded = |cx: &Self, ty: Ty| match *cx.types.kind(ty) {
            TyKind::RRef(referent) => {
                matches!(cx.types.kind(referent), TyKind::Param(_)).then_some(referent)
            }
            _ => None,
        };
        for (index, param) in function.params.iter_mut().enumerate() {
            if let Some(referent) = forwarded(self, *param)
                && let Some(&found) = found.params.get(index)
                && let TyKind::LRef(_) = self.types.kind(found)
            {
                *param = referent;
            }
            // Each element of a pack is one or the other: `T` is the lvalue reference, or what an rvalue reference refers to.
            if let TyKind::PackExpansion(inner) = *self.types.kind(*param)
                && let Some(referent) = forwarded(self, inner)
                && let Some(rest) = found.params.get_mut(index..)
                && rest
                    .iter()
                    .all(|&ty| matches!(self.types.kind(ty), TyKind::LRef(_) | TyKind::RRef(_)))
            {
                *param = self.types.intern(TyKind::PackExpansion(referent));
                for ty in rest {
                    if let TyKind::RRef(referent) = *self.types.kind(*ty) {
                        *ty = referent;
                    }
                }
            }
        }
        (self.types.function(function), self.types.function(found))
    }

    /// [temp.deduct.type]/8: `noexcept(N)` tells what `N` is; a function pointer conversion drops
    /// `noexcept` ([temp.deduct.call]/4).
    fn unify_exceptions(
        &mut self,
        bindings: &mut Bindings,
        p: &Exceptions,
        a: &Exceptions,
        mode: Mode,
    ) -> Result<(), Clash> {
        match (p, a) {
            (Exceptions::Dependent(p), Exceptions::Dependent(a)) => self.unify_arg(bindings, p, a),
            (Exceptions::Dependent(p), a) => {
                let value = crate::constexpr::value::Value::Int(a.is_noexcept().into());
                self.unify_arg(bindings, p, &TemplateArg::Value(value, Ty::BOOL))
            }
            (Exceptions::MayThrow, Exceptions::Noexcept) if mode != Mode::Exact => Ok(()),
            // A function template that deduces a `noexcept` is as specialised as one without, as compilers have it.
            (Exceptions::MayThrow, Exceptions::Dependent(_)) if bindings.orders_functions => Ok(()),
            (p, a) if p == a => Ok(()),
            _ => Err(Clash::Mismatch),
        }
    }

    fn unify_len(
        &mut self,
        bindings: &mut Bindings,
        p: &ArrayLen,
        a: &ArrayLen,
    ) -> Result<(), Clash> {
        match (p, a) {
            (ArrayLen::Dependent(p), ArrayLen::Known(len)) => self.unify_bound(bindings, p, *len),
            (ArrayLen::Dependent(p), ArrayLen::Dependent(a)) => self.unify_arg(bindings, p, a),
            _ if p == a => Ok(()),
            _ => Err(Clash::Mismatch),
        }
    }

    /// The bound of an array of `len` elements.
    pub(super) fn unify_bound(
        &mut self,
        bindings: &mut Bindings,
        p: &TemplateArg,
        len: u64,
    ) -> Result<(), Clash> {
        let value = crate::constexpr::value::Value::Int(len.into());
        let outer = std::mem::replace(&mut bindings.origin, Origin::Bound);
        let result = self.unify_arg(bindings, p, &TemplateArg::Value(value, Ty::SIZE));
        bindings.origin = outer;
        result
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
        if matches!(mode, Mode::Similar | Mode::Exact) {
            return self.unify_specialization(bindings, template, args, bare);
        }
        let before = bindings.clone();
        let direct = self.unify_specialization(bindings, template, args, bare);
        if direct.is_ok() {
            return direct;
        }
        let Some(class) = self.types.class_of(bare) else { return direct };
        let mut found: Option<Bindings> = None;
        for &base in self.all_bases(class).of(template) {
            if self.surely_clashes(&before, args, base) {
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

    /// Whether an argument of a base in front of packs is another than is known already, so that an
    /// attempt is useless. Of the 500 bases of a tuple that differ by their index all but one are
    /// left
    /// out by it.
    fn surely_clashes(&self, bindings: &Bindings, args: Args, base: Ty) -> bool {
        let Some((_, found)) = self.template_of(base) else { return false };
        let pairs = self.types.list(args).iter().zip(self.types.list(found));
        pairs.take_while(|(p, a)| self.is_single(p) && self.is_single(a)).any(|(p, a)| {
            let (TemplateArg::Param(param), TemplateArg::Value(..)) = (p, a) else { return false };
            bindings.arg(*param).is_some_and(|known| !same_argument(known, a))
        })
    }

    /// The bases of a class, of all levels.
    fn all_bases(&mut self, class: ClassId) -> Rc<Bases> {
        if let Some(known) = self.bases_of.get(&class) {
            return known.clone();
        }
        let mut all = IndexSet::default();
        self.collect_bases(class, &mut all);
        let mut of_template: FxHashMap<TemplateId, Vec<Ty>> = FxHashMap::default();
        for &base in &all {
            if let Some((template, _)) = self.template_of(base) {
                of_template.entry(template).or_default().push(base);
            }
        }
        let bases = Rc::new(Bases { all: all.into_iter().collect(), of_template });
        if self.entities[class].state == ClassState::Complete {
            self.bases_of.insert(class, bases.clone());
        }
        bases
    }

    fn collect_bases(&mut self, class: ClassId, bases: &mut IndexSet<Ty, FxBuildHasher>) {
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
                bindings.bind(&self.types, param, TemplateArg::Template(found_template))?;
            }
            TemplateRef::Param(_) if template == found_template => {}
            TemplateRef::Param(_) => return Err(Clash::Mismatch),
        }
        if template == found_template
            && let Some(result) = self.unify_whole_pack(bindings, args, found_args)
        {
            return result;
        }
        let pattern = self.flatten_packs(args);
        let mut found = self.flatten_packs(found_args);
        // The parameter may have fewer parameters than the argument has with its defaults (P0522). The arguments of a
        // parameter of the other template count as its defaults (CWG2398).
        if let TemplateRef::Param(param) = template
            && !pattern.iter().any(|arg| self.is_expansion(arg))
            && match found_template {
                TemplateRef::Template(id) => self.has_defaults_from(id, pattern.len(), found.len()),
                TemplateRef::Param(_) => {
                    bindings.owns(param) && !found.iter().any(|arg| self.is_expansion(arg))
                }
            }
        {
            found.truncate(pattern.len());
        }
        self.unify_list(bindings, &pattern, &found)
    }

    /// Arguments of one template of which the last alone is a pack, in the pattern a parameter that is
    /// bound to the whole of it (`tuple<T...>`); `None` where it takes looking at each element.
    fn unify_whole_pack(
        &mut self,
        bindings: &mut Bindings,
        p: Args,
        a: Args,
    ) -> Option<Result<(), Clash>> {
        let (p, a) = (self.types.list(p), self.types.list(a));
        let (TemplateArg::Pack(pattern), p) = p.split_last()? else { return None };
        let (TemplateArg::Pack(found), a) = a.split_last()? else { return None };
        if p.len() != a.len() || !p.iter().chain(a).all(|arg| self.is_single(arg)) {
            return None;
        }
        let (pattern, found) = (*pattern, *found);
        let (p, a) = (p.to_vec(), a.to_vec());
        self.bind_whole_pack(bindings, pattern, found)?;
        Some(p.iter().zip(&a).try_for_each(|(p, a)| self.unify_arg(bindings, p, a)))
    }

    /// Elements of a pack that are closed types, where the pattern is a pack parameter of types alone.
    fn bind_whole_pack(&self, bindings: &mut Bindings, pattern: Args, found: Args) -> Option<()> {
        let [TemplateArg::Type(expansion)] = self.types.list(pattern) else { return None };
        let TyKind::PackExpansion(pattern) = *self.types.kind(*expansion) else { return None };
        let TyKind::Param(param) = *self.types.kind(pattern) else { return None };
        let is_type = |arg: &TemplateArg| matches!(arg, TemplateArg::Type(_));
        let flags = self.types.list_flags(found);
        let is_closed = !flags.has(TyFlags::DEPENDENT.union(TyFlags::ERROR));
        (param.pack && is_closed && self.types.list(found).iter().all(is_type)).then_some(())?;
        bindings.bind_whole(param, found)
    }

    /// Whether an argument of a list is one, and stays one when packs are written in line.
    fn is_single(&self, arg: &TemplateArg) -> bool {
        !matches!(arg, TemplateArg::Pack(_)) && !self.is_expansion(arg)
    }

    /// Whether the arguments behind the first `given` of `all` may be defaults.
    fn has_defaults_from(&self, id: TemplateId, given: usize, all: usize) -> bool {
        let params = &self.entities[id].params.list;
        all <= params.len() && params.iter().skip(given).all(|param| param.default.is_some())
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
        if a.len() < fixed || expansion.is_none() && a.len() > fixed {
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

    /// The parameter types of functions. A pack in front of others does not prevent looking at
    /// these ([temp.deduct.type]/5.7, /10): clang and g++ let it take the elements that were written
    /// out, and no others.
    fn unify_params(
        &mut self,
        bindings: &mut Bindings,
        p: &[TemplateArg],
        a: &[TemplateArg],
    ) -> Result<(), Clash> {
        let (mut params, mut args) = (Vec::with_capacity(p.len()), Vec::with_capacity(a.len()));
        let mut at = 0;
        for (index, param) in p.iter().enumerate() {
            if self.is_expansion(param) && index + 1 != p.len() {
                let mut packs = FoundParams::new();
                self.collect_in_arg(&self.expansion_pattern(param), Nested::Exclude, &mut packs);
                let written = packs.iter().map(|&pack| bindings.n_explicit(pack)).max();
                let end = (at + written.unwrap_or(0)).min(a.len());
                self.unify_rest(bindings, param, &a[at..end])?;
                at = end;
            } else {
                params.push(param.clone());
                args.extend(a.get(at).cloned());
                at += 1;
            }
        }
        args.extend(a.iter().skip(at).cloned());
        self.unify_list(bindings, &params, &args)
    }

    /// Whether a list has an expansion in front of others, so that nothing is deduced from it.
    pub(super) fn expands_early(&self, list: &[TemplateArg]) -> bool {
        list.iter().rev().skip(1).any(|arg| self.is_expansion(arg))
    }

    /// The same of a list with packs in it.
    pub(super) fn list_expands_early(&self, args: Args) -> bool {
        let expands =
            |arg: &TemplateArg| matches!(arg, TemplateArg::Pack(_)) || self.is_expansion(arg);
        self.types.list(args).iter().any(expands) && self.expands_early(&self.flatten_packs(args))
    }

    /// The pattern of an expansion with each of the remaining arguments.
    fn unify_rest(
        &mut self,
        bindings: &mut Bindings,
        expansion: &TemplateArg,
        rest: &[TemplateArg],
    ) -> Result<(), Clash> {
        let pattern = self.expansion_pattern(expansion);
        self.unify_elements(bindings, &pattern, rest.len(), |cx, bindings, index| {
            let a = &rest[index];
            let a = if cx.is_expansion(a) { cx.expansion_pattern(a) } else { a.clone() };
            cx.unify_arg(bindings, &pattern, &a)
        })
    }

    /// Matches an expansion of `pattern` with `len` elements, each with `unify`.
    pub(super) fn unify_elements(
        &mut self,
        bindings: &mut Bindings,
        pattern: &TemplateArg,
        len: usize,
        mut unify: impl FnMut(&mut Self, &mut Bindings, usize) -> Result<(), Clash>,
    ) -> Result<(), Clash> {
        let mut packs = FoundParams::new();
        self.collect_in_arg(pattern, Nested::Exclude, &mut packs);
        let expansion = bindings.begin_expansion(&self.types, &packs);
        for index in 0..len {
            bindings.element = Some(index);
            unify(self, bindings, index)?;
        }
        bindings.end_expansion(&self.types, expansion, len)
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
                | TemplateArg::Pending(_) => bindings.bind(&self.types, *param, a.clone()),
                _ => Err(Clash::Mismatch),
            },
            (TemplateArg::Template(TemplateRef::Param(param)), TemplateArg::Template(_))
                if bindings.owns(*param) =>
            {
                bindings.bind(&self.types, *param, a.clone())
            }
            (TemplateArg::Expr(_), _) => Ok(()),
            (TemplateArg::Pack(p), TemplateArg::Pack(a)) => {
                if self.bind_whole_pack(bindings, *p, *a).is_some() {
                    return Ok(());
                }
                let (p, a) = (self.types.list(*p).to_vec(), self.types.list(*a).to_vec());
                self.unify_list(bindings, &p, &a)
            }
            _ if same_argument(p, a) => Ok(()),
            _ => Err(Clash::Mismatch),
        }
    }

    /// The template parameters that a type mentions where they can be deduced.
    pub(crate) fn params_in(&self, ty: Ty, found: &mut FoundParams) {
        self.collect_in_type(ty, Nested::Include, found);
    }

    pub(crate) fn params_in_arg(&self, arg: &TemplateArg, found: &mut FoundParams) {
        self.collect_in_arg(arg, Nested::Include, found);
    }

    /// The parameters, with or without those that an expansion inside expands.
    fn collect_in_type(&self, ty: Ty, nested: Nested, found: &mut FoundParams) {
        if !self.types.is_dependent(ty) {
            return;
        }
        match self.types.kind(ty) {
            TyKind::Param(param) => found.push(*param),
            TyKind::Qualified(inner, _)
            | TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::Tile { elem: inner, .. } => self.collect_in_type(*inner, nested, found),
            TyKind::PackExpansion(inner) => {
                if nested == Nested::Include {
                    self.collect_in_type(*inner, nested, found);
                }
            }
            TyKind::MemberPointer { class, pointee } => {
                self.collect_in_type(*class, nested, found);
                self.collect_in_type(*pointee, nested, found);
            }
            TyKind::Array(element, len) => {
                self.collect_in_type(*element, nested, found);
                if let ArrayLen::Dependent(arg) = len {
                    self.collect_in_arg(arg, nested, found);
                }
            }
            TyKind::Function(function) => {
                self.collect_in_type(function.ret, nested, found);
                if let Exceptions::Dependent(arg) = &function.exceptions {
                    self.collect_in_arg(arg, nested, found);
                }
                // A pack in front of others is not deduced ([temp.deduct.type]/5.7).
                for (index, &ty) in function.params.iter().enumerate() {
                    let is_pack = matches!(self.types.kind(ty), TyKind::PackExpansion(_));
                    if !is_pack || index + 1 == function.params.len() {
                        self.collect_in_type(ty, nested, found);
                    }
                }
            }
            TyKind::Specialization { template, args } => {
                if let TemplateRef::Param(param) = template {
                    found.push(*param);
                }
                self.collect_in_list(*args, nested, found);
            }
            TyKind::DependentTile(args) => self.collect_in_list(*args, nested, found),
            TyKind::Class(class) => {
                if let Some((_, args)) = self.entities[*class].template {
                    self.collect_in_list(args, nested, found);
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

    fn collect_in_list(&self, args: Args, nested: Nested, found: &mut FoundParams) {
        if self.types.list_flags(args).has(TyFlags::DEPENDENT) && !self.list_expands_early(args) {
            self.types.list(args).iter().for_each(|arg| self.collect_in_arg(arg, nested, found));
        }
    }

    fn collect_in_arg(&self, arg: &TemplateArg, nested: Nested, found: &mut FoundParams) {
        match arg {
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => {
                self.collect_in_type(*ty, nested, found)
            }
            TemplateArg::Param(param) | TemplateArg::Template(TemplateRef::Param(param)) => {
                found.push(*param);
            }
            TemplateArg::Pack(args) => self.collect_in_list(*args, nested, found),
            TemplateArg::Expansion(pattern) => {
                if nested == Nested::Include {
                    self.collect_in_arg(pattern, nested, found);
                }
            }
            TemplateArg::Value(..)
            | TemplateArg::Template(TemplateRef::Template(_))
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Error => {}
        }
    }
}
