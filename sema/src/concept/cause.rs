//! Why a constraint does not hold, in the values of the arguments.
//!
//! In: a template with arguments that do not satisfy its constraints. Out: an [`Unmet`], from the
//! first attribute `[[tilec::because(condition, "text", value, ...)]]` whose condition is true, of
//! the innermost concept on the way to the atomic constraint that fails, else of the template:
//! "extent 0 is 100, which is not a power of two".
//!
//! Invariant: this is asked only for what is reported; satisfaction does not evaluate causes.

use lang::ast::{self, AttributeKind, DeclKind, ExprId, ExprKind};
use lang::base::Span;

use crate::Cx;
use crate::constexpr::value::Value;
use crate::entity::{Entity, FunctionId, FunctionOrigin, Owner, TemplateId};
use crate::overload::{Reason, Rejection};
use crate::scope::{ScopeId, ScopeKind};
use crate::template::deduce::FailureReason;
use crate::template::pack::{Element, Pattern};
use crate::ty::{Args, TemplateArg, Ty};

/// Constraints that are looked at for one cause: `||` has two sides to look into.
const MAX_STEPS: u32 = 200;

/// How a text names types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// As messages do: `tile<float, 16x16>`.
    Short,
    /// As a program does: `tile<float, shape<16, 16>>`.
    Source,
}

/// A constraint that does not hold.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// The outermost concept: "`shape<100>` does not satisfy `tile_shape`". Empty without one.
    pub statement: String,
    /// The values that are wrong: "extent 0 is 100, which is not a power of two".
    pub cause: String,
    /// The type of the template parameter whose constraint it is.
    pub constrained: Option<Ty>,
    /// The number of that parameter.
    pub parameter: Option<usize>,
    /// The number of the function's argument that is wrong, from `{#1}`, which counts from 1.
    pub argument: Option<usize>,
    /// The number of the template argument of the constrained type that is wrong, from `{@}`.
    pub element: Option<usize>,
    /// The advice of the outermost attribute `[[tilec::help(condition, "text", value, ...)]]` whose condition
    /// holds.
    pub advice: Option<String>,
}

