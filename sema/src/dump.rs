//! The typed program as text: `--emit typed`.
//!
//! Every node is written as C++ with nothing implicit left: conversions are `cast<T>(kind, e)`,
//! loads `*e`, temporaries `temp(e)`. A function is printed once, callees after callers.

use std::fmt::Write;

use crate::Cx;
use crate::constexpr::value::Value;
use crate::entity::{BodyState, FunctionId};
use crate::typed::{
    ExprId, ExprKind, IncDecOp, InitializerTarget, LabelId, LocalId, LogicalOp, Loop, StmtId,
    StmtKind,
};

/// The checked bodies of `roots` and of all that they call.
pub fn program(cx: &Cx<'_>, roots: &[FunctionId]) -> String {
    let mut printer = Printer { cx, out: String::new(), queue: roots.to_vec(), cases: Vec::new() };
    let mut next = 0;
    while let Some(&function) = printer.queue.get(next) {
        next += 1;
        printer.function(function);
    }
    printer.out
}

struct Printer<'a, 'u> {
    cx: &'a Cx<'u>,
    out: String,
    /// The functions printed or to be printed, in order of first mention.
    queue: Vec<FunctionId>,
    /// The labels of the switches around, and their values.
    cases: Vec<(LabelId, Option<(i128, i128)>)>,
}

