//! Deduction from the arguments of a call ([temp.deduct.call]): parameter and argument types are
//! adjusted, paired and unified; packs take what is left over.

use super::bindings::Bindings;
use super::deduce::{ArgInfo, FailureReason};
use super::signature::Signature;
use super::unify::{Clash, FoundParams, Mode};
use crate::Cx;
use crate::entity::{DeclName, Entity};
use crate::ty::{ArrayLen, TemplateArg, TemplateRef, Ty, TyKind};
use crate::typed::ValueCategory;

impl<'a> Cx<'a> {
    /// [temp.deduct.call]
    pub(crate) fn deduce_from_args(
        &mut self,
        signature: &Signature,
        bindings: &mut Bindings,
        args: &[ArgInfo],
    ) -> Result<(), FailureReason> {
        let is_pack = |cx: &Self, ty: Ty| matches!(cx.types.kind(ty), TyKind::PackExpansion(_));
        let required = signature.required(|ty| is_pack(self, ty));
        if args.len() < required {
            return Err(FailureReason::TooFewArguments { wanted: required });
        }
        let takes_rest = signature.variadic || signature.params.iter().any(|&ty| is_pack(self, ty));
        if args.len() > signature.params.len() && !takes_rest {
            return Err(FailureReason::TooManyArguments { wanted: signature.params.len() });
        }
        // Arguments that are overload sets may need what the others tell; they come last.
        let mut later: Vec<(usize, Ty)> = Vec::new();
        for (index, &param) in signature.params.iter().enumerate() {
            if let TyKind::PackExpansion(pattern) = *self.types.kind(param) {
                // Only a pack at the end is deduced ([temp.deduct.call]/1).
                if index + 1 != signature.params.len() {
                    break;
                }
                let rest = args.get(index..).unwrap_or_default();
                let mut last = 0;
                let expansion = TemplateArg::Type(pattern);
                self.unify_elements(bindings, &expansion, rest.len(), |cx, bindings, element| {
                    last = element;
                    cx.unify_call(signature, bindings, pattern, &rest[element], Some(element))
                })
                .map_err(|clash| of_clash(clash, index + last, pattern, rest.get(last)))?;
                break;
            }
            let Some(arg) = args.get(index) else { break };
            if matches!(arg, ArgInfo::Overloaded(_)) {
                later.push((index, param));
            } else {
                self.unify_call(signature, bindings, param, arg, None)
                    .map_err(|clash| of_clash(clash, index, param, Some(arg)))?;
            }
        }
        for (index, param) in later {
            let arg = &args[index];
            self.unify_call(signature, bindings, param, arg, None)
                .map_err(|clash| of_clash(clash, index, param, Some(arg)))?;
        }
        Ok(())
    }

    /// One parameter and argument.
    fn unify_call(
        &mut self,
        signature: &Signature,
        bindings: &mut Bindings,
        param: Ty,
        arg: &ArgInfo,
        element: Option<usize>,
    ) -> Result<(), Clash> {
        let mut params = FoundParams::new();
        self.params_in(param, &mut params);
        params.retain(|&mut param| match element {
            Some(element) if param.pack => !bindings.is_explicit_element(param, element),
            _ => bindings.owns(param) && !bindings.is_explicit(param),
        });
        if params.is_empty() {
            return Ok(());
        }
        // A forwarding reference is one to a parameter of the function template itself, not of
        // the class that a guide is made for ([temp.deduct.call]/3).
        let is_own = match *self.types.kind(self.types.strip_ref(param)) {
            TyKind::Param(param) => {
                signature.level_of(param) == Some(signature.levels.len() - 1)
                    && !(signature.levels.len() == 1 && signature.class_level_only)
            }
            _ => false,
        };
        self.unify_argument(bindings, param, arg, is_own)
    }

    pub(super) fn unify_argument(
        &mut self,
        bindings: &mut Bindings,
        param: Ty,
        arg: &ArgInfo,
        may_forward: bool,
    ) -> Result<(), Clash> {
        match arg {
            ArgInfo::Expr { ty, category, .. } => {
                let (p, a) = self.adjust_pair(param, *ty, *category, may_forward);
                self.unify(bindings, p, a, Mode::Argument)
            }
            ArgInfo::InitList(items) => self.unify_init_list(bindings, param, items),
            ArgInfo::Overloaded(entities) => self.unify_overloaded(bindings, param, entities),
        }
    }

