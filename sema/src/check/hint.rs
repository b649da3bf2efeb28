//! `[[cutile::hint(...)]]`, section 2.16 of the Tile C++ reference. Nothing about a hint is ever
//! an error: what is not understood is ignored with a warning.

use lang::ast::{self, AttributeKind};
use lang::base::{Diagnostic, Span};

use super::expr::Checker;
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::FunctionId;
use crate::template::pack::Pattern;
use crate::typed::{ExprId, ExprKind, Hint, HintKind, Hints};

/// Where the attribute stands, which decides the kinds that mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Kernel,
    Statement,
}

/// A kind of hint.
struct HintRow {
    name: &'static str,
    kind: HintKind,
    belongs: Target,
    values: &'static [u32],
    /// The release that has it first.
    since: (u32, u32),
}

const fn row(
    name: &'static str,
    kind: HintKind,
    belongs: Target,
    values: &'static [u32],
    since: (u32, u32),
) -> HintRow {
    HintRow { name, kind, belongs, values, since }
}

/// One row a kind.
const KINDS: &[HintRow] = &[
    row("num_cta_in_cga", HintKind::NumCtaInCga, Target::Kernel, &[1, 2, 4, 8, 16], (13, 3)),
    row("occupancy", HintKind::Occupancy, Target::Kernel, RANGE_32, (13, 3)),
    row("latency", HintKind::Latency, Target::Statement, RANGE_10, (13, 3)),
    row("allow_tma", HintKind::AllowTma, Target::Statement, &[0, 1], (13, 3)),
    row(
        "num_worker_warps_per_cta",
        HintKind::NumWorkerWarpsPerCta,
        Target::Kernel,
        &[1, 2, 4, 8, 16, 32],
        (13, 4),
    ),
];

const RANGE_32: &[u32] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    27, 28, 29, 30, 31, 32,
];
const RANGE_10: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/// The values in words: those between the first and the last, or each of them.
fn one_of(values: &[u32]) -> String {
    match values {
        &[first, _, .., last] if values.iter().copied().eq(first..=last) => {
            format!("{first} to {last}")
        }
        _ => {
            let values: Vec<String> = values.iter().map(u32::to_string).collect();
            format!("one of {}", values.join(", "))
        }
    }
}

