//! Normal forms and subsumption ([temp.constr.normal], [temp.constr.order]).
//!
//! A constraint is normalised in the scope where its template's parameters are open. An atomic
//! constraint is an expression together with the scope that maps the parameters that it names to
//! their arguments; equal arguments have the same scope ([`Cx::template_scope`]), so two atomic
//! constraints are identical ([temp.constr.atomic]/2) exactly when both ids are.

use std::rc::Rc;

use lang::ast::{self, DeclKind, ExprKind, TemplateParamKind, TypeExprKind};

use crate::Cx;
use crate::entity::{FunctionId, TemplateId};
use crate::scope::{ScopeId, ScopeKind, TemplateHead};
use crate::template::pack::Pattern;
use crate::template::walk::{Mention, Nested, mentions};
use crate::ty::{Args, TemplateArg, TyKind};

/// An atomic constraint with its parameter mapping.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom {
    place: AtomPlace,
    mapping: ScopeId,
}

/// Where an atomic constraint is written: two are identical in one place alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum AtomPlace {
    Expr(ast::ExprId),
    /// The *type-constraint* of a parameter pack: a fold over `&&` ([temp.param]/4), which is one
    /// atomic constraint ([temp.constr.normal]).
    Pack(ast::DeclId),
}

/// A constraint in normal form.
#[derive(Clone, Debug)]
pub enum Normal {
    /// No constraint.
    True,
    Atom(Atom),
    And(Rc<Normal>, Rc<Normal>),
    Or(Rc<Normal>, Rc<Normal>),
}

/// Clauses beyond which subsumption gives up and says no; the standard has no such limit, but the
/// sizes are exponential.
const MAX_CLAUSES: usize = 4096;

/// Parts of a normal form that subsumption looks at before it gives up: one that is used twice is
/// looked at twice.
const MAX_VISITS: u32 = 1 << 16;

/// A set of atoms, sorted.
type Clause = Vec<Atom>;

impl<'a> Cx<'a> {
    /// The associated constraints of a function in normal form.
    pub(crate) fn normalized_constraints(&mut self, function: FunctionId) -> Rc<Normal> {
        if let Some(signature) = self.guide_signatures.get(&function).cloned() {
            let mut whole = Rc::new(Normal::True);
            for level in &signature.levels {
                let part = self.normalized_head(level.params.head, level.scope);
                whole = and(whole, part);
            }
            if let Some((expr, scope)) = signature.requires {
                whole = and(whole, self.normalize(scope, expr));
            }
            return whole;
        }
        match self.entities[function].template {
            Some((template, _)) => self.normalized_template(template),
            None => match self.entities[function].requires {
                Some(expr) => {
                    let scope = self.entities[function].scope;
                    self.normalize(scope, expr)
                }
                None => Rc::new(Normal::True),
            },
        }
    }

    fn normalized_template(&mut self, template: TemplateId) -> Rc<Normal> {
        if let Some(known) = self.normal_forms.get(&template) {
            return known.clone();
        }
        let mut whole = Rc::new(Normal::True);
        if let Some(signature) = self.signature(template) {
            for level in &signature.levels {
                let part = self.normalized_head(level.params.head, level.scope);
                whole = and(whole, part);
            }
            if let Some((expr, scope)) = signature.requires {
                whole = and(whole, self.normalize(scope, expr));
            }
        }
        self.normal_forms.insert(template, whole.clone());
        whole
    }