    /// [temp.deduct.call]/2, 3
    fn adjust_pair(
        &mut self,
        param: Ty,
        arg: Ty,
        category: ValueCategory,
        may_forward: bool,
    ) -> (Ty, Ty) {
        match *self.types.kind(param) {
            TyKind::RRef(referent) => {
                let is_forwarding =
                    may_forward && matches!(self.types.kind(referent), TyKind::Param(_));
                if is_forwarding && category == ValueCategory::LValue {
                    (referent, self.types.lref(arg))
                } else {
                    (referent, arg)
                }
            }
            TyKind::LRef(referent) => self.adjust_arrays(referent, arg),
            _ => {
                let arg = self.types.decay(arg);
                (self.types.strip_cv(param), self.types.strip_cv(arg))
            }
        }
    }

    /// [temp.deduct.call]/1: `std::initializer_list<P>` and `P[N]` deduce from the elements.
    /// A reference to an array of more qualified elements binds too; the qualifiers of an array are
    /// those of its elements ([temp.deduct.call]/3, 4.1).
    fn adjust_arrays(&mut self, param: Ty, arg: Ty) -> (Ty, Ty) {
        match (self.types.kind(param), self.types.kind(arg)) {
            (TyKind::Array(p, m), TyKind::Array(a, n))
                if self.types.cv(*p).includes(self.types.cv(*a)) =>
            {
                let ((p, m), (a, n)) = ((*p, m.clone()), (*a, n.clone()));
                let (p, a) = (self.types.unqualified(p), self.types.unqualified(a));
                (self.types.array(p, m), self.types.array(a, n))
            }
            _ => (param, arg),
        }
    }

    fn unify_init_list(
        &mut self,
        bindings: &mut Bindings,
        param: Ty,
        items: &[ArgInfo],
    ) -> Result<(), Clash> {
        let p = self.types.strip_cvref(param);
        let element = match self.types.kind(p).clone() {
            TyKind::Array(element, len) => {
                if let ArrayLen::Dependent(len) = &len {
                    self.unify_bound(bindings, len, items.len() as u64)?;
                }
                element
            }
            TyKind::Specialization { template: TemplateRef::Template(id), args } => {
                let is_list = match self.entities[id].name {
                    DeclName::Identifier(name) => self.text(name) == "initializer_list",
                    _ => false,
                };
                match self.types.list(args).first() {
                    Some(TemplateArg::Type(element)) if is_list => *element,
                    _ => return Ok(()),
                }
            }
            // A non-deduced context ([temp.deduct.type]/5.6).
            _ => return Ok(()),
        };
        for item in items {
            self.unify_argument(bindings, element, item, false)?;
        }
        Ok(())
    }

    /// [temp.deduct.call]/6
    fn unify_overloaded(
        &mut self,
        bindings: &mut Bindings,
        param: Ty,
        entities: &[Entity],
    ) -> Result<(), Clash> {
        if entities.iter().any(|entity| !matches!(entity, Entity::Function(_))) {
            return Ok(());
        }
        let mut found: Option<Bindings> = None;
        for entity in entities {
            let Entity::Function(function) = *entity else { continue };
            let mut attempt = bindings.clone();
            let ty = self.type_of_function(function, lang::base::Span::NONE);
            let arg = ArgInfo::Expr { ty, category: ValueCategory::LValue, expr: None };
            if self.unify_argument(&mut attempt, param, &arg, true).is_ok() {
                if found.is_some() {
                    return Ok(());
                }
                found = Some(attempt);
            }
        }
        match found {
            Some(attempt) => {
                *bindings = attempt;
                Ok(())
            }
            None => Err(Clash::Mismatch),
        }
    }
}

fn of_clash(clash: Clash, index: usize, param: Ty, arg: Option<&ArgInfo>) -> FailureReason {
    let found = match arg {
        Some(ArgInfo::Expr { ty, .. }) => *ty,
        Some(ArgInfo::InitList(_) | ArgInfo::Overloaded(_)) | None => Ty::ERROR,
    };
    FailureReason::of_clash(clash, index, param, found)
}
