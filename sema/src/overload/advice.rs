//! Advice about a call that no candidate takes: what to write for the arguments that the program has.
//!
//! In: the nearest candidate, why it is out, and the arguments. Out: one sentence, or none where nothing is certain enough.

use super::report::{Wanted, counts_operands};
use super::{CandidateSet, Reason, Rejection};
use crate::Cx;
use crate::check::operand::Operand;
use crate::codes;
use crate::concept::advice_of;
use crate::cx::{Instantiated, Instantiation};
use crate::display::words;
use crate::entity::{ClassId, DeclName, Entity, Owner};
use crate::lookup::foreign_names::with_code;
use crate::template::deduce::{DeductionFailure, FailureReason};
use crate::template::unify::FoundParams;
use crate::ty::{TemplateArg, TemplateRef, Ty, TyKind};
use crate::typed::{ExprId, ExprKind};
use lang::ast::{DeclKind, OverloadedOperator, TypeExprKind};
use lang::base::{Diagnostic, Span};

impl Cx<'_> {
    /// Advice for a tile where a function of the program takes a scalar.
    pub(super) fn advice_of_scalar_parameter(
        &self,
        rejection: &Rejection,
        args: &[Operand],
    ) -> Option<String> {
        let Reason::Argument { index, wanted, .. } = rejection.reason else { return None };
        let Entity::Function(function) = rejection.entity else { return None };
        let (_, dims) = self.tile_of(self.typed.exprs[args.get(index)?.as_expr()?].ty)?;
        let is_scalar = self.types.is_arithmetic(self.types.strip_cvref(wanted));
        let in_library = self.unit.sources.in_system_file(self.entities[function].span.lo);
        let entity = &self.entities[function];
        let is_plain = matches!(entity.owner, Owner::Namespace(_))
            && matches!(entity.name, DeclName::Identifier(_))
            && entity.params.len() == 1
            && self.types.function_of(entity.ty).is_some_and(|ty| !self.types.is_void(ty.ret));
        if !is_scalar || in_library || !is_plain || dims.iter().product::<u64>() == 1 {
            return None;
        }
        let name = self.show_name(self.entities[function].name);
        Some(format!(
            "`template <class T> __tile__ T {name}(T value)` takes tiles and scalars: the operators and functions of tiles work on each element"
        ))
    }

    /// Advice about arguments that template arguments cannot be deduced from: a tile beside a scalar where both have one
    /// type, and the name of an overloaded function.
    pub(super) fn advice_of_deduction(
        &mut self,
        rejection: &Rejection,
        args: &[Operand],
    ) -> Option<String> {
        let Reason::Deduction(failure) = &rejection.reason else { return None };
        match &failure.reason {
            FailureReason::Inconsistent(clash) => {
                let (TemplateArg::Type(first), TemplateArg::Type(second)) =
                    (&clash.first, &clash.second)
                else {
                    return None;
                };
                let (tile, scalar) = match (self.tile_of(*first), self.tile_of(*second)) {
                    (Some(_), None) if self.types.is_arithmetic(*second) => (*first, *second),
                    (None, Some(_)) if self.types.is_arithmetic(*first) => (*second, *first),
                    _ => return None,
                };
                // A mask in the place of a value: no tile of the scalar is one.
                if scalar != Ty::BOOL && self.tile_of(tile).is_some_and(|it| it.0 == Ty::BOOL) {
                    return None;
                }
                if let Some(other) = self.namesake_for_tiles(failure.template) {
                    return Some(format!("`{other}` takes tiles"));
                }
                let of_scalar = args.iter().find(|arg| {
                    arg.as_expr().is_some_and(|expr| {
                        self.types.strip_cvref(self.typed.exprs[expr].ty) == scalar
                    })
                });
                let text = of_scalar.map_or("x", |arg| self.unit.sources.text(arg.span(self)));
                let tile = self.show_in_source(tile);
                let full = self.code_in_users_spelling(&format!("full<{tile}>"));
                Some(format!("`{full}({text})` makes a tile of the scalar"))
            }
            FailureReason::ValueType { parameter, found, .. } => {
                let list = &self.entities[failure.template].params.list;
                let name = self.text(list.get(*parameter)?.name?);
                Some(format!("declare it as `{} {name}`", self.show(*found)))
            }
            // `max<1>(x)` is a reduction in other systems.
            FailureReason::ExplicitArgument(_) => {
                let template = &self.entities[failure.template];
                let DeclName::Identifier(name) = template.name else { return None };
                let reduction = self.names.get(&format!("reduce_{}", self.text(name)))?;
                let reduction = self.named_by_tiles(reduction)?;
                Some(format!("`{reduction}<1>(x)` reduces along axis 1"))
            }
            FailureReason::Undeduced { .. } => {
                let arg = args.iter().find(|arg| matches!(arg, Operand::Overloads(_)))?;
                let text = self.unit.sources.text(arg.span(self));
                Some(format!(
                    "the name of an overloaded function or a template has no type; pass a lambda that calls it, `[](auto... x) {{ return {text}(x...); }}`"
                ))
            }
            _ => None,
        }
    }

    /// The one function parameter whose type is a template parameter.
    pub(super) fn argument_of(&mut self, entity: &Entity, parameter: usize) -> Option<usize> {
        let Entity::Template(template) = *entity else { return None };
        let signature = self.signature(template)?;
        let mut of_type = (0..signature.params.len()).filter(|&at| {
            let ty = self.types.strip_cvref(signature.params[at]);
            matches!(self.types.kind(ty), TyKind::Param(param) if usize::from(param.index) == parameter)
        });
        let found = of_type.next()?;
        of_type.next().is_none().then_some(found)
    }

    /// A candidate that has a parameter for an argument which another candidate does not take: its written type names the
    /// class template of the argument.
    pub(super) fn takes_elsewhere(
        &self,
        set: &CandidateSet,
        nearest: &Rejection,
        args: &[Operand],
    ) -> Option<Entity> {
        let index = match &nearest.reason {
            Reason::Argument { index, .. } => *index,
            Reason::Deduction(failure) => match failure.reason {
                FailureReason::Mismatch { argument, .. } => argument,
                _ => return None,
            },
            _ => return None,
        };
        let ty = self.types.strip_cvref(self.typed.exprs[args.get(index)?.as_expr()?].ty);
        let (template, _) = self.entities[self.types.class_of(ty)?].template?;
        let DeclName::Identifier(wanted) = self.entities[template].name else { return None };
        let names_it = |entity: &Entity| {
            let Entity::Template(candidate) = *entity else { return false };
            let Some(decl) = self.entities[candidate].decl else { return false };
            let DeclKind::Function(function) = &self.ast[self.ast.templated(decl)].kind else {
                return false;
            };
            function.ty.params.iter().any(|&param| {
                let DeclKind::Param(param) = &self.ast[param].kind else { return false };
                let TypeExprKind::Named { name, .. } = self.ast[param.ty].kind else {
                    return false;
                };
                self.ast[name].last.identifier() == Some(wanted)
            })
        };
        let others = set.rejected.iter().map(|rejection| &rejection.entity);
        others.filter(|entity| **entity != nearest.entity).find(|entity| names_it(entity)).cloned()
    }

    /// The name of the variable that an argument is, if it holds a tile.
    pub(super) fn tile_variable(&self, arg: &Operand) -> Option<&str> {
        let node = &self.typed.exprs[arg.as_expr()?];
        let text = self.unit.sources.text(node.span);
        let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let (elem, _) = self.tile_of(node.ty)?;
        (is_name && !text.is_empty() && self.types.pointee(elem).is_none()).then_some(text)
    }

    /// A function of a base that takes so many arguments and is hidden by the candidates ([class.member.lookup]/5).
    pub(super) fn hidden_in_base(&mut self, nearest: &Rejection, n_args: usize) -> Option<String> {
        if !counts_operands(&nearest.reason) {
            return None;
        }
        let Entity::Function(function) = nearest.entity else { return None };
        let (name, owner) = (self.entities[function].name, self.entities[function].owner);
        let (Owner::Class(class), DeclName::Identifier(_)) = (owner, name) else { return None };
        let bases: Vec<ClassId> =
            self.entities[class].bases.iter().map(|base| base.class).collect();
        let hidden = bases.into_iter().find_map(|base| {
            self.lookup_member(base, name).entities.into_iter().find_map(|entity| match entity {
                Entity::Function(other) if self.entities[other].params.len() == n_args => {
                    Some(other)
                }
                _ => None,
            })
        })?;
        let Owner::Class(base) = self.entities[hidden].owner else { return None };
        let (base, class) = (self.show(self.entities[base].ty), self.show(self.entities[class].ty));
        let name = self.show_name(name);
        Some(format!(
            "`{base}::{name}`, which takes as many arguments, is hidden: write `using {base}::{name};` in `{class}`"
        ))
    }

    /// Whether an error stands in the text of an argument.
    pub(super) fn has_reported_error(&self, arg: &Operand) -> bool {
        let span = arg.span(self);
        self.error_spans().iter().any(|&at| self.unit.sources.covers(span, at))
    }

    /// Whether an argument is a variable whose declaration was reported.
    pub(super) fn is_misdeclared(&self, arg: &Operand) -> bool {
        let is_vexing = |entity: &Entity| matches!(entity, Entity::Function(function) if self.check.vexing.contains(function));
        if let Operand::Overloads(set) = arg {
            return set.entities.iter().any(is_vexing);
        }
        arg.as_expr().is_some_and(|expr| {
            matches!(self.typed.exprs[expr].kind, ExprKind::Local(local)
                if self.check.misdeclared.contains(&local))
        })
    }

    /// Says of a constraint that fails for a reference where a template parameter of the program is one: deduction makes `T&`
    /// of a variable that is passed for `T&&` ([temp.deduct.call]/3).
    pub(super) fn with_deduced_reference(
        &mut self,
        diagnostic: Diagnostic,
        nearest: &Rejection,
    ) -> Diagnostic {
        let unmet = self.unmet_of_rejection(nearest);
        let Some(constrained) = unmet.and_then(|unmet| unmet.constrained) else {
            return diagnostic;
        };
        let Some(&Instantiation { what: Instantiated::Function(function), .. }) =
            self.instantiations.last()
        else {
            return diagnostic;
        };
        let Some((template, args)) = self.entities[function].template else { return diagnostic };
        let is_lvalue_reference = matches!(self.types.kind(constrained), TyKind::LRef(_));
        let at = self.types.list(args).iter().position(
            |arg| matches!(arg, TemplateArg::Type(ty) if is_lvalue_reference && *ty == constrained),
        );
        let param = at.and_then(|at| self.entities[template].params.list.get(at));
        let Some(name) = param.and_then(|param| param.name).map(|name| self.text(name)) else {
            return diagnostic;
        };
        diagnostic
            .note(format!(
                "`{name}` is `{}`, as the argument for `{name}&&` is a variable",
                self.show(constrained)
            ))
            .help(format!("write `std::remove_cvref_t<{name}>` for the type without the reference"))
    }

    /// Makes an error of the warning that an argument, meant as a variable, is declared as a function.
    pub(super) fn refuse_vexing_parse(&mut self, arg: &Operand) {
        let Operand::Overloads(set) = arg else { return };
        let declared: Vec<Span> = set
            .entities
            .iter()
            .filter_map(|entity| match entity {
                Entity::Function(function) if self.check.vexing.contains(function) => {
                    Some(self.entities[*function].span)
                }
                _ => None,
            })
            .collect();
        if !declared.is_empty() {
            self.make_errors(|found| {
                found.code == codes::VEXING_PARSE && declared.contains(&found.primary.span)
            });
        }
    }

    /// `load((i, j))`: the comma operator where two arguments are meant.
    pub(super) fn advice_of_comma(&self, args: &[Operand]) -> Option<String> {
        let is_comma =
            |expr: &ExprId| matches!(self.typed.exprs[*expr].kind, ExprKind::Comma { .. });
        let expr = args.iter().filter_map(Operand::as_expr).find(is_comma)?;
        let text = self.unit.sources.text(self.typed.exprs[expr].span);
        let inner = text.trim_start_matches('(').trim_end_matches(')');
        let last = inner.rsplit(',').next()?.trim();
        Some(format!(
            "`({inner})` is one argument, the value of `{last}`: write `{inner}` without the parentheses around it"
        ))
    }

    /// Advice about an argument that is the address of a tile, or a name that other systems have, unless there is other.
    pub(super) fn advise_of_call(
        &self,
        diagnostic: Diagnostic,
        wanted: &Wanted,
        nearest: &Rejection,
        args: &[Operand],
    ) -> Diagnostic {
        if advice_of(&diagnostic).is_some() {
            return diagnostic;
        }
        let is_tile_pointer = matches!(nearest.reason, Reason::Argument { index, .. }
            if args.get(index).is_some_and(|arg| self.points_to_tile(arg)));
        let advice = match wanted {
            _ if is_tile_pointer => self.advice_of_classes(args),
            // A function of the user's has a meaning of its own.
            Wanted::Call(called) if self.is_of_library(&nearest.entity) => {
                self.advice_of_foreign(called)
            }
            Wanted::Call(_) => None,
            Wanted::Construction(ty) => self.advice_of_element_cast(*ty, args),
            Wanted::Operator(_) | Wanted::Class(_) => None,
        };
        advice.into_iter().fold(diagnostic, Diagnostic::help)
    }

    /// For a class of the toolkit that is a number, made of a tile.
    fn advice_of_element_cast(&self, ty: Ty, args: &[Operand]) -> Option<String> {
        let [arg] = args else { return None };
        let given = self.types.strip_cvref(self.typed.exprs[arg.as_expr()?].ty);
        let (elem, _) = self.tile_of(given)?;
        let class = &self.entities[self.types.class_of(self.types.strip_cvref(ty))?];
        let is_number = class.template.is_none()
            && self.unit.sources.in_system_file(class.span.lo)
            && class.name.is_some_and(|name| self.text(name).starts_with("__"));
        if !is_number || self.types.pointee(elem).is_some() {
            return None;
        }
        let cast = self.code_in_users_spelling(&format!("element_cast<{}>", self.show(class.ty)));
        let text = self.tile_variable(arg).unwrap_or("x");
        Some(format!("`{cast}({text})` converts each element"))
    }

    fn is_of_library(&self, entity: &Entity) -> bool {
        self.entity_span(entity).is_some_and(|span| self.unit.sources.in_system_file(span.lo))
    }

    /// Whether an argument is the address of a tile, which is not that of its elements.
    fn points_to_tile(&self, arg: &Operand) -> bool {
        arg.as_expr()
            .and_then(|expr| self.types.pointee(self.typed.exprs[expr].ty))
            .is_some_and(|pointee| self.tile_of(pointee).is_some())
    }

    /// For `*p` where `p` is a tile of pointers.
    pub(super) fn advice_of_pointers(&self, wanted: &Wanted, args: &[Operand]) -> Option<String> {
        let (Wanted::Operator(_), [arg]) = (wanted, args) else { return None };
        let (elem, _) = self.tile_of(self.typed.exprs[arg.as_expr()?].ty)?;
        self.types.pointee(elem)?;
        let text = self.unit.sources.text(arg.span(self));
        let (load, store) = (
            self.code_in_users_spelling(&format!("load({text})")),
            self.code_in_users_spelling(&format!("store({text}, x)")),
        );
        Some(format!("`{load}` reads what a tile of pointers points to, `{store}` writes it"))
    }

    /// What a call does not say where a template argument of the library comes from a parameter without an argument.
    pub(super) fn missing_argument(
        &mut self,
        failure: &DeductionFailure,
        index: usize,
        n_args: usize,
    ) -> Option<String> {
        let params = &self.entities[failure.template].params.list;
        let is_inner = params.get(index)?.name.is_some_and(|name| self.text(name).starts_with('_'));
        let signature = self.signature(failure.template).filter(|_| is_inner)?;
        let depth = signature.levels.last()?.depth;
        let (at, &ty) = signature.params.iter().enumerate().skip(n_args).find(|&(_, &ty)| {
            let mut found = FoundParams::new();
            self.params_in(ty, &mut found);
            found.iter().any(|param| param.depth == depth && usize::from(param.index) == index)
        })?;
        let (template, _) = match *self.types.kind(self.types.strip_cvref(ty)) {
            TyKind::Specialization { template: TemplateRef::Template(template), args } => {
                (template, args)
            }
            TyKind::Class(class) => self.entities[class].template?,
            _ => return None,
        };
        let name = self.show_name(self.entities[template].name);
        Some(format!("argument {}, a `{name}`, is missing", at + 1))
    }

    /// The advice of an operand's class, for a call without candidates.
    pub(super) fn advice_of_classes(&self, args: &[Operand]) -> Option<String> {
        args.iter().find_map(|arg| {
            let ty = self.typed.exprs[arg.as_expr()?].ty;
            let class = self.types.class_of(self.types.pointee(ty).unwrap_or(ty))?;
            let class = &self.entities[class];
            let declared = class.template.map(|(template, _)| self.entities[template].span);
            self.advice(declared.unwrap_or(class.span))
        })
    }

    /// For `==` of a class whose `<=>` is written, which declares no `==` ([class.compare.default]/4).
    pub(super) fn advice_of_equality(
        &mut self,
        wanted: &Wanted,
        args: &[Operand],
    ) -> Option<String> {
        matches!(wanted, Wanted::Operator(op) if matches!(op.as_str(), "==" | "!="))
            .then_some(())?;
        let [left, right] = args else { return None };
        let type_of = |cx: &Self, arg: &Operand| {
            Some(cx.types.strip_cvref(cx.typed.exprs[arg.as_expr()?].ty))
        };
        let ty = type_of(self, left)?;
        if type_of(self, right)? != ty {
            return None;
        }
        let class = self.types.class_of(ty)?;
        let spaceship = DeclName::Operator(OverloadedOperator::Spaceship);
        if self.lookup_own_member(class, spaceship).entities.is_empty() {
            return None;
        }
        let name = self.show(self.entities[class].ty);
        Some(format!(
            "an `operator<=>` that is not defaulted declares no `==`: add `bool operator==(const {name}&) const = default;` to `{name}`"
        ))
    }

    /// For a number where an object of numbers is given: a member of it.
    pub(super) fn advice_of_members(&self, arg: &Operand, wanted: Ty) -> Option<String> {
        let expr = arg.as_expr()?;
        let class = self.types.class_of(self.types.strip_cvref(self.typed.exprs[expr].ty))?;
        let fields = &self.entities[class].fields;
        let are_numbers = self.types.is_arithmetic(self.types.strip_cvref(wanted))
            && fields.iter().all(|field| {
                self.types.is_arithmetic(field.ty) && field.access == lang::ast::Access::Public
            });
        let name = fields.first().filter(|_| are_numbers)?.name?;
        let text = self.unit.sources.text(self.typed.exprs[expr].span);
        Some(format!("name one of its members, `{text}.{}`", self.text(name)))
    }
}

/// Advice with the name of the user's variable for `x` in its code.
pub(super) fn with_operand(advice: &str, operand: &str) -> String {
    with_code(advice, |code, out| {
        out.extend(words(code).map(|word| if word == "x" { operand } else { word }));
    })
}
