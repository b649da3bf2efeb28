//! Partial ordering of function templates and partial specialisations ([temp.func.order],
//! [temp.spec.partial.order]).
//!
//! One template is at least as specialised as another when the other's parameter types can be
//! deduced from its own, its parameters being opaque types for that.

use std::cmp::Ordering;
use std::rc::Rc;

use super::bindings::{Bindings, Origin};
use super::fit::Position;
use super::params::TemplateParameters;
use super::signature::Signature;
use super::unify::Mode;
use crate::Cx;
use crate::concept::normal::subsumes;
use crate::entity::{FunctionId, FunctionKind, Owner, TemplateId};
use crate::scope::{ScopeId, TemplateHead};
use crate::template::signature::Level;
use crate::ty::{Args, Cv, Param, RefQualifier, TemplateArg, Ty, TyKind};

impl<'a> Cx<'a> {
    /// Which of two template specialisations comes from the more specialised template, for a call
    /// with `arguments` arguments; `Less` when `a` is better, `None` when neither is. Decides by
    /// the constraints too when the templates are otherwise equal ([temp.func.order]/6).
    pub fn more_specialized(
        &mut self,
        a: FunctionId,
        b: FunctionId,
        arguments: usize,
    ) -> Option<Ordering> {
        let mut first = self.ordering_signature(a)?;
        let mut second = self.ordering_signature(b)?;
        match (self.has_object_parameter(a), self.has_object_parameter(b)) {
            (true, false) => first = self.with_object_parameter(a, &first, &second),
            (false, true) => second = self.with_object_parameter(b, &second, &first),
            _ => {}
        }
        let is_conversion = self.entities[a].kind == FunctionKind::Conversion;
        let forward = self.at_least_as_specialized(&first, &second, arguments, is_conversion);
        let backward = self.at_least_as_specialized(&second, &first, arguments, is_conversion);
        match (forward, backward) {
            (true, false) => return Some(Ordering::Less),
            (false, true) => return Some(Ordering::Greater),
            (false, false) => return None,
            (true, true) => {}
        }
        // [temp.deduct.partial]/9: of two references the lvalue, then the less qualified.
        if let Some(order) = self.compare_references(&first, &second, arguments) {
            return Some(order);
        }
        // [temp.deduct.partial]/11: a template without a trailing pack is better.
        let ends_in_pack = |cx: &Self, signature: &Signature| {
            signature
                .params
                .last()
                .is_some_and(|&ty| matches!(cx.types.kind(ty), TyKind::PackExpansion(_)))
        };
        match (ends_in_pack(self, &first), ends_in_pack(self, &second)) {
            (false, true) => return Some(Ordering::Less),
            (true, false) => return Some(Ordering::Greater),
            _ => {}
        }
        match self.differ_but_in_constraints(&first, &second, is_conversion) {
            true => None,
            false => self.more_constrained(a, b),
        }
    }

    /// Whether constraints do not decide between two templates, as their parameters are not of the same
    /// types or those of their heads not of the same kinds ([temp.func.order]/6). Types that unify both
    /// ways differ in references and qualifiers alone.
    fn differ_but_in_constraints(&self, a: &Signature, b: &Signature, is_conversion: bool) -> bool {
        let same_heads = match (a.levels.last(), b.levels.last()) {
            (Some(x), Some(y)) => {
                let pairs = x.params.list.iter().zip(y.params.list.iter());
                x.params.len() == y.params.len()
                    && pairs.clone().all(|(x, y)| x.kind == y.kind && x.is_pack == y.is_pack)
            }
            _ => true,
        };
        let form = |ty: Ty| {
            let (inner, is_pack) = match *self.types.kind(ty) {
                TyKind::PackExpansion(inner) => (inner, true),
                _ => (ty, false),
            };
            let (is_lvalue, is_rvalue) = match self.types.kind(inner) {
                TyKind::LRef(_) => (true, false),
                TyKind::RRef(_) => (false, true),
                _ => (false, false),
            };
            // A parameter's own qualifiers are not part of the function's type ([dcl.fct]/5).
            let cv = match is_lvalue || is_rvalue {
                true => self.types.cv(self.types.strip_ref(inner)),
                false => Cv::NONE,
            };
            (is_pack, is_lvalue, is_rvalue, cv)
        };
        let pairs = a.params.iter().zip(&b.params);
        let same_params =
            a.params.len() == b.params.len() && pairs.clone().all(|(&x, &y)| form(x) == form(y));
        let same_results = !is_conversion || a.ret.map(form) == b.ret.map(form);
        !(same_heads && same_params && same_results)
    }