impl Printer<'_, '_> {
    fn function(&mut self, function: FunctionId) {
        let name = self.cx.show_function(function);
        let data = &self.cx.entities[function];
        let ty = self.cx.show(data.ty);
        if let Some(op) = data.intrinsic {
            let op = self.cx.text(op).to_owned();
            self.line(0, &format!("op {op:?}: {name}: {ty}"));
            return;
        }
        let BodyState::Checked(body) = &data.body else {
            self.line(0, &format!("declared {name}: {ty}"));
            return;
        };
        let body = body.clone();
        let parameters: Vec<String> = body.parameters.iter().map(|&p| self.declared(p)).collect();
        self.line(0, &format!("{name}({}) {{", parameters.join(", ")));
        for initializer in &body.initializers {
            let value = self.expr(initializer.value);
            let target = match initializer.target {
                InitializerTarget::Base(index) => format!("base {index}"),
                InitializerTarget::Field(index) => format!("field {index}"),
                InitializerTarget::Delegate => "this".to_owned(),
            };
            self.line(1, &format!("init {target} = {value};"));
        }
        self.stmt(1, body.body);
        self.line(0, "}");
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * depth);
    }

    /// `name: type`
    fn declared(&self, local: LocalId) -> String {
        let ty = self.cx.show(self.cx.typed.locals[local].ty);
        format!("{}: {ty}", self.local(local))
    }

    fn label(&self, label: LabelId) -> String {
        if let Some(name) = self.cx.typed.labels[label].name {
            return self.cx.text(name).to_owned();
        }
        match self.cases.iter().find(|(known, _)| *known == label) {
            Some((_, Some((low, high)))) if low == high => format!("case {low}"),
            Some((_, Some((low, high)))) => format!("case {low} ... {high}"),
            Some((_, None)) | None => "default".to_owned(),
        }
    }

    /// A name that tells locals of one name apart.
    fn local(&self, local: LocalId) -> String {
        let name = self.cx.typed.locals[local].name.map_or("", |name| self.cx.text(name));
        format!("{name}#{}", local.as_u32())
    }

    fn stmt(&mut self, depth: usize, stmt: StmtId) {
        match self.cx.typed.stmts[stmt].kind.clone() {
            StmtKind::Empty => {}
            StmtKind::Expr { expr, .. } => {
                let text = self.expr(expr);
                self.line(depth, &format!("{text};"));
            }
            StmtKind::Local { local, init } => {
                let value = self.expr(init);
                let declared = self.declared(local);
                self.line(depth, &format!("{declared} = {value};"));
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|&stmt| self.stmt(depth, stmt)),
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.expr(condition);
                self.line(depth, &format!("if {condition} {{"));
                self.stmt(depth + 1, then);
                if let Some(otherwise) = otherwise {
                    self.line(depth, "} else {");
                    self.stmt(depth + 1, otherwise);
                }
                self.line(depth, "}");
            }
            StmtKind::Loop(node) => self.loop_stmt(depth, &node),
            StmtKind::Switch { value, cases, body } => {
                let value = self.expr(value);
                self.line(depth, &format!("switch {value} {{"));
                self.cases.extend(cases.iter().map(|case| (case.label, case.values)));
                for &stmt in &body {
                    self.stmt(depth + 1, stmt);
                }
                self.line(depth, "}");
            }
            StmtKind::Break => self.line(depth, "break;"),
            StmtKind::Continue => self.line(depth, "continue;"),
            StmtKind::Label(label) => {
                let name = self.label(label);
                self.line(depth.saturating_sub(1), &format!("{name}:"));
            }
            StmtKind::Goto(label) => {
                let name = self.label(label);
                self.line(depth, &format!("goto {name};"));
            }
            StmtKind::Return(None) => self.line(depth, "return;"),
            StmtKind::Return(Some(value)) => {
                let value = self.expr(value);
                self.line(depth, &format!("return {value};"));
            }
        }
    }

    fn loop_stmt(&mut self, depth: usize, node: &Loop) {
        let condition = match node.condition {
            Some(condition) => self.expr(condition),
            None => "true".to_owned(),
        };
        let keyword = if node.test_at_end { "loop_until_not" } else { "while" };
        self.line(depth, &format!("{keyword} {condition} {{"));
        node.prologue.iter().for_each(|&stmt| self.stmt(depth + 1, stmt));
        self.stmt(depth + 1, node.body);
        if let Some(step) = node.step {
            let step = self.expr(step);
            self.line(depth, &format!("}} step {step};"));
        } else {
            self.line(depth, "}");
        }
    }

    fn list(&mut self, exprs: &[ExprId]) -> String {
        exprs.iter().map(|&expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    fn expr(&mut self, expr: ExprId) -> String {
        let node = self.cx.typed.exprs[expr].clone();
        let ty = self.cx.show(node.ty);
        match node.kind {
            ExprKind::Error => "<error>".to_owned(),
            ExprKind::Const(value) => constant(&value),
            ExprKind::String(text) => format!("{:?}", text.to_text()),
            ExprKind::Local(local) => self.local(local),
            ExprKind::Global(var) => self.cx.display_var(var),
            ExprKind::Function(function) => self.cx.show_function(function),
            ExprKind::This => "this".to_owned(),
            ExprKind::Field { object, index } => format!("{}.{index}", self.expr(object)),
            ExprKind::Base { object, index } => format!("{}.base{index}", self.expr(object)),
            ExprKind::Derived { object, path } => {
                format!("{}.derived({path:?})", self.expr(object))
            }
            ExprKind::Deref(pointer) => format!("deref({})", self.expr(pointer)),
            ExprKind::AddressOf(object) => format!("&{}", self.expr(object)),
            ExprKind::Load(object) => format!("*{}", self.expr(object)),
            ExprKind::Materialize(value) => format!("temp({})", self.expr(value)),
            ExprKind::Convert { kind, operand } => {
                format!("cast<{ty}>({kind:?}, {})", self.expr(operand))
            }
            ExprKind::Unary { op, operand } => {
                format!("{}({})", op.text(), self.expr(operand))
            }
            ExprKind::IncDec { op, target } => {
                let target = self.expr(target);
                match op {
                    IncDecOp::PreInc => format!("++{target}"),
                    IncDecOp::PreDec => format!("--{target}"),
                    IncDecOp::PostInc => format!("{target}++"),
                    IncDecOp::PostDec => format!("{target}--"),
                }
            }
            ExprKind::Binary { op, lhs, rhs } => {
                format!("({} {} {})", self.expr(lhs), op.text(), self.expr(rhs))
            }
            ExprKind::PointerOffset { pointer, index, subtract } => {
                let sign = if subtract { '-' } else { '+' };
                format!("({} {sign} {})", self.expr(pointer), self.expr(index))
            }
            ExprKind::PointerDifference { lhs, rhs } => {
                format!("({} - {})", self.expr(lhs), self.expr(rhs))
            }
            ExprKind::Logical { op, lhs, rhs } => {
                let sign = match op {
                    LogicalOp::And => "&&",
                    LogicalOp::Or => "||",
                };
                format!("({} {sign} {})", self.expr(lhs), self.expr(rhs))
            }
            ExprKind::Assign { target, value } => {
                format!("{} = {}", self.expr(target), self.expr(value))
            }
            ExprKind::CompoundAssign { op, target, value, compute } => {
                let compute = self.cx.show(compute);
                let target = self.expr(target);
                format!("{target} {}=<{compute}> {}", op.text(), self.expr(value))
            }
            ExprKind::PointerAssign { target, index, subtract } => {
                let sign = if subtract { '-' } else { '+' };
                format!("{} {sign}= {}", self.expr(target), self.expr(index))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let condition = self.expr(condition);
                format!("({condition} ? {} : {})", self.expr(then), self.expr(otherwise))
            }
            ExprKind::Let { local, init, body } => {
                format!("(let {} = {}; {})", self.local(local), self.expr(init), self.expr(body))
            }
            ExprKind::Statements { stmts, value } => {
                let mut inner = Printer {
                    cx: self.cx,
                    out: String::new(),
                    queue: std::mem::take(&mut self.queue),
                    cases: Vec::new(),
                };
                for &stmt in &stmts {
                    inner.stmt(0, stmt);
                }
                self.queue = std::mem::take(&mut inner.queue);
                let stmts = inner.out.split_whitespace().collect::<Vec<_>>().join(" ");
                let value = value.map_or_else(String::new, |value| self.expr(value));
                format!("({{ {stmts} {value}; }})")
            }
            ExprKind::Comma { first, second } => {
                format!("({}, {})", self.expr(first), self.expr(second))
            }
            ExprKind::Call { callee, arguments, .. } => self.call(callee, &arguments),
            ExprKind::VirtualCall { callee, arguments } => {
                format!("virtual {}", self.call(callee, &arguments))
            }
            ExprKind::DefaultMember(value) => format!("default({})", self.expr(value)),
            ExprKind::CallPointer { pointer, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|&arg| self.expr(arg)).collect();
                format!("(*{})({})", self.expr(pointer), arguments.join(", "))
            }
            ExprKind::MemberAccess { object, member } => {
                format!("{}.*{}", self.expr(object), self.expr(member))
            }
            ExprKind::CallMember { object, member, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|&arg| self.expr(arg)).collect();
                let callee = format!("{}.*{}", self.expr(object), self.expr(member));
                format!("({callee})({})", arguments.join(", "))
            }
            ExprKind::Emplace { place, value } => {
                format!("(emplace {}: {})", self.expr(place), self.expr(value))
            }
            ExprKind::Construct { constructor, arguments } => {
                format!("new {}", self.call(constructor, &arguments))
            }
            ExprKind::Aggregate { elements, filler } => {
                let list = self.list(&elements);
                match filler {
                    Some(filler) => format!("{ty}{{{list}, {}...}}", self.expr(filler)),
                    None => format!("{ty}{{{list}}}"),
                }
            }
            ExprKind::Union { field, value } => format!("{ty}{{.{field} = {}}}", self.expr(value)),
            ExprKind::Zero => format!("{ty}{{}}"),
            ExprKind::Uninitialized => "uninitialized".to_owned(),
            ExprKind::BitCast(operand) => format!("bit_cast<{ty}>({})", self.expr(operand)),
            ExprKind::IsConstantEvaluated => "is_constant_evaluated()".to_owned(),
            ExprKind::Trap => "trap()".to_owned(),
            ExprKind::Unreachable => "unreachable()".to_owned(),
            ExprKind::HostOnly(what) => format!("host_only({what:?})"),
        }
    }

    fn call(&mut self, callee: FunctionId, arguments: &[ExprId]) -> String {
        if !self.queue.contains(&callee) {
            self.queue.push(callee);
        }
        let arguments = self.list(arguments);
        format!("{}({arguments})", self.cx.show_function(callee))
    }
}

fn constant(value: &Value) -> String {
    match value {
        Value::Int(int) => int.to_string(),
        Value::Float(bits) => format!("float {bits:#x}"),
        Value::Aggregate(parts) => {
            format!("{{{}}}", parts.iter().map(constant).collect::<Vec<_>>().join(", "))
        }
        Value::Union(index, part) => format!("{{.{index} = {}}}", constant(part)),
        Value::Indeterminate => "indeterminate".to_owned(),
        Value::Address(_) => "address".to_owned(),
        Value::MemberPointer(_) => "member".to_owned(),
    }
}