    /// The constraints of a head whose parameters are open in `scope`.
    pub(crate) fn normalized_head(&mut self, head: TemplateHead, scope: ScopeId) -> Rc<Normal> {
        let ast = self.ast;
        let mut whole = Rc::new(Normal::True);
        let ScopeKind::Template { args, .. } = self.scopes[scope].kind else { return whole };
        for (index, &decl) in head.params(ast).iter().enumerate() {
            let DeclKind::TemplateParam(param) = &ast[decl].kind else { continue };
            let constraint = match &param.kind {
                TemplateParamKind::Type { constraint: Some(constraint), .. }
                | TemplateParamKind::Invented { constraint: Some(constraint) } => constraint,
                TemplateParamKind::NonType { ty, .. } => match &ast[*ty].kind {
                    TypeExprKind::Auto { constraint: Some(constraint) }
                    | TypeExprKind::DecltypeAuto { constraint: Some(constraint) } => constraint,
                    _ => continue,
                },
                _ => continue,
            };
            let first = match self.types.list(args).get(index).cloned() {
                // `decltype(V)`: the type parameter that could stand at the place of `V`.
                Some(TemplateArg::Param(param)) => {
                    TemplateArg::Type(self.types.intern(TyKind::Param(param)))
                }
                Some(TemplateArg::Pack(_)) => {
                    let atom = Atom { place: AtomPlace::Pack(decl), mapping: scope };
                    whole = and(whole, Rc::new(Normal::Atom(atom)));
                    continue;
                }
                Some(arg) => arg,
                None => continue,
            };
            if let Ok((concept, args)) = self.constraint_args(scope, constraint, first) {
                whole = and(whole, self.normalize_concept(concept, args));
            }
        }
        match head.requires(ast) {
            Some(expr) => and(whole, self.normalize(scope, expr)),
            None => whole,
        }
    }

    fn normalize_concept(&mut self, concept: TemplateId, args: Args) -> Rc<Normal> {
        match self.constraint_of(concept) {
            Some(constraint) => {
                let scope = self.bound_scope(concept, args);
                if let Some(known) = self.normal_concepts.get(&scope) {
                    return known.clone();
                }
                let normal = self.normalize(scope, constraint);
                self.normal_concepts.insert(scope, normal.clone());
                normal
            }
            None => Rc::new(Normal::True),
        }
    }

    /// [temp.constr.normal]
    fn normalize(&mut self, scope: ScopeId, id: ast::ExprId) -> Rc<Normal> {
        let ast = self.ast;
        match &ast[id].kind {
            ExprKind::Paren(inner) => self.normalize(scope, *inner),
            ExprKind::Binary { op: ast::BinaryOp::LogicalAnd, lhs, rhs, .. } => {
                let lhs = self.normalize(scope, *lhs);
                and(lhs, self.normalize(scope, *rhs))
            }
            ExprKind::Binary { op: ast::BinaryOp::LogicalOr, lhs, rhs, .. } => {
                let lhs = self.normalize(scope, *lhs);
                Rc::new(Normal::Or(lhs, self.normalize(scope, *rhs)))
            }
            ExprKind::Name(name) => match self.concept_id(scope, *name) {
                Ok(Some((concept, args))) => self.normalize_concept(concept, args),
                Ok(None) | Err(_) => self.atom_of(scope, id),
            },
            _ => self.atom_of(scope, id),
        }
    }

    /// The atom of an expression. Its mapping has only the parameters that the expression names
    /// ([temp.constr.atomic]/1); the others are left out of the scope.
    fn atom_of(&mut self, scope: ScopeId, expr: ast::ExprId) -> Rc<Normal> {
        let ast = self.ast;
        let mut mapping = scope;
        if let (ScopeKind::Template { head, args }, Some(parent)) =
            (self.scopes[scope].kind, self.scopes[scope].parent)
        {
            let mentioned = mentions(ast, Pattern::Expr(expr), Nested::Include);
            let is_named = |decl: ast::DeclId| {
                let DeclKind::TemplateParam(param) = &ast[decl].kind else { return true };
                mentioned.iter().any(|mention| match *mention {
                    Mention::Name(id) => {
                        let first = ast[id].qualifiers.first().unwrap_or(&ast[id].last);
                        first.identifier() == param.name.map(|ident| ident.name)
                    }
                    Mention::Ident(ident) => Some(ident.name) == param.name.map(|id| id.name),
                    Mention::Invented(invented) => invented == decl,
                    Mention::This => false,
                })
            };
            let named = head.params(ast).iter().map(|&decl| is_named(decl)).collect::<Vec<_>>();
            let list = self.types.list(args).to_vec().into_iter().enumerate();
            let kept = list.map(|(index, arg)| match named.get(index) {
                Some(false) => TemplateArg::Error,
                _ => arg,
            });
            let kept = kept.collect::<Vec<_>>();
            let kept = self.types.args(kept);
            mapping = self.template_scope(parent, head, kept);
        }
        Rc::new(Normal::Atom(Atom { place: AtomPlace::Expr(expr), mapping }))
    }
}