impl<'a> Cx<'a> {
    /// The cause of a candidate's rejection, if constraints were that.
    pub(crate) fn unmet_of_rejection(&mut self, rejection: &Rejection) -> Option<Unmet> {
        match (&rejection.reason, &rejection.entity) {
            (Reason::Constraint(_), Entity::Function(function)) => {
                self.unmet_of_function(*function)
            }
            (Reason::Deduction(failure), _) => match failure.reason {
                FailureReason::Constraint { args, .. } => {
                    self.unmet_of_template(failure.template, args)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Why converted arguments do not satisfy the constraints of a template.
    pub(crate) fn unmet_of_template(&mut self, template: TemplateId, args: Args) -> Option<Unmet> {
        let scope = self.bound_scope(template, args);
        let mut steps = MAX_STEPS;
        let found = self.unmet_of_head(template, args, scope, &mut steps);
        let Some(decl) = self.entities[template].decl else { return found };
        let decl = self.ast.templated(decl);
        let found = found.or_else(|| self.cause_of(decl, scope));
        let unmet = found.or_else(|| self.unmet_of_guide(decl, scope))?;
        Some(self.advised(unmet, decl, scope))
    }

    /// The constraint of the class template that a deduction guide makes a specialisation of.
    fn unmet_of_guide(&mut self, decl: ast::DeclId, scope: ScopeId) -> Option<Unmet> {
        let ast = self.ast;
        let DeclKind::DeductionGuide(guide) = &ast[decl].kind else { return None };
        let ast::TypeExprKind::Named { name, .. } = ast.types[guide.result].kind else {
            return None;
        };
        let (class, args) = self
            .tentatively(|cx| {
                let lookup = cx.lookup_name(scope, name)?;
                let Some(Entity::Template(class)) = lookup.found.single().cloned() else {
                    return None;
                };
                let raw = cx.resolve_template_args(scope, lookup.args?)?;
                Some((class, cx.convert_template_args(class, raw, lookup.span)?))
            })
            .ok()??;
        let scope = self.bound_scope(class, args);
        let mut steps = MAX_STEPS;
        self.unmet_of_head(class, args, scope, &mut steps)
    }

    fn unmet_of_function(&mut self, function: FunctionId) -> Option<Unmet> {
        let scope = self.entities[function].scope;
        let mut steps = MAX_STEPS;
        let requires = self.entities[function].requires;
        let found = requires.and_then(|expr| self.unmet_of_expr(scope, expr, &mut steps));
        let FunctionOrigin::Declared(decl) = self.entities[function].origin else { return found };
        let decl = self.ast.templated(decl);
        let unmet = found.or_else(|| self.cause_of(decl, scope))?;
        Some(self.advised(unmet, decl, scope))
    }

    fn unmet_of_head(
        &mut self,
        template: TemplateId,
        args: Args,
        scope: ScopeId,
        steps: &mut u32,
    ) -> Option<Unmet> {
        let ast = self.ast;
        let head = self.entities[template].params.head;
        for (index, constraint) in head.constrained_params(ast) {
            let Some(TemplateArg::Type(ty)) = self.types.list(args).get(index).cloned() else {
                continue;
            };
            let first = TemplateArg::Type(ty);
            let Ok((concept, args)) = self.constraint_args(scope, constraint, first) else {
                return None;
            };
            if self.satisfy_concept(concept, args, Span::NONE).is_err() {
                let unmet = self.unmet_of_concept(concept, args, steps)?;
                return Some(Unmet { constrained: Some(ty), parameter: Some(index), ..unmet });
            }
        }
        self.unmet_of_expr(scope, head.requires(ast)?, steps)
    }

    fn unmet_of_concept(
        &mut self,
        concept: TemplateId,
        args: Args,
        steps: &mut u32,
    ) -> Option<Unmet> {
        let constraint = self.constraint_of(concept)?;
        let scope = self.bound_scope(concept, args);
        let decl = self.ast.templated(self.entities[concept].decl?);
        let found = self.unmet_of_expr(scope, constraint, steps);
        let found = found.or_else(|| self.cause_of(decl, scope))?;
        let found = self.advised(found, decl, scope);
        // A name that users do not know says nothing to them.
        let is_internal = match self.entities[concept].owner {
            Owner::Namespace(ns) => std::iter::successors(Some(ns), |&ns| self.entities[ns].parent)
                .find(|&ns| !self.entities[ns].is_inline)
                .and_then(|ns| self.entities[ns].name)
                .is_some_and(|name| self.text(name).starts_with("__")),
            Owner::Class(_) | Owner::Function => false,
        };
        let statement = match is_internal {
            true => found.statement,
            false => self.state_failure(concept, args),
        };
        Some(Unmet { statement, ..found })
    }

    /// Follows an expression that is not satisfied to the constraint that fails.
    fn unmet_of_expr(&mut self, scope: ScopeId, id: ExprId, steps: &mut u32) -> Option<Unmet> {
        *steps = steps.checked_sub(1)?;
        let ast = self.ast;
        let is_met = |cx: &mut Self, expr| cx.satisfy_expr(scope, expr, Span::NONE).is_ok();
        match &ast[id].kind {
            ExprKind::Paren(inner) => self.unmet_of_expr(scope, *inner, steps),
            ExprKind::Binary { op: ast::BinaryOp::LogicalAnd, lhs, rhs, .. } => {
                let failing = if is_met(self, *lhs) { *rhs } else { *lhs };
                self.unmet_of_expr(scope, failing, steps)
            }
            ExprKind::Binary { op: ast::BinaryOp::LogicalOr, lhs, rhs, .. } => {
                let first = self.unmet_of_expr(scope, *lhs, steps);
                first.or_else(|| self.unmet_of_expr(scope, *rhs, steps))
            }
            ExprKind::Name(name) => match self.concept_id(scope, *name) {
                Ok(Some((concept, args))) if !is_met(self, id) => {
                    self.unmet_of_concept(concept, args, steps)
                }
                _ => None,
            },
            ExprKind::Fold(fold) => self.unmet_of_fold(scope, fold, steps),
            _ => None,
        }
    }

    /// The first element of `(C<Ts> && ...)` that fails.
    fn unmet_of_fold(
        &mut self,
        scope: ScopeId,
        fold: &ast::FoldExpr,
        steps: &mut u32,
    ) -> Option<Unmet> {
        let pattern = fold.lhs.or(fold.rhs)?;
        let elements =
            self.tentatively(|cx| cx.expansion(scope, Pattern::Expr(pattern))).ok()??;
        for (index, element) in elements.into_iter().enumerate() {
            let inner = self.scopes.expansion(scope, index as u32);
            if element == Element::Closed && self.satisfy_expr(inner, pattern, Span::NONE).is_err()
            {
                return self.unmet_of_expr(inner, pattern, steps);
            }
        }
        None
    }

    /// The cause with what a declaration advises, where its template parameters are bound by `scope`.
    fn advised(&mut self, unmet: Unmet, decl: ast::DeclId, scope: ScopeId) -> Unmet {
        match self.advice_of_declaration(decl, scope) {
            Some(advice) => Unmet { advice: Some(advice), ..unmet },
            None => unmet,
        }
    }

    fn advice_of_declaration(&mut self, decl: ast::DeclId, scope: ScopeId) -> Option<String> {
        let ast = self.ast;
        let advice = ast[decl].attrs.iter().find_map(|attr| {
            let AttributeKind::Help(args) = &attr.kind else { return None };
            let (text, values) = self.text_that_holds(args, scope)?;
            self.fill_in(&text, values, scope, Spelling::Source)
        })?;
        let in_library = self.unit.sources.in_system_file(ast[decl].span.lo);
        Some(if in_library { self.in_users_spelling(&advice) } else { advice })
    }

    /// The advice of a library function for types that its body does not compile with.
    pub(crate) fn advice_about_body(&mut self, function: FunctionId) -> Option<String> {
        let FunctionOrigin::Declared(decl) = self.entities[function].origin else { return None };
        let scope = self.entities[function].scope;
        self.advice_of_declaration(self.ast.templated(decl), scope)
    }

    /// The text and the values of an attribute whose condition holds.
    fn text_that_holds<'e>(
        &mut self,
        args: &'e [ExprId],
        scope: ScopeId,
    ) -> Option<(String, &'e [ExprId])> {
        let [condition, text, values @ ..] = args else { return None };
        let (holds, _) = self.constant_in(scope, *condition)?;
        (holds.truth() == Some(true)).then_some(())?;
        Some((self.string_of(*text)?, values))
    }

    /// What the attributes of a declaration say where the template parameters are bound by `scope`.
    fn cause_of(&mut self, decl: ast::DeclId, scope: ScopeId) -> Option<Unmet> {
        let ast = self.ast;
        ast[decl].attrs.iter().find_map(|attr| {
            let AttributeKind::Because(args) = &attr.kind else { return None };
            let (text, values) = self.text_that_holds(args, scope)?;
            let cause = self.fill_in(&text, values, scope, Spelling::Short)?;
            let element = text.split_once("{@}").and_then(|(before, _)| {
                let value = values.get(before.matches("{}").count())?;
                match self.constant_in(scope, *value)?.0 {
                    Value::Int(value) => usize::try_from(value).ok(),
                    _ => None,
                }
            });
            let argument = text.split_once("{#").and_then(|(_, number)| {
                number.split_once('}')?.0.parse::<usize>().ok()?.checked_sub(1)
            });
            let statement = String::new();
            let (constrained, parameter, advice) = (None, None, None);
            Some(Unmet { statement, cause, constrained, parameter, argument, element, advice })
        })
    }

    pub(crate) fn constant_in(&mut self, scope: ScopeId, expr: ExprId) -> Option<(Value, Ty)> {
        self.tentatively(|cx| cx.constant_expr(scope, expr)).ok()?.ok()
    }

    /// The text with a value for each `{}` and `{@}`, a template argument for each `{T}`, the element type of a tile
    /// for each `{element of T}`, and its shape for each `{shape of T}`; `{{` and `}}` are braces, and `{#1}` is nothing.
    /// `{call of T}` is why a `T` cannot be called with arguments of the types behind it in the template's.
    pub(crate) fn fill_in(
        &mut self,
        text: &str,
        values: &[ExprId],
        scope: ScopeId,
        spelling: Spelling,
    ) -> Option<String> {
        let mut values = values.iter();
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, brace) = rest.split_at(at);
            out.push_str(before);
            if let Some(after) = ["{{", "}}"].iter().find_map(|two| brace.strip_prefix(two)) {
                out.push_str(&brace[..1]);
                rest = after;
                continue;
            }
            let (name, after) = brace.strip_prefix('{')?.split_once('}')?;
            match name {
                "" | "@" => {
                    let (value, ty) = self.constant_in(scope, *values.next()?)?;
                    out.push_str(&self.show_value(&value, ty));
                }
                _ if let Some(callee) = name.strip_prefix("call of ") => {
                    out.push_str(&self.failing_call(scope, callee)?);
                }
                // The argument where the error is shown.
                _ if name.starts_with('#') => {}
                _ => out.push_str(&self.template_argument_named(scope, name, spelling)?),
            }
            rest = after;
        }
        out.push_str(rest);
        Some(out)
    }

    /// Why the template argument of a name cannot be called with values of the types that are the arguments behind it.
    fn failing_call(&mut self, scope: ScopeId, callee: &str) -> Option<String> {
        let name = self.names.get(callee)?;
        let (args, index) = self.template_parameter_named(scope, name)?;
        let list = self.types.list(args);
        let TemplateArg::Type(callee) = *list.get(index)? else { return None };
        let mut types = Vec::new();
        for arg in &list[index + 1..] {
            let elements = match arg {
                TemplateArg::Pack(pack) => self.types.list(*pack),
                other => std::slice::from_ref(other),
            };
            for element in elements {
                let TemplateArg::Type(ty) = *element else { return None };
                types.push(ty);
            }
        }
        self.why_not_callable(callee, &types)
    }

    /// The template arguments of the scope that binds a parameter of this name, and the number of the parameter.
    fn template_parameter_named(
        &self,
        scope: ScopeId,
        name: lang::base::Name,
    ) -> Option<(Args, usize)> {
        self.scopes.chain(scope).find_map(|id| {
            let ScopeKind::Template { head, args, .. } = self.scopes[id].kind else { return None };
            let index = head.params(self.ast).iter().position(|&decl| {
                matches!(&self.ast[decl].kind, DeclKind::TemplateParam(param)
                    if param.name.is_some_and(|param| param.name == name))
            })?;
            Some((args, index))
        })
    }

    fn template_argument_named(
        &self,
        scope: ScopeId,
        name: &str,
        spelling: Spelling,
    ) -> Option<String> {
        let (part, name) = match name.split_once(" of ") {
            Some((part, name)) => (Some(part), name),
            None => (None, name),
        };
        let name = self.names.get(name)?;
        let (args, index) = self.template_parameter_named(scope, name)?;
        let argument = self.types.list(args).get(index)?;
        match (argument, part, spelling) {
            (TemplateArg::Type(ty), Some("element"), _) => {
                Some(self.show(self.tile_of(*ty).map_or(*ty, |(elem, _)| elem)))
            }
            (TemplateArg::Type(ty), Some("shape"), _) => {
                let dims = self.tile_of(*ty).map_or(Vec::new(), |(_, dims)| dims.to_vec());
                let dims: Vec<String> = dims.iter().map(u64::to_string).collect();
                Some(format!("shape<{}>", dims.join(", ")))
            }
            (TemplateArg::Type(ty), None, Spelling::Source) => Some(self.show_in_source(*ty)),
            (argument, None, _) => Some(self.show_arg(argument)),
            _ => None,
        }
    }

    /// The text of a string literal.
    pub(crate) fn string_of(&self, expr: ExprId) -> Option<String> {
        match &self.ast[self.ast.strip_parens(expr)].kind {
            ExprKind::Literal(ast::Literal::String { units, .. }) => {
                units.iter().map(|&unit| char::from_u32(unit)).collect()
            }
            _ => None,
        }
    }
}
