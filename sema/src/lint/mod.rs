//! Warnings about the bodies of functions that are valid C++ and hardly meant.
//!
//! In: the checked bodies. Out: warnings, each of which holds for every specialisation of the function
//! that was checked. A finding that depends on template arguments is not a mistake of the template.
//! `warning` in the driver says which of them are shown.
//!
//! Invariant: a warning is about the user's own text; library headers are not looked at.
//! Start at [`Cx::warn_of_bodies`].

mod call;
mod comparison;
mod decided;
mod end;
mod flow;
mod format;
mod host;
mod host_memory;
mod host_number;
mod indentation;
mod initializer;
mod macro_operand;
mod parameter;
mod power;
mod rename;
mod returned;
pub(crate) mod shift;
mod threads;
mod unused;
mod value;

use lang::ast::visit::{Visitor, walk_name};
use lang::ast::{self, Ast, AttributeKind, DeclId, QualNameId};
use lang::base::{Code, Diagnostic, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Cx;
use crate::codes;
use crate::entity::{BodyState, Definition, Entity, FunctionId, FunctionOrigin};
use crate::scope::{ScopeId, ScopeKind};
use crate::typed::{ConvertKind, ExprId, ExprKind, StmtId};

/// The notes that checking makes for warnings.
#[derive(Default)]
pub struct Noted {
    /// Branches that `if constexpr` chose: that control leaves them says nothing about what follows.
    chosen: FxHashSet<StmtId>,
    /// Conversions that no cast asks for.
    implicit: FxHashSet<ExprId>,
    /// The values of `constexpr` variables, with what they were computed from.
    folded: FxHashMap<ExprId, ExprId>,
    /// Comparisons whose left operand is a comparison without parentheses, with that.
    chained: FxHashMap<ExprId, ast::ExprId>,
    /// Operators `&`, `|` and `^` with one operand that is a comparison without parentheses, with that.
    compared_bits: FxHashMap<ExprId, ast::ExprId>,
    /// Comma operators that are subscripts, without parentheses, with where their operands are.
    commas: FxHashMap<ExprId, (Span, Span)>,
    /// Assignments that are conditions, without parentheses around them, with where the `=` is.
    assigned: FxHashMap<ExprId, Span>,
    /// Where the `=` of the condition is that is being checked, if it is an assignment.
    pub(crate) assigned_at: Option<Span>,
    /// The names in syntax that is not checked: discarded branches and bodies of lambdas.
    unchecked: Vec<(Span, FxHashSet<Name>)>,
    /// Declarations that hide one of the same function.
    shadowed: Vec<Shadowed>,
}

struct Shadowed {
    function: FunctionId,
    name: Name,
    span: Span,
    hidden: Span,
}

/// A warning of one specialisation.
struct Finding {
    code: Code,
    span: Span,
    diagnostic: Diagnostic,
}

/// Finds the names in syntax.
#[derive(Default)]
struct MentionedNames(FxHashSet<Name>);

impl Visitor for MentionedNames {
    fn visit_name(&mut self, ast: &Ast, id: QualNameId) {
        self.0.extend(ast.simple_name(id));
        walk_name(self, ast, id);
    }
}

/// Notes that checking makes.
impl Cx<'_> {
    pub(crate) fn note_chosen_branch(&mut self, branch: StmtId) {
        self.check.lint.chosen.insert(branch);
    }

    pub(crate) fn note_implicit_conversion(&mut self, value: ExprId) {
        let may_change = matches!(
            self.typed.exprs[value].kind,
            ExprKind::Convert {
                kind: ConvertKind::FloatToInt
                    | ConvertKind::IntToInt
                    | ConvertKind::IntToFloat
                    | ConvertKind::FloatToFloat,
                ..
            }
        );
        if may_change {
            self.check.lint.implicit.insert(value);
        }
    }

    pub(crate) fn note_folded(&mut self, value: ExprId, from: ExprId) {
        if let ExprKind::Convert { kind: ConvertKind::IntToFloat, .. } = self.typed.exprs[from].kind
        {
            self.check.lint.folded.insert(value, from);
        }
    }

    pub(crate) fn note_names_in_statement(&mut self, id: ast::StmtId) {
        let span = self.ast[id].span;
        if self.is_users_text(span) {
            let mut names = MentionedNames::default();
            names.visit_stmt(self.ast, id);
            self.check.lint.unchecked.push((span, names.0));
        }
    }

    pub(crate) fn note_names_in_expression(&mut self, id: ast::ExprId, span: Span) {
        if self.is_users_text(span) {
            let mut names = MentionedNames::default();
            names.visit_expr(self.ast, id);
            self.check.lint.unchecked.push((span, names.0));
        }
    }

    /// Notes a variable whose name an enclosing block, the parameters or an enclosing function have.
    pub(crate) fn warn_shadowed(&mut self, scope: ScopeId, name: Name, span: Span) {
        if self.is_tentative() || !self.is_users_text(span) {
            return;
        }
        let Some(function) = self.scopes.enclosing_function(scope) else { return };
        let outer = self
            .scopes
            .chain(scope)
            .take_while(|&id| !matches!(self.scopes[id].kind, ScopeKind::Namespace { .. }));
        let hidden = outer.skip(1).find_map(|id| {
            self.scopes[id].locals.all(name).find_map(|entity| match *entity {
                Entity::Local(local) => Some(self.typed.locals[local].span),
                Entity::Variable(var) => Some(self.entities[var].span),
                _ => None,
            })
        });
        if let Some(hidden) = hidden.filter(|&hidden| hidden != span) {
            self.check.lint.shadowed.push(Shadowed { function, name, span, hidden });
        }
    }

    /// Whether a declaration has `[[maybe_unused]]` or GNU's `unused`.
    pub(crate) fn is_maybe_unused(&self, decl: DeclId) -> bool {
        self.ast[decl].attrs.iter().any(|attr| match attr.kind {
            AttributeKind::Standard { name, .. } | AttributeKind::Vendor { name, .. } => {
                matches!(self.text(name), "maybe_unused" | "unused" | "__unused__")
            }
            _ => false,
        })
    }

    pub(crate) fn is_users_text(&self, span: Span) -> bool {
        !span.is_none() && !self.unit.sources.in_system_file(span.lo)
    }
}

