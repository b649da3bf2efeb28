//! The parts of typed nodes, for passes that walk the tree without evaluating it.

use smallvec::SmallVec;

use crate::typed::{
    ConvertKind, ExprId, ExprKind, FunctionBody, LabelId, StmtId, StmtKind, TypedArena,
};

type Children<T> = SmallVec<[T; 4]>;

impl ExprKind {
    /// The operands, in order of evaluation where the language has one.
    pub fn operands(&self) -> Children<ExprId> {
        let mut list = Children::new();
        match self {
            ExprKind::Error
            | ExprKind::Const(_)
            | ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::This
            | ExprKind::Zero
            | ExprKind::Uninitialized
            | ExprKind::IsConstantEvaluated
            | ExprKind::Unreachable
            | ExprKind::Trap
            | ExprKind::HostOnly(_) => {}
            ExprKind::Field { object: inner, .. }
            | ExprKind::Base { object: inner, .. }
            | ExprKind::Derived { object: inner, .. }
            | ExprKind::Deref(inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::Load(inner)
            | ExprKind::Materialize(inner)
            | ExprKind::Convert { operand: inner, .. }
            | ExprKind::Unary { operand: inner, .. }
            | ExprKind::IncDec { target: inner, .. }
            | ExprKind::Union { value: inner, .. }
            | ExprKind::DefaultMember(inner)
            | ExprKind::BitCast(inner) => list.push(*inner),
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::PointerDifference { lhs, rhs }
            | ExprKind::Logical { lhs, rhs, .. } => list.extend([*lhs, *rhs]),
            ExprKind::PointerOffset { pointer, index, .. } => list.extend([*pointer, *index]),
            ExprKind::Assign { target, value } | ExprKind::CompoundAssign { target, value, .. } => {
                list.extend([*target, *value]);
            }
            ExprKind::PointerAssign { target, index, .. } => list.extend([*target, *index]),
            ExprKind::Conditional { condition, then, otherwise } => {
                list.extend([*condition, *then, *otherwise]);
            }
            ExprKind::Comma { first, second } => list.extend([*first, *second]),
            ExprKind::Statements { value, .. } => list.extend(*value),
            ExprKind::Emplace { place, value } => list.extend([*place, *value]),
            ExprKind::Let { init, body, .. } => list.extend([*init, *body]),
            ExprKind::Call { arguments, .. }
            | ExprKind::VirtualCall { arguments, .. }
            | ExprKind::Construct { arguments, .. } => {
                list.extend(arguments.iter().copied());
            }
            ExprKind::MemberAccess { object, member } => list.extend([*object, *member]),
            ExprKind::CallMember { object, member, arguments } => {
                list.extend([*object, *member]);
                list.extend(arguments.iter().copied());
            }
            ExprKind::CallPointer { pointer, arguments } => {
                list.push(*pointer);
                list.extend(arguments.iter().copied());
            }
            ExprKind::Aggregate { elements, filler } => {
                list.extend(elements.iter().copied());
                list.extend(*filler);
            }
        }
        list
    }
}

impl StmtKind {
    /// The expressions directly in the statement.
    pub(crate) fn exprs(&self) -> Children<ExprId> {
        let mut list = Children::new();
        match self {
            StmtKind::Expr { expr, .. } => list.push(*expr),
            StmtKind::Local { init, .. } => list.push(*init),
            StmtKind::If { condition, .. } => list.push(*condition),
            StmtKind::Loop(node) => {
                list.extend(node.condition);
                list.extend(node.step);
            }
            StmtKind::Switch { value, .. } => list.push(*value),
            StmtKind::Return(value) => list.extend(*value),
            StmtKind::Empty
            | StmtKind::Block(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Label(_)
            | StmtKind::Goto(_) => {}
        }
        list
    }

    /// The statements directly in the statement.
    pub fn stmts(&self) -> Children<StmtId> {
        let mut list = Children::new();
        match self {
            StmtKind::Block(stmts) => list.extend(stmts.iter().copied()),
            StmtKind::If { then, otherwise, .. } => {
                list.push(*then);
                list.extend(*otherwise);
            }
            StmtKind::Loop(node) => {
                list.extend(node.prologue.iter().copied());
                list.push(node.body);
            }
            StmtKind::Switch { body, .. } => list.extend(body.iter().copied()),
            StmtKind::Empty
            | StmtKind::Expr { .. }
            | StmtKind::Local { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Return(_) => {}
        }
        list
    }
}

impl TypedArena {
    /// The temporaries in an initialiser whose life the reference or aggregate that it initialises
    /// extends ([class.temporary]/6).
    pub fn extended_temporaries(&self, init: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut todo = vec![init];
        while let Some(expr) = todo.pop() {
            match &self.exprs[expr].kind {
                ExprKind::Materialize(value) => {
                    found.push(expr);
                    todo.push(*value);
                }
                ExprKind::Field { object, .. }
                | ExprKind::Base { object, .. }
                | ExprKind::Derived { object, .. } => {
                    if !self.exprs[*object].category.is_glvalue() {
                        found.push(*object);
                    }
                    todo.push(*object);
                }
                ExprKind::Convert {
                    kind: ConvertKind::NoOp | ConvertKind::ArrayToPointer,
                    operand,
                } => todo.push(*operand),
                // An element of a temporary array. `a[i]` has the span of the sum that it is.
                ExprKind::Deref(sum) if self.exprs[*sum].span == self.exprs[expr].span => {
                    if let ExprKind::PointerOffset { pointer, .. } = self.exprs[*sum].kind {
                        let is_array = matches!(
                            self.exprs[pointer].kind,
                            ExprKind::Convert { kind: ConvertKind::ArrayToPointer, .. }
                        );
                        todo.extend(is_array.then_some(pointer));
                    }
                }
                ExprKind::Comma { second, .. } => todo.push(*second),
                ExprKind::Conditional { then, otherwise, .. } => todo.extend([*then, *otherwise]),
                // A reference member of an aggregate.
                ExprKind::Aggregate { elements, filler } => {
                    todo.extend(elements.iter().copied().chain(*filler));
                }
                _ => {}
            }
        }
        found
    }

    /// Every expression below `root`, itself included, and those in its statements.
    pub fn subexpressions(&self, root: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        self.add_subexpressions(root, &mut Vec::new(), &mut found);
        found
    }

    /// The same behind what was found before; `todo` is empty, and only saves an allocation.
    fn add_subexpressions(&self, root: ExprId, todo: &mut Vec<ExprId>, found: &mut Vec<ExprId>) {
        todo.push(root);
        while let Some(expr) = todo.pop() {
            found.push(expr);
            if let ExprKind::Statements { stmts, .. } = &self.exprs[expr].kind {
                let mut inner: Vec<StmtId> = stmts.to_vec();
                while let Some(stmt) = inner.pop() {
                    let kind = &self.stmts[stmt].kind;
                    todo.extend(kind.exprs());
                    inner.extend(kind.stmts());
                }
            }
            todo.extend(self.exprs[expr].kind.operands().into_iter().rev());
        }
    }

    /// Whether a statement, or one inside it, is a `goto` to the label.
    pub fn jumps_to(&self, root: StmtId, label: LabelId) -> bool {
        let mut todo = vec![root];
        while let Some(stmt) = todo.pop() {
            let kind = &self.stmts[stmt].kind;
            if matches!(kind, StmtKind::Goto(to) if *to == label) {
                return true;
            }
            todo.extend(kind.stmts());
        }
        false
    }

    /// Whether the label is the statement, or stands inside it.
    pub fn holds_label(&self, root: StmtId, label: LabelId) -> bool {
        let mut todo = vec![root];
        while let Some(stmt) = todo.pop() {
            let kind = &self.stmts[stmt].kind;
            if matches!(kind, StmtKind::Label(known) if *known == label) {
                return true;
            }
            todo.extend(kind.stmts());
        }
        false
    }

    /// Every statement and expression of a body, in source order.
    pub fn contents(&self, body: &FunctionBody) -> (Vec<StmtId>, Vec<ExprId>) {
        let (mut stmts, mut exprs, mut pending) = (Vec::new(), Vec::new(), Vec::new());
        for initializer in &body.initializers {
            self.add_subexpressions(initializer.value, &mut pending, &mut exprs);
        }
        let mut todo = vec![body.body];
        while let Some(stmt) = todo.pop() {
            stmts.push(stmt);
            let kind = &self.stmts[stmt].kind;
            for expr in kind.exprs() {
                self.add_subexpressions(expr, &mut pending, &mut exprs);
            }
            todo.extend(kind.stmts().into_iter().rev());
        }
        (stmts, exprs)
    }
}
