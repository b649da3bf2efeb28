//! Statements, a line each.

use super::Dumper;
use crate::ast::*;

impl Dumper<'_> {
    /// A statement inside an expression: its lines joined by `; `.
    pub(super) fn inline_stmt(&self, head: &str, stmt: StmtId) -> String {
        let mut inner = Dumper {
            ast: self.ast,
            tokens: self.tokens,
            interner: self.interner,
            out: String::new(),
            depth: 0,
        };
        inner.stmt(stmt);
        let lines: Vec<&str> = inner.out.lines().map(str::trim).collect();
        format!("({head} {})", lines.join("; "))
    }

    pub(super) fn stmt(&mut self, id: StmtId) {
        let ast = self.ast;
        let node = &ast[id];
        for pragma in &node.pragmas {
            let text = match &pragma.kind {
                LoopPragmaKind::Unroll { factor: Some(factor) } => {
                    format!("#pragma unroll {}", self.expr(*factor))
                }
                LoopPragmaKind::Unroll { factor: None } => "#pragma unroll".to_owned(),
                LoopPragmaKind::NoUnroll => "#pragma nounroll".to_owned(),
            };
            self.line(&text);
        }
        if !node.attrs.is_empty() {
            let text = self.attrs(&node.attrs);
            self.line(text.trim_start());
        }
        match &node.kind {
            StmtKind::Compound(stmts) => {
                self.line("Compound");
                self.nested(|d| stmts.iter().for_each(|&stmt| d.stmt(stmt)));
            }
            StmtKind::Expr(e) => {
                let text = format!("Expr {}", self.expr(*e));
                self.line(&text);
            }
            StmtKind::Empty => self.line("Empty"),
            StmtKind::Decl(decls) => decls.iter().for_each(|&decl| self.decl(decl)),
            StmtKind::If(branch) => self.if_stmt(branch),
            StmtKind::Switch { init, cond, body } => {
                let text = format!("Switch {}", self.condition(*cond));
                self.line(&text);
                self.nested(|d| {
                    d.opt_stmt(*init);
                    d.stmt(*body);
                });
            }
            StmtKind::Case { value, high, body } => {
                let mut text = format!("Case {}", self.expr(*value));
                if let Some(high) = high {
                    text.push_str(&format!(" ... {}", self.expr(*high)));
                }
                self.line(&text);
                self.nested(|d| d.stmt(*body));
            }
            StmtKind::Default { body } => {
                self.line("Default");
                self.nested(|d| d.stmt(*body));
            }
            StmtKind::While { cond, body } => {
                let text = format!("While {}", self.condition(*cond));
                self.line(&text);
                self.nested(|d| d.stmt(*body));
            }
            StmtKind::DoWhile { body, cond } => {
                let text = format!("DoWhile {}", self.expr(*cond));
                self.line(&text);
                self.nested(|d| d.stmt(*body));
            }
            StmtKind::For { init, cond, step, body } => {
                let cond = cond.map_or("_".to_owned(), |cond| self.condition(cond));
                let step = step.map_or("_".to_owned(), |step| self.expr(step));
                self.line(&format!("For {cond} step {step}"));
                self.nested(|d| {
                    d.stmt(*init);
                    d.stmt(*body);
                });
            }
            StmtKind::RangeFor(range_for) => {
                let text = format!("RangeFor {}", self.expr(range_for.range));
                self.line(&text);
                self.nested(|d| {
                    d.opt_stmt(range_for.init);
                    d.decl(range_for.decl);
                    d.stmt(range_for.body);
                });
            }
            StmtKind::Break => self.line("Break"),
            StmtKind::Continue => self.line("Continue"),
            StmtKind::Return(None) => self.line("Return"),
            StmtKind::Return(Some(e)) => {
                let text = format!("Return {}", self.expr(*e));
                self.line(&text);
            }
            StmtKind::Goto(label) => {
                let text = format!("Goto {}", self.ident(*label));
                self.line(&text);
            }
            StmtKind::Label { label, body } => {
                let text = format!("Label {}", self.ident(*label));
                self.line(&text);
                self.nested(|d| d.stmt(*body));
            }
            StmtKind::Try { body, handlers } => {
                self.line("Try");
                self.nested(|d| {
                    d.stmt(*body);
                    for handler in handlers {
                        let param = handler.param.map_or("...".to_owned(), |p| d.param(p));
                        d.line(&format!("Catch {param}"));
                        d.nested(|d| d.stmt(handler.body));
                    }
                });
            }
            StmtKind::Asm(_) => self.line("Asm"),
            StmtKind::Error => self.line("Error"),
        }
    }

    fn opt_stmt(&mut self, stmt: Option<StmtId>) {
        if let Some(stmt) = stmt {
            self.stmt(stmt);
        }
    }

    fn if_stmt(&mut self, branch: &IfStmt) {
        let kind = match branch.kind {
            IfKind::Plain => "If",
            IfKind::Constexpr => "IfConstexpr",
            IfKind::Consteval => "IfConsteval",
            IfKind::NotConsteval => "IfNotConsteval",
        };
        let cond = branch.cond.map_or(String::new(), |c| format!(" {}", self.condition(c)));
        self.line(&format!("{kind}{cond}"));
        self.nested(|d| {
            d.opt_stmt(branch.init);
            d.stmt(branch.then);
        });
        if let Some(otherwise) = branch.otherwise {
            self.line("Else");
            self.nested(|d| d.stmt(otherwise));
        }
    }

    fn condition(&self, cond: Condition) -> String {
        match cond {
            Condition::Expr(e) => self.expr(e),
            Condition::Decl(decl) => {
                let mut inner = Dumper {
                    ast: self.ast,
                    tokens: self.tokens,
                    interner: self.interner,
                    out: String::new(),
                    depth: 0,
                };
                inner.decl(decl);
                format!("[{}]", inner.out.trim_end())
            }
        }
    }
}