/// Whether `p` subsumes `q` ([temp.constr.order]/2): every disjunctive clause of `p` contains an
/// atom of every conjunctive clause of `q`.
pub(crate) fn subsumes(p: &Normal, q: &Normal) -> bool {
    if let Normal::True = q {
        return true;
    }
    let mut left = MAX_VISITS;
    let clauses = (disjunctive(p, &mut left), conjunctive(q, &mut left));
    let (Some(p), Some(q)) = clauses else { return false };
    p.iter().all(|p| q.iter().all(|q| q.iter().any(|atom| p.contains(atom))))
}

fn and(lhs: Rc<Normal>, rhs: Rc<Normal>) -> Rc<Normal> {
    match (&*lhs, &*rhs) {
        (Normal::True, _) => rhs,
        (_, Normal::True) => lhs,
        _ => Rc::new(Normal::And(lhs, rhs)),
    }
}

/// Clauses of atoms joined by `&&`, the clauses by `||`.
fn disjunctive(normal: &Normal, left: &mut u32) -> Option<Vec<Clause>> {
    *left = left.checked_sub(1)?;
    match normal {
        Normal::True => Some(vec![Vec::new()]),
        Normal::Atom(atom) => Some(vec![vec![*atom]]),
        Normal::Or(lhs, rhs) => concatenate(disjunctive(lhs, left)?, disjunctive(rhs, left)?),
        Normal::And(lhs, rhs) => multiply(&disjunctive(lhs, left)?, &disjunctive(rhs, left)?),
    }
}

/// Clauses of atoms joined by `||`, the clauses by `&&`.
fn conjunctive(normal: &Normal, left: &mut u32) -> Option<Vec<Clause>> {
    *left = left.checked_sub(1)?;
    match normal {
        Normal::True => Some(Vec::new()),
        Normal::Atom(atom) => Some(vec![vec![*atom]]),
        Normal::And(lhs, rhs) => concatenate(conjunctive(lhs, left)?, conjunctive(rhs, left)?),
        Normal::Or(lhs, rhs) => multiply(&conjunctive(lhs, left)?, &conjunctive(rhs, left)?),
    }
}

fn concatenate(mut lhs: Vec<Clause>, rhs: Vec<Clause>) -> Option<Vec<Clause>> {
    lhs.extend(rhs);
    (lhs.len() <= MAX_CLAUSES).then_some(lhs)
}

fn multiply(lhs: &[Clause], rhs: &[Clause]) -> Option<Vec<Clause>> {
    if lhs.len().saturating_mul(rhs.len()) > MAX_CLAUSES {
        return None;
    }
    let mut product = Vec::with_capacity(lhs.len() * rhs.len());
    for left in lhs {
        for right in rhs {
            let mut clause = left.clone();
            clause.extend(right);
            clause.sort_unstable();
            clause.dedup();
            product.push(clause);
        }
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(n: u32) -> Rc<Normal> {
        let mapping = ScopeId::from_u32(0);
        let place = AtomPlace::Expr(ast::ExprId::from_u32(n));
        Rc::new(Normal::Atom(Atom { place, mapping }))
    }

    #[test]
    fn a_conjunction_subsumes_its_parts() {
        let both = and(atom(0), atom(1));
        assert!(subsumes(&both, &atom(0)) && !subsumes(&atom(1), &both));
    }

    #[test]
    fn a_part_subsumes_the_disjunction() {
        let either = Normal::Or(atom(0), atom(1));
        assert!(subsumes(&atom(0), &either) && !subsumes(&either, &atom(0)));
        assert!(subsumes(&either, &Normal::Or(atom(1), atom(0))));
    }

    #[test]
    fn everything_subsumes_no_constraint() {
        assert!(subsumes(&atom(0), &Normal::True) && !subsumes(&Normal::True, &atom(0)));
        assert!(!subsumes(&atom(0), &atom(1)));
    }
}