    fn ordering_signature(&mut self, function: FunctionId) -> Option<Rc<Signature>> {
        if let Some(signature) = self.guide_signatures.get(&function) {
            return Some(signature.clone());
        }
        let (template, _) = self.entities[function].template?;
        self.signature(template)
    }

    /// The signature of a non-static member function template with its object in front, where the other template has none
    /// ([temp.func.order]/3).
    fn with_object_parameter(
        &mut self,
        function: FunctionId,
        signature: &Rc<Signature>,
        other: &Signature,
    ) -> Rc<Signature> {
        let Owner::Class(class) = self.entities[function].owner else { return signature.clone() };
        let Some(ty) = self.types.function_of(self.entities[function].ty) else {
            return signature.clone();
        };
        let (cv, qualifier) = (ty.cv, ty.ref_qualifier);
        let takes_rvalue =
            other.params.first().is_some_and(|&ty| matches!(self.types.kind(ty), TyKind::RRef(_)));
        let object = self.types.qualified(self.entities[class].ty, cv);
        let object = match qualifier {
            Some(RefQualifier::RValue) => self.types.rref(object),
            None if takes_rvalue => self.types.rref(object),
            None | Some(RefQualifier::LValue) => self.types.lref(object),
        };
        let mut signature = Signature::clone(signature);
        signature.params.insert(0, object);
        signature.has_default.insert(0, false);
        Rc::new(signature)
    }

    /// Whether the parameters of `b` can be deduced from those of `a`.
    fn at_least_as_specialized(
        &mut self,
        a: &Signature,
        b: &Signature,
        arguments: usize,
        is_conversion: bool,
    ) -> bool {
        let mut bindings = Bindings::new(&b.levels);
        bindings.orders_functions = true;
        if is_conversion {
            let (Some(p), Some(found)) = (b.ret, a.ret) else { return false };
            let (p, found) = self.strip_for_ordering(p, found);
            return self.unify(&mut bindings, p, found, Mode::Exact).is_ok();
        }
        let pack_pattern = |cx: &Self, ty: Ty| match *cx.types.kind(ty) {
            TyKind::PackExpansion(pattern) => Some(pattern),
            _ => None,
        };
        let used = |signature: &Signature| -> Vec<Ty> {
            signature.params.iter().copied().take(arguments.max(1)).collect()
        };
        let (mine, theirs) = (used(a), used(b));
        for (index, &p) in theirs.iter().enumerate() {
            if let Some(pattern) = pack_pattern(self, p) {
                let rest = mine.get(index..).unwrap_or_default().to_vec();
                let expansion = TemplateArg::Type(pattern);
                let unified = self.unify_elements(
                    &mut bindings,
                    &expansion,
                    rest.len(),
                    |cx, bindings, i| {
                        let found = pack_pattern(cx, rest[i]).unwrap_or(rest[i]);
                        let (p, found) = cx.strip_for_ordering(pattern, found);
                        cx.unify(bindings, p, found, Mode::Exact)
                    },
                );
                if unified.is_err() {
                    return false;
                }
                return index + 1 == theirs.len() && self.orders_values(&mut bindings, a, b);
            }
            let Some(&found) = mine.get(index) else { break };
            if pack_pattern(self, found).is_some() {
                return false;
            }
            let (p, found) = self.strip_for_ordering(p, found);
            if self.unify(&mut bindings, p, found, Mode::Exact).is_err() {
                return false;
            }
        }
        self.orders_values(&mut bindings, a, b)
    }