impl<'a> Checker<'_, 'a> {
    /// The hints before an expression statement.
    pub fn hints(&mut self, attrs: &'a [ast::Attribute]) -> Hints {
        self.hints_for(attrs, Target::Statement)
    }

    /// Hints in front of a statement that is not an expression.
    pub(super) fn warn_misplaced_hints(&mut self, stmt: &ast::Stmt) {
        use ast::StmtKind as Syntax;
        const BEFORE_ACCESS: &str =
            "write it in front of the kernel, or of the statement with the operation";
        let (attrs, why, advice) = match &stmt.kind {
            Syntax::Decl(decls) => {
                let Some(&decl) = decls.first() else { return };
                let advice = "declare the variable first, and write the hint in front of a statement that assigns it";
                (&self.ast[decl].attrs, "a declaration has no hints", advice)
            }
            Syntax::For { .. }
            | Syntax::RangeFor { .. }
            | Syntax::While { .. }
            | Syntax::DoWhile { .. }
            | Syntax::Switch { .. }
            | Syntax::If { .. } => (&stmt.attrs, "a loop or a branch has no hints", BEFORE_ACCESS),
            Syntax::Compound(_) => (&stmt.attrs, "a block has no hints", BEFORE_ACCESS),
            Syntax::Return(_) => {
                let advice = "store the result in a variable by a statement of its own, and write the hint in front of that";
                (&stmt.attrs, "a `return` has no hints", advice)
            }
            _ => return,
        };
        let hints = attrs.iter().filter(|attr| matches!(attr.kind, AttributeKind::Hint(_)));
        for span in hints.map(|attr| attr.span).collect::<Vec<_>>() {
            self.warn_hint_with(span, why, Some(advice.to_owned()));
        }
    }

    /// Hints in front of an expression that accesses no memory. A function of the user may access some.
    pub(super) fn warn_hints_of_no_access(&mut self, attrs: &[ast::Attribute], expr: ExprId) {
        let may_access = |part: ExprId| match self.typed.exprs[part].kind {
            ExprKind::Deref(_) => self.is_users_text(self.typed.exprs[part].span),
            ExprKind::Call { callee, .. } => {
                let callee = &self.entities[callee];
                let name = self.show_name(callee.name);
                self.is_users_text(callee.span) || name.contains("load") || name.contains("store")
            }
            ExprKind::VirtualCall { .. }
            | ExprKind::CallPointer { .. }
            | ExprKind::CallMember { .. }
            | ExprKind::Statements { .. } => true,
            _ => false,
        };
        if self.typed.subexpressions(expr).into_iter().any(may_access) {
            return;
        }
        let is_hint = |attr: &&ast::Attribute| matches!(attr.kind, AttributeKind::Hint(_));
        if let Some(attr) = attrs.iter().find(is_hint) {
            let why = "no load or store is in this statement";
            let advice = "write it in front of the statement with the load or store";
            self.warn_hint_with(attr.span, why, Some(advice.to_owned()));
        }
    }

    fn hints_for(&mut self, attrs: &'a [ast::Attribute], target: Target) -> Hints {
        let mut hints = Hints::default();
        for attr in attrs {
            let AttributeKind::Hint(hint) = &attr.kind else { continue };
            if !hint.is_pack_expansion {
                self.hint(hint, target, attr.span, &mut hints);
                continue;
            }
            let scope = self.scope;
            let Some(len) = self.hint_packs(hint) else { continue };
            for index in 0..len {
                let element = self.scopes.expansion(scope, index);
                self.within(element, |c| c.hint(hint, target, attr.span, &mut hints));
            }
        }
        hints
    }

    /// The length of the packs in an expanded hint: of whichever part names one.
    fn hint_packs(&mut self, hint: &'a ast::HintAttribute) -> Option<u32> {
        let scope = self.scope;
        let parts = std::iter::once(hint.arch).chain(hint.items.iter().map(|item| item.value));
        let mut first_error = None;
        for part in parts {
            match self.tentatively(|cx| cx.expansion_len(scope, Pattern::Expr(part))) {
                Ok(Some(len)) => return Some(len),
                Ok(None) => {}
                Err(why) => first_error = first_error.or(Some(why)),
            }
        }
        if let Some(why) = first_error {
            self.report(*why);
        }
        None
    }

    fn hint(
        &mut self,
        hint: &'a ast::HintAttribute,
        target: Target,
        span: Span,
        hints: &mut Hints,
    ) {
        let scope = self.scope;
        let Ok((arch, _)) = self.constant_expr(scope, hint.arch) else { return };
        let arch = match arch {
            Value::Int(arch) => u32::try_from(arch).ok(),
            _ => None,
        };
        let Some(arch) = arch.filter(|&arch| arch == 0 || (500..=2000).contains(&arch)) else {
            let at = self.ast[hint.arch].span;
            let advice = arch
                .filter(|arch| (50..=200).contains(arch))
                .map(|arch| format!("`__CUDA_ARCH__` of sm_{arch} is {arch}0"));
            let why = "expected 0 or a value of __CUDA_ARCH__ such as 900";
            self.warn_hint_with(at, why, advice);
            return;
        };
        for item in &hint.items {
            let name = self.text(item.kind.name);
            let Some(&HintRow { kind, belongs, values, since, .. }) =
                KINDS.iter().find(|row| row.name == name)
            else {
                let message = format!("unknown hint `{name}`");
                let names = KINDS.iter().filter(|row| row.belongs == target).map(|row| row.name);
                let names: Vec<&str> = names.collect();
                let help = match crate::lookup::suggest::nearest_name(name, &names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the hints here are `{}`", names.join("`, `")),
                };
                self.warn_hint_with(item.kind.span, &message, Some(help));
                continue;
            };
            let chosen = self.options.release;
            if chosen.numbers() < since {
                let (major, minor) = since;
                let message =
                    format!("`{name}` is new in CUDA {major}.{minor}, and {chosen} is chosen");
                self.warn_hint(item.kind.span, &message);
                continue;
            }
            if belongs != target {
                let place = match belongs {
                    Target::Kernel => "a __tile_global__ function",
                    Target::Statement => "an expression statement",
                };
                let message = format!("`{name}` is only allowed before {place}");
                self.warn_hint(item.kind.span, &message);
                continue;
            }
            let at = self.ast[item.value].span;
            let Ok((value, _)) = self.constant_expr(scope, item.value) else { continue };
            let value = value.as_int().and_then(|value| u32::try_from(value).ok());
            let Some(value) = value.filter(|value| values.contains(value)) else {
                let message = format!("the value of `{name}` must be {}", one_of(values));
                self.warn_hint(at, &message);
                continue;
            };
            hints.0.push(Hint { arch, kind, value });
        }
        let _ = span;
    }

    fn warn_hint(&mut self, span: Span, why: &str) {
        self.warn_hint_with(span, why, None);
    }

    fn warn_hint_with(&mut self, span: Span, why: &str, help: Option<String>) {
        let message = format!("the hint is ignored: {why}");
        let diagnostic = Diagnostic::new(codes::IGNORED_HINT, span, message);
        self.report(help.into_iter().fold(diagnostic, Diagnostic::help));
    }
}

impl Cx<'_> {
    /// The hints of a kernel's declaration.
    pub fn kernel_hints(&mut self, function: FunctionId) -> Hints {
        let crate::entity::FunctionOrigin::Declared(decl) = self.entities[function].origin else {
            return Hints::default();
        };
        let attrs = &self.ast[decl].attrs;
        let outer = self.entities[function].outer;
        Checker::new(self, outer).hints_for(attrs, Target::Kernel)
    }
}
