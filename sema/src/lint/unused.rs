//! Variables and parameters that nothing reads, and statements that do nothing but compute a value.
//!
//! A variable whose type has a constructor or destructor of the user's may be there for what they do,
//! and is not warned of; the library's types have values only. A function of `cuda::tiles` that gets values alone, no
//! pointers, views or functions of the user's, does nothing but compute its result.

use lang::ast::OverloadedOperator;
use lang::base::{Applicability, Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::entity::{DeclName, FunctionId, Owner};
use crate::ty::{TemplateArg, Ty, TyKind};
use crate::typed::{BinaryOp, ExprId, ExprKind, FunctionBody, LocalId, StmtId, StmtKind};

impl Cx<'_> {
    pub(super) fn find_unused(
        &mut self,
        function: FunctionId,
        body: &FunctionBody,
        span: Span,
        found: &mut Vec<Finding>,
    ) {
        let (stmts, exprs) = self.typed.contents(body);
        let n_written = self.writes(&exprs);
        for stmt in stmts {
            let StmtKind::Local { local, .. } = self.typed.stmts[stmt].kind else { continue };
            let Some(name) = self.unread_name(local, span) else { continue };
            let declared = &self.typed.locals[local];
            let (at, ty, n_named) = (declared.span, declared.ty, declared.n_named);
            if !self.has_values_only(ty) {
                continue;
            }
            let text = self.text(name);
            if n_named == 0 {
                let message = format!("the variable `{text}` is not used");
                // Behind the name it is about this variable alone, and stands in conditions and loops too.
                let behind = Span { lo: at.hi, hi: at.hi };
                let diagnostic = Diagnostic::new(codes::UNUSED_VARIABLE, at, message).fix(
                    "remove it, or write `[[maybe_unused]]` behind its name",
                    Applicability::Maybe,
                    behind,
                    " [[maybe_unused]]",
                );
                push(found, diagnostic);
            } else if !self.types.is_ref(ty) && n_written.get(&local) == Some(&n_named) {
                let message = format!("the variable `{text}` is assigned, but never read");
                let diagnostic = Diagnostic::new(codes::UNUSED_BUT_SET, at, message)
                    .help("remove it and its assignments, or read it");
                push(found, diagnostic);
            }
        }
        if !self.entities[function].is_virtual {
            self.find_unused_parameters(function, body, span, found);
        }
    }

    fn find_unused_parameters(
        &mut self,
        function: FunctionId,
        body: &FunctionBody,
        span: Span,
        found: &mut Vec<Finding>,
    ) {
        for (index, &local) in body.parameters.iter().enumerate() {
            let is_pack =
                self.entities[function].params.get(index).is_none_or(|param| param.from_pack);
            let Some(name) = self.unread_name(local, span) else { continue };
            let declared = &self.typed.locals[local];
            if is_pack || declared.n_named > 0 {
                continue;
            }
            let (at, text) = (declared.span, self.text(name));
            let message = format!("the parameter `{text}` is not used");
            let diagnostic = Diagnostic::new(codes::UNUSED_PARAMETER, at, message).fix(
                format!("write `/*{text}*/`, which leaves it without a name"),
                Applicability::Maybe,
                at,
                format!("/*{text}*/"),
            );
            push(found, diagnostic);
        }
    }

    /// Statements whose outermost operation computes a value for nothing.
    pub(super) fn find_unused_values(&mut self, stmts: &[StmtId], found: &mut Vec<Finding>) {
        for &stmt in stmts {
            let StmtKind::Expr { expr, .. } = self.typed.stmts[stmt].kind else { continue };
            let span = self.typed.exprs[expr].span;
            if !self.is_users_text(span) || !self.only_computes(expr) {
                continue;
            }
            let text = self.one_line(span);
            let message = format!("the value of `{text}` is not used");
            let diagnostic = Diagnostic::new(codes::UNUSED_VALUE, span, message)
                .label("this changes none of its operands");
            let diagnostic = match self.compared_for_equality(expr) {
                Some((left, right)) => self.with_assignment_for_equality(diagnostic, left, right),
                None => {
                    let operand = self.operand_of_result_type(expr);
                    let operand = operand.or_else(|| self.first_operand_of(expr));
                    let otherwise = "use the value, or remove the statement";
                    self.with_assignment(diagnostic, operand, (expr, span), otherwise)
                }
            };
            push(found, diagnostic);
        }
    }

    /// The operands of `==`, built in or of the library.
    fn compared_for_equality(&self, expr: ExprId) -> Option<(ExprId, ExprId)> {
        match &self.typed.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs } => Some((*lhs, *rhs)),
            ExprKind::Call { callee, arguments, .. } => {
                let is_equal = DeclName::Operator(OverloadedOperator::Equal);
                match **arguments {
                    [left, right] if self.entities[*callee].name == is_equal => Some((left, right)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `a == b;`, which is `a = b;` if the variable `a` has the type of `b`.
    fn with_assignment_for_equality(
        &self,
        diagnostic: Diagnostic,
        left: ExprId,
        right: ExprId,
    ) -> Diagnostic {
        let sources = self.unit.sources;
        let [first, last] = [left, right].map(|operand| self.typed.exprs[operand].span);
        let between = Span { lo: first.hi, hi: last.lo };
        match self.assignable_name(left, right) {
            Some(variable) if sources.text(between).trim() == "==" => {
                let value = self.one_line(last);
                let title = format!("`==` compares, `=` assigns: `{variable} = {value}`");
                diagnostic.fix(title, Applicability::Maybe, between, " = ")
            }
            _ => diagnostic.help("`==` compares; `=` assigns"),
        }
    }

    /// Proposes to assign a value that is computed for nothing to the variable that it replaces, if there is one.
    pub(crate) fn with_assignment(
        &self,
        diagnostic: Diagnostic,
        operand: Option<ExprId>,
        (value, statement): (ExprId, Span),
        otherwise: &str,
    ) -> Diagnostic {
        let text = self.one_line(statement);
        match operand.and_then(|operand| self.assignable_name(operand, value)) {
            Some(variable) if !text.is_empty() => {
                let start = Span { lo: statement.lo, hi: statement.lo };
                let title = format!("assign it, `{variable} = {text}`");
                diagnostic.fix(title, Applicability::Maybe, start, format!("{variable} = "))
            }
            _ => diagnostic.help(otherwise),
        }
    }

    /// The only argument of a call whose type is, in the function template, that of the result, as an accumulator has: the
    /// result is a new value for it.
    pub(crate) fn operand_of_result_type(&mut self, call: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, arguments, .. } = &self.typed.exprs[call].kind else {
            return None;
        };
        let (callee, arguments) = (*callee, arguments.to_vec());
        let (template, _) = self.entities[callee].template?;
        let signature = self.signature(template)?;
        let result = signature.ret?;
        let mut of_result = signature
            .params
            .iter()
            .zip(arguments)
            .filter(|(param, _)| self.types.strip_cvref(**param) == result);
        let (_, found) = of_result.next()?;
        of_result.next().is_none().then_some(found)
    }

    fn first_operand_of(&self, expr: ExprId) -> Option<ExprId> {
        match &self.typed.exprs[expr].kind {
            ExprKind::Binary { lhs, .. } => Some(*lhs),
            ExprKind::Call { arguments, .. } => arguments.first().copied(),
            _ => None,
        }
    }

    /// Whether the outermost operation of an expression has a value and no effect.
    fn only_computes(&mut self, expr: ExprId) -> bool {
        match self.typed.exprs[expr].kind {
            ExprKind::Binary { .. } | ExprKind::Unary { .. } => true,
            ExprKind::Call { callee, .. } => self.is_pure_of_library(callee),
            _ => false,
        }
    }

    fn is_pure_of_library(&mut self, function: FunctionId) -> bool {
        let Owner::Namespace(owner) = self.entities[function].owner else { return false };
        if self.is_users_text(self.entities[function].span) || !self.is_of_tiles(owner) {
            return false;
        }
        let Some(ty) = self.types.function_of(self.entities[function].ty) else { return false };
        let (ret, params) = (ty.ret, ty.params.to_vec());
        !self.types.is_void(ret)
            && !self.types.is_ref(ret)
            && !params.is_empty()
            && params.into_iter().all(|ty| self.is_value_of_library(ty, 0))
    }

    /// Whether a parameter is a number or an object of the library made of numbers.
    fn is_value_of_library(&mut self, ty: Ty, depth: u32) -> bool {
        const MAX_DEPTH: u32 = 8;
        let bare = match *self.types.kind(ty) {
            TyKind::LRef(inner) if !self.types.cv(inner).is_const() => return false,
            _ => self.types.strip_cvref(ty),
        };
        if let Some((elem, _)) = self.tile_of(bare) {
            return self.types.pointee(elem).is_none();
        }
        let Some(class) = self.types.class_of(bare) else {
            return self.types.is_arithmetic(bare) || self.types.enum_of(bare).is_some();
        };
        if depth >= MAX_DEPTH || self.is_users_text(self.entities[class].span) {
            return false;
        }
        let args = match self.entities[class].template {
            Some((_, args)) => self.types.list(args).to_vec(),
            None => Vec::new(),
        };
        let fields: Vec<Ty> = self.entities[class].fields.iter().map(|field| field.ty).collect();
        let given = args.into_iter().filter_map(|arg| match arg {
            TemplateArg::Type(ty) => Some(ty),
            _ => None,
        });
        given.chain(fields).all(|ty| self.is_value_of_library(ty, depth + 1))
    }

    /// The name of the variable that an argument is, if the value could be assigned to it.
    pub(crate) fn assignable_name(&self, argument: ExprId, value: ExprId) -> Option<String> {
        let mut place = argument;
        while let ExprKind::Load(inner)
        | ExprKind::Convert { operand: inner, .. }
        | ExprKind::Materialize(inner) = self.typed.exprs[place].kind
        {
            place = inner;
        }
        let ExprKind::Local(local) = self.typed.exprs[place].kind else { return None };
        let declared = &self.typed.locals[local];
        let is_same = declared.ty == self.types.strip_cv(self.typed.exprs[value].ty);
        declared.name.filter(|_| is_same).map(|name| self.text(name).to_owned())
    }

    /// The name of a variable that may be unused, unless syntax that was not checked mentions it.
    fn unread_name(&self, local: LocalId, body: Span) -> Option<Name> {
        let declared = &self.typed.locals[local];
        let name = declared.name?;
        let is_mentioned =
            self.check.lint.unchecked.iter().any(|(span, names)| {
                body.lo <= span.lo && span.hi <= body.hi && names.contains(&name)
            });
        let is_hidden = self.text(name).starts_with("__");
        (!declared.may_be_unused && !is_mentioned && !is_hidden).then_some(name)
    }

    /// How often each variable is the target of a plain assignment whose value is not used.
    fn writes(&self, exprs: &[ExprId]) -> FxHashMap<LocalId, u32> {
        let mut writes = FxHashMap::default();
        for &expr in exprs {
            if let ExprKind::Assign { target, .. } = self.typed.exprs[expr].kind
                && let ExprKind::Local(local) = self.typed.exprs[target].kind
            {
                *writes.entry(local).or_default() += 1;
            }
        }
        // `a = b = 0` reads `b`.
        for &expr in exprs {
            let ExprKind::Load(read) = self.typed.exprs[expr].kind else { continue };
            if let ExprKind::Assign { target, .. } = self.typed.exprs[read].kind
                && let ExprKind::Local(local) = self.typed.exprs[target].kind
            {
                writes.remove(&local);
            }
        }
        writes
    }

    /// Whether making and ending an object does nothing besides: no function of the user's runs.
    fn has_values_only(&mut self, ty: Ty) -> bool {
        if self.types.is_ref(ty) {
            return true;
        }
        let Some(class) = self.types.class_of(self.types.strip_cv(ty)) else {
            return !matches!(self.types.kind(ty), crate::ty::TyKind::Qualified(_, cv) if cv.is_volatile());
        };
        let is_librarys = !self.is_users_text(self.entities[class].span);
        is_librarys && !self.needs_destruction(ty)
    }
}