    /// [`Cx::has_types_of_values`] for the innermost templates of two signatures.
    fn orders_values(&mut self, bindings: &mut Bindings, a: &Signature, b: &Signature) -> bool {
        let (Some(first), Some(second)) = (a.levels.last(), b.levels.last()) else { return true };
        let types = self.value_types(&first.params, first.outer);
        self.has_types_of_values(bindings, second, &types)
    }

    /// The types of the parameters that are values, those before them open.
    pub(super) fn value_types(
        &mut self,
        params: &TemplateParameters,
        scope: ScopeId,
    ) -> Vec<Option<Ty>> {
        let open = self.open_args(scope, params.head);
        let open = self.types.list(open).to_vec();
        let types = (0..params.list.len()).map(|index| {
            let earlier = open.get(..index)?;
            self.parameter_type(params, Position::of(index), scope, earlier)
        });
        types.collect()
    }

    /// Whether the parameters of `level` have the types of the values that were deduced for them
    /// ([temp.deduct.type]/20). A parameter of the other template, of which `types` are the types, is
    /// a value of its own type: no type is that of all that `auto` stands for but `auto`.
    fn has_types_of_values(
        &mut self,
        bindings: &mut Bindings,
        level: &Level,
        types: &[Option<Ty>],
    ) -> bool {
        let own = self.value_types(&level.params, level.outer);
        for (index, ty) in own.into_iter().enumerate() {
            let Some(ty) = ty.filter(|&ty| !self.types.has_placeholder(ty)) else { continue };
            let pack = level.params.list[index].is_pack;
            let param = Param { depth: level.depth, index: index as u16, pack };
            let known = match pack {
                true => bindings.pack(&self.types, param).unwrap_or_default(),
                false => bindings.known(param).cloned().into_iter().collect(),
            };
            for known in known {
                let is_of = match known.arg {
                    _ if known.origin != Origin::Argument => continue,
                    TemplateArg::Value(_, found) => found,
                    TemplateArg::Param(other) => match types.get(usize::from(other.index)) {
                        Some(&Some(found)) => found,
                        Some(None) | None => continue,
                    },
                    _ => continue,
                };
                let is_fitting = match self.types.is_dependent(ty) {
                    true => self.unify(bindings, ty, is_of, Mode::Exact).is_ok(),
                    false => is_of == ty,
                };
                if !is_fitting {
                    return false;
                }
            }
        }
        true
    }

    /// [temp.deduct.partial]/5..7: references and top-level qualifiers do not count.
    fn strip_for_ordering(&self, p: Ty, a: Ty) -> (Ty, Ty) {
        (self.types.strip_cvref(p), self.types.strip_cvref(a))
    }

    fn compare_references(
        &self,
        a: &Signature,
        b: &Signature,
        arguments: usize,
    ) -> Option<Ordering> {
        let mut order = None;
        for (&x, &y) in a.params.iter().zip(&b.params).take(arguments) {
            let step = match (self.types.kind(x), self.types.kind(y)) {
                (TyKind::LRef(_), TyKind::RRef(_)) => Some(Ordering::Less),
                (TyKind::RRef(_), TyKind::LRef(_)) => Some(Ordering::Greater),
                (TyKind::LRef(x), TyKind::LRef(y)) | (TyKind::RRef(x), TyKind::RRef(y)) => {
                    let (x, y) = (self.types.cv(*x), self.types.cv(*y));
                    match (x.includes(y), y.includes(x)) {
                        (true, false) => Some(Ordering::Less),
                        (false, true) => Some(Ordering::Greater),
                        _ => None,
                    }
                }
                _ => None,
            };
            match (order, step) {
                (None, Some(_)) => order = step,
                (Some(old), Some(new)) if old != new => return None,
                _ => {}
            }
        }
        order
    }

    /// Which of two functions is more constrained ([temp.constr.order]); `Less` when `a` is.
    pub fn more_constrained(&mut self, a: FunctionId, b: FunctionId) -> Option<Ordering> {
        let first = self.normalized_constraints(a);
        let second = self.normalized_constraints(b);
        match (subsumes(&first, &second), subsumes(&second, &first)) {
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            _ => None,
        }
    }

