//! Calls that a function warns of by an attribute of its own.
//!
//! `[[tilec::warn("name", condition, "text", value, ...)]]` in the declaration of a function is a warning
//! where the user calls it and the condition holds for the arguments of the templates around. An
//! empty text answers the warning: a body that calls such a member of the class deals with what the warning is about.

use lang::ast::{AttributeKind, ExprId as Syntax};
use lang::base::{Applicability, Code, Diagnostic, Edit, Fix, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::concept::cause::Spelling;
use crate::constexpr::value::Value;
use crate::entity::{ClassId, DeclName, FunctionId, FunctionOrigin, Owner};
use crate::typed::{ExprId, ExprKind, LocalId, StmtId, StmtKind};

/// The warnings that declarations may have.
const NAMED: [Code; 4] =
    [codes::PARTIAL_TILE, codes::STRIDED_AXES, codes::SWAPPED_MASK, codes::BOOL_SUM];

impl Cx<'_> {
    pub(super) fn find_in_calls(
        &mut self,
        (stmts, exprs): (&[StmtId], &[ExprId]),
        found: &mut Vec<Finding>,
    ) {
        let inits: FxHashMap<LocalId, ExprId> = stmts
            .iter()
            .filter_map(|&stmt| match self.typed.stmts[stmt].kind {
                StmtKind::Local { local, init } => Some((local, init)),
                _ => None,
            })
            .collect();
        let mut warned = Vec::new();
        let mut answered: FxHashSet<(Option<ClassId>, Code)> = FxHashSet::default();
        for &expr in exprs {
            let ExprKind::Call { callee, .. } = self.typed.exprs[expr].kind else { continue };
            let span = self.typed.exprs[expr].span;
            if !self.is_users_text(span) {
                continue;
            }
            let owner = match self.entities[callee].owner {
                Owner::Class(class) => Some(class),
                _ => None,
            };
            for (code, text) in self.warnings_of(callee) {
                match text {
                    None => {
                        answered.insert((owner, code));
                    }
                    Some(text) => warned.push((expr, callee, owner, code, text)),
                }
            }
        }
        for (expr, callee, owner, code, text) in warned {
            if answered.contains(&(owner, code)) {
                continue;
            }
            let span = self.typed.exprs[expr].span;
            let mut diagnostic = Diagnostic::new(code, span, text);
            if code == codes::PARTIAL_TILE
                && let Some((name, at)) = self.callee_name_in(expr, callee)
            {
                let masked = format!("{name}_masked");
                diagnostic = diagnostic.fix(
                    format!("call `{masked}`, which leaves out the elements outside"),
                    Applicability::Maybe,
                    at,
                    masked,
                );
            }
            if code == codes::BOOL_SUM {
                let advice = "`element_cast<int>(mask)` makes numbers of the elements, whose sum counts the true ones";
                diagnostic = diagnostic.help(self.in_users_spelling(advice));
            }
            if code == codes::SWAPPED_MASK {
                diagnostic = self.with_exchanged_arguments(expr, diagnostic);
            }
            if code == codes::STRIDED_AXES {
                let advice = "give the tensor a layout with a static stride of 1 along one axis, as `layout_right` has";
                diagnostic = match self.single_one(expr, &inits) {
                    Some((at, text)) => diagnostic.fix(advice, Applicability::Maybe, at, text),
                    None => diagnostic.help(advice),
                };
            }
            push(found, diagnostic);
        }
    }

    /// Exchanges the second and the third argument of a call.
    fn with_exchanged_arguments(&self, call: ExprId, mut diagnostic: Diagnostic) -> Diagnostic {
        let advice = "exchange the second and the third argument";
        let ExprKind::Call { arguments, .. } = &self.typed.exprs[call].kind else {
            return diagnostic;
        };
        let [_, first, second, ..] = **arguments else { return diagnostic.help(advice) };
        let sources = self.unit.sources;
        let written = [first, second].map(|argument| self.typed.exprs[argument].span);
        let is_plain = written.iter().all(|span| {
            !sources.text(*span).is_empty() && sources.backtrace(span.lo).next().is_none()
        });
        if !is_plain {
            return diagnostic.help(advice);
        }
        let [first, second] = written;
        let edits = vec![
            Edit { span: first, text: sources.text(second).to_owned() },
            Edit { span: second, text: sources.text(first).to_owned() },
        ];
        let title = advice.to_owned();
        diagnostic.fixes.push(Fix { title, edits, applicability: Applicability::Maybe });
        diagnostic
    }

    /// The literal `1` in what the object of a call was made from, if there is one only, and the same as a constant: a
    /// stride that is 1 at run time only.
    fn single_one(
        &self,
        call: ExprId,
        inits: &FxHashMap<LocalId, ExprId>,
    ) -> Option<(Span, &'static str)> {
        let ExprKind::Call { arguments, .. } = &self.typed.exprs[call].kind else { return None };
        let mut open = vec![*arguments.first()?];
        let mut known: FxHashSet<LocalId> = FxHashSet::default();
        let mut ones: Vec<Span> = Vec::new();
        let mut has_suffix = false;
        while let Some(root) = open.pop() {
            for expr in self.typed.subexpressions(root) {
                let span = self.typed.exprs[expr].span;
                match &self.typed.exprs[expr].kind {
                    ExprKind::Local(local) if known.insert(*local) => {
                        let init = inits.get(local).copied();
                        has_suffix |= init.is_some_and(|init| {
                            self.unit.sources.text(self.typed.exprs[init].span).contains("_ic")
                        });
                        open.extend(init);
                    }
                    ExprKind::Const(Value::Int(1))
                        if self.is_users_text(span) && self.unit.sources.text(span) == "1" =>
                    {
                        ones.push(span);
                    }
                    _ => {}
                }
            }
        }
        ones.sort_by_key(|span| span.lo);
        ones.dedup();
        let [one] = ones[..] else { return None };
        let text = if has_suffix { "1_ic" } else { "cuda::tiles::integral_constant<1>{}" };
        Some((one, text))
    }

    /// The warnings of a function that hold where it is called; without a text it answers them.
    fn warnings_of(&mut self, function: FunctionId) -> Vec<(Code, Option<String>)> {
        let FunctionOrigin::Declared(decl) = self.entities[function].origin else {
            return Vec::new();
        };
        let ast = self.ast;
        let inner = ast.templated(decl);
        let scope = self.entities[function].scope;
        let mut warnings = Vec::new();
        let attrs = ast[decl].attrs.iter().chain(ast[inner].attrs.iter().filter(|_| inner != decl));
        for (number, attr) in attrs.enumerate() {
            let AttributeKind::Warn(args) = &attr.kind else { continue };
            let [name, condition, text, values @ ..] = args.as_slice() else { continue };
            let Some(code) = self.warning_named(*name) else { continue };
            let Some(text) = self.string_of(*text) else { continue };
            let fact = match text.is_empty() {
                true => None,
                false => self.fact_of_warning(function, number),
            };
            if self.is_known_fact(&fact) {
                continue;
            }
            let Some((holds, _)) = self.constant_in(scope, *condition) else { continue };
            if text.is_empty() {
                warnings.push((code, None));
            } else if holds.truth() != Some(true) {
                self.note_fact(fact);
            } else if let Some(text) = self.fill_in(&text, values, scope, Spelling::Short) {
                warnings.push((code, Some(text)));
            }
        }
        warnings
    }

    fn warning_named(&self, name: Syntax) -> Option<Code> {
        let name = self.string_of(name)?;
        NAMED.into_iter().find(|code| code.slug == name)
    }

    /// The name of the member function in a call such as `view.load(i)`.
    fn callee_name_in(&self, call: ExprId, callee: FunctionId) -> Option<(String, Span)> {
        let DeclName::Identifier(name) = self.entities[callee].name else { return None };
        let ExprKind::Call { arguments, .. } = &self.typed.exprs[call].kind else { return None };
        let mut object = *arguments.first()?;
        while let ExprKind::Convert { operand, .. } | ExprKind::Base { object: operand, .. } =
            self.typed.exprs[object].kind
        {
            object = operand;
        }
        let name = self.text(name);
        let span = self.typed.exprs[call].span;
        let behind = Span { lo: self.typed.exprs[object].span.hi, hi: span.hi };
        let text = self.unit.sources.text(behind);
        let start = text.find(name)?;
        let is_member = matches!(text.get(..start)?.trim(), "." | "->" | ".template");
        let lo = behind.lo.offset(start as u32);
        is_member.then(|| (name.to_owned(), Span { lo, hi: lo.offset(name.len() as u32) }))
    }
}
