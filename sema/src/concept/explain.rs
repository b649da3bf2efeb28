//! The values of a false condition: of a constraint, and of a `static_assert`.
//!
//! In: an expression that is false where its template parameters are bound. Out: the part of `&&`
//! that is false, and its values: "8 == 0, with N = 24".

use lang::ast::visit::{self, Visitor};
use lang::ast::{self, Ast, ExprId, ExprKind};

use crate::Cx;
use crate::constexpr::value::Value;
use crate::scope::ScopeId;

/// Names whose values are shown.
const MAX_NAMES: usize = 4;

impl Cx<'_> {
    /// That an expression is false, with its values.
    pub(super) fn false_message(&mut self, scope: ScopeId, id: ExprId) -> String {
        let text = self.expr_text(id);
        match self.explain_false(scope, id) {
            Some(why) => format!("`{text}` is false: {why}"),
            None => format!("`{text}` is false"),
        }
    }

    /// The first operand of `&&` that is false; the expression itself if it is nothing of that.
    pub(crate) fn false_part(&mut self, scope: ScopeId, id: ExprId) -> ExprId {
        let ast = self.ast;
        match &ast[ast.strip_parens(id)].kind {
            ExprKind::Binary { op: ast::BinaryOp::LogicalAnd, lhs, rhs, .. } => {
                let first = self.tentatively(|cx| cx.constant_expr(scope, *lhs));
                let is_true = matches!(&first, Ok(Ok((value, _))) if value.truth() == Some(true));
                self.false_part(scope, if is_true { *rhs } else { *lhs })
            }
            _ => id,
        }
    }

    /// The two values of a false comparison, and the values of the names in the expression:
    /// `8 == 0, with N = 24`.
    pub(crate) fn explain_false(&mut self, scope: ScopeId, id: ExprId) -> Option<String> {
        let compared = self.compared_values(scope, id);
        let names = self.values_of_names(scope, id);
        match (compared, names) {
            (Some(compared), Some(names)) => Some(format!("{compared}, with {names}")),
            (Some(compared), None) => Some(compared),
            (None, Some(names)) => Some(format!("with {names}")),
            (None, None) => None,
        }
    }

    fn compared_values(&mut self, scope: ScopeId, id: ExprId) -> Option<String> {
        let (op, sides) = comparison(self.ast, id)?;
        let mut values = Vec::new();
        let mut is_literal = true;
        for side in sides {
            is_literal &= matches!(self.ast[side].kind, ExprKind::Literal(_));
            values.push(self.scalar_text(scope, side)?);
        }
        (!is_literal).then(|| format!("{} {} {}", values[0], op.text(), values[1]))
    }

    /// The values of the plain names in an expression, but for the sides of a comparison, whose values
    /// are shown already. Names of headers, `_D`, say nothing to a user.
    fn values_of_names(&mut self, scope: ScopeId, id: ExprId) -> Option<String> {
        let ast = self.ast;
        let shown = comparison(ast, id).map(|(_, sides)| sides).unwrap_or_default();
        let mut names = PlainNames::default();
        names.visit_expr(ast, id);
        let mut found: Vec<String> = Vec::new();
        for (expr, name) in names.0 {
            let text = self.text(name);
            if text.starts_with('_') || shown.contains(&expr) || found.len() == MAX_NAMES {
                continue;
            }
            let text = text.to_owned();
            let Some(value) = self.scalar_text(scope, expr) else { continue };
            let line = format!("{text} = {value}");
            if !found.contains(&line) {
                found.push(line);
            }
        }
        (!found.is_empty()).then(|| found.join(", "))
    }

    fn scalar_text(&mut self, scope: ScopeId, expr: ExprId) -> Option<String> {
        let (value, ty) = self.tentatively(|cx| cx.constant_expr(scope, expr)).ok()?.ok()?;
        match value {
            Value::Int(_) | Value::Float(_) => Some(self.show_value(&value, ty)),
            _ => None,
        }
    }
}

fn comparison(ast: &Ast, id: ExprId) -> Option<(ast::BinaryOp, Vec<ExprId>)> {
    use ast::BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let ExprKind::Binary { op, lhs, rhs, .. } = &ast[ast.strip_parens(id)].kind else {
        return None;
    };
    matches!(op, Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual)
        .then(|| (*op, vec![ast.strip_parens(*lhs), ast.strip_parens(*rhs)]))
}

/// The unqualified names without template arguments, in their order.
#[derive(Default)]
struct PlainNames(Vec<(ExprId, lang::base::Name)>);

impl Visitor for PlainNames {
    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        if let ExprKind::Name(name) = ast[id].kind
            && !ast[name].is_qualified()
            && ast[name].last.args.is_none()
            && let Some(ident) = ast[name].last.identifier()
        {
            self.0.push((id, ident));
        }
        visit::walk_expr(self, ast, id);
    }
}