    /// Whether one partial specialisation is more specialised than another.
    pub(crate) fn partial_is_more_specialized(
        &mut self,
        template: TemplateId,
        a: usize,
        b: usize,
    ) -> bool {
        let forward = self.partial_at_least_as_specialized(template, a, b);
        let backward = self.partial_at_least_as_specialized(template, b, a);
        if forward != backward {
            return forward;
        }
        if !forward {
            return false;
        }
        // As of functions, one without a trailing pack is better ([temp.deduct.partial]/11).
        let ends_in_pack = |cx: &mut Self, index: usize| {
            let pattern = cx.partial_pattern(template, index)?;
            cx.flatten_packs(pattern.args).last().map(|arg| cx.is_expansion(arg))
        };
        match (ends_in_pack(self, a), ends_in_pack(self, b)) {
            (Some(true), Some(false)) => return false,
            (Some(false), Some(true)) => return true,
            _ => {}
        }
        let head = |cx: &Self, index: usize| {
            TemplateHead::Decl(cx.entities[template].partials[index].decl)
        };
        let scope = |cx: &mut Self, index: usize| {
            cx.partial_pattern(template, index).map(|pattern| pattern.scope)
        };
        let (Some(scope_a), Some(scope_b)) = (scope(self, a), scope(self, b)) else { return false };
        let first = self.normalized_head(head(self, a), scope_a);
        let second = self.normalized_head(head(self, b), scope_b);
        subsumes(&first, &second) && !subsumes(&second, &first)
    }

    fn partial_at_least_as_specialized(
        &mut self,
        template: TemplateId,
        a: usize,
        b: usize,
    ) -> bool {
        let (Some(first), Some(second)) =
            (self.partial_pattern(template, a), self.partial_pattern(template, b))
        else {
            return false;
        };
        let outer = self.entities[template].partials[b].scope;
        let level = Level {
            depth: self.open_depth(outer),
            params: second.params.clone(),
            outer,
            scope: second.scope,
        };
        let mut bindings = Bindings::new(std::slice::from_ref(&level));
        let p = self.types.list(second.args).to_vec();
        let mut found = self.types.list(first.args).to_vec();
        // A trailing expansion without a counterpart is ignored ([temp.deduct.type]/9). In nested
        // lists it is not: there it makes the list without it the more specialised one.
        if !p.iter().any(|arg| self.is_expansion(arg)) {
            while found.len() > p.len() && found.last().is_some_and(|arg| self.is_expansion(arg)) {
                found.pop();
            }
        }
        if self.unify_list(&mut bindings, &p, &found).is_err() {
            return false;
        }
        let first_types =
            self.value_types(&first.params, self.entities[template].partials[a].scope);
        if !self.has_types_of_values(&mut bindings, &level, &first_types) {
            return false;
        }
        !second.has_nondeduced || self.comes_out_same(template, b, &level, &bindings, first.args)
    }

    /// Whether the arguments of a partial specialisation, with those of its parameters that were
    /// deduced from `wanted`, are `wanted` also where nothing is deduced from
    /// ([temp.deduct.type]/1).
    fn comes_out_same(
        &mut self,
        template: TemplateId,
        index: usize,
        level: &Level,
        bindings: &Bindings,
        wanted: Args,
    ) -> bool {
        let (decl, span) = {
            let partial = &self.entities[template].partials[index];
            (partial.decl, self.name_span(partial.decl))
        };
        let Ok(bound) = self.finish_level(level, level.outer, bindings, span) else { return false };
        let scope = self.template_scope(level.outer, level.params.head, bound);
        let Some(written) = self.partial_args(decl) else { return true };
        let resolved = self.tentatively(|cx| {
            let raw = cx.resolve_template_args(scope, written)?;
            cx.convert_template_args(template, raw, span)
        });
        let Ok(Some(found)) = resolved else { return false };
        // Two that depend on parameters without telling them are not compared.
        let (found, wanted) = (self.flatten_packs(found), self.flatten_packs(wanted));
        found.len() == wanted.len()
            && found.iter().zip(&wanted).all(|(a, b)| a == b || self.arg_has_nondeduced(b))
    }
}