impl<'a> Cx<'a> {
    /// Warns of the bodies that were checked, in the order of the source.
    pub(crate) fn warn_of_bodies(&mut self) {
        if self.options.is_misread {
            return;
        }
        self.warn_of_thread_code();
        let mut by_body: FxHashMap<ast::BodyId, Vec<FunctionId>> = FxHashMap::default();
        let mut order = Vec::new();
        for function in self.entities.functions.keys() {
            let entity = &self.entities[function];
            if let (Definition::Body(body), FunctionOrigin::Declared(_) | FunctionOrigin::Lambda(_)) =
                (entity.definition, entity.origin)
                && matches!(entity.body, BodyState::Checked(_))
                && self.is_users_text(self.ast[body].span)
            {
                let known = by_body.entry(body).or_default();
                if known.is_empty() {
                    order.push(body);
                }
                known.push(function);
            }
        }
        order.sort_by_key(|&body| self.ast[body].span.lo);
        let shadowed = std::mem::take(&mut self.check.lint.shadowed);
        // Warnings of a body with an error may follow from it.
        let errors = self.error_spans();
        for body in order {
            let span = self.ast[body].span;
            if errors.iter().any(|&error| self.unit.sources.covers(span, error)) {
                continue;
            }
            let functions = by_body.remove(&body).unwrap_or_default();
            for finding in self.findings_of_all(&functions, body, &shadowed) {
                self.report(finding.diagnostic);
            }
        }
    }

    /// The findings of a body: those that every specialisation has, in the order of the source, and a missing `return` of
    /// one of them.
    fn findings_of_all(
        &mut self,
        functions: &[FunctionId],
        body: ast::BodyId,
        shadowed: &[Shadowed],
    ) -> Vec<Finding> {
        let mut found = self.common_findings(functions, body, shadowed);
        if functions.len() > 1 && !found.iter().any(|finding| finding.code == codes::MISSING_RETURN)
        {
            found.extend(self.missing_return_of_one(functions, body));
        }
        found
    }

    fn common_findings(
        &mut self,
        functions: &[FunctionId],
        body: ast::BodyId,
        shadowed: &[Shadowed],
    ) -> Vec<Finding> {
        let mut common: Option<Vec<Finding>> = None;
        for &function in functions {
            let found = self.findings(function, body, shadowed);
            let found = match common {
                None => found,
                Some(mut common) => {
                    common.retain(|known| {
                        found.iter().any(|new| new.code == known.code && new.span == known.span)
                    });
                    common
                }
            };
            if found.is_empty() {
                return found;
            }
            common = Some(found);
        }
        let mut common = common.unwrap_or_default();
        common.sort_by_key(|finding| (finding.span.lo, finding.code.id));
        common.dedup_by(|a, b| a.code == b.code && a.span == b.span);
        common
    }

    fn findings(
        &mut self,
        function: FunctionId,
        body: ast::BodyId,
        shadowed: &[Shadowed],
    ) -> Vec<Finding> {
        let BodyState::Checked(checked) = self.entities[function].body.clone() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let (stmts, exprs) = self.typed.contents(&checked);
        self.find_in_calls((&stmts, &exprs), &mut found);
        self.find_chained_comparisons(&exprs, &mut found);
        self.find_compared_bits(&exprs, &mut found);
        self.find_commas_in_subscripts(&exprs, &mut found);
        self.find_decided_comparisons(function, &exprs, &mut found);
        self.find_assigned_conditions(&exprs, &mut found);
        self.find_wrong_formats(&exprs, &mut found);
        self.find_returned_locals(function, &stmts, &mut found);
        self.find_unused(function, &checked, self.ast[body].span, &mut found);
        self.find_unused_values(&stmts, &mut found);
        self.find_reference_parameters(function, &checked, &mut found);
        self.find_in_flow(function, &checked, self.ast[body].span, &mut found);
        for hiding in shadowed.iter().filter(|hiding| hiding.function == function) {
            let message = format!("`{}` hides a variable of this function", self.text(hiding.name));
            let mut diagnostic = Diagnostic::new(codes::SHADOW, hiding.span, message)
                .label("declared a second time")
                .secondary(hiding.hidden, "hidden by it");
            match self.renaming(hiding, &exprs, self.ast[body].span) {
                Some(fix) => diagnostic.fixes.push(fix),
                None => diagnostic = diagnostic.help("give one of the two another name"),
            }
            push(&mut found, diagnostic);
        }
        found.retain(|finding| self.is_users_text(finding.span));
        found
    }
}

fn push(found: &mut Vec<Finding>, diagnostic: Diagnostic) {
    found.push(Finding { code: diagnostic.code, span: diagnostic.primary.span, diagnostic });
}

/// `no arguments`, `1 argument`, `2 arguments`
fn counted(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}
