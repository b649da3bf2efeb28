//! The names that a piece of syntax mentions: what decides whether an expression is dependent
//! ([temp.dep]) and which packs an expansion expands ([temp.variadic]/5).

use lang::ast::visit::{Visitor, walk_expr, walk_type};
use lang::ast::*;

/// What may stand before `...`, or be dependent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    Expr(ExprId),
    Type(TypeExprId),
    Name(QualNameId),
}

/// A mention of something that may be a template parameter or a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mention {
    Name(QualNameId),
    /// In `sizeof...(x)`.
    Ident(Ident),
    /// The template parameter of an `auto` parameter.
    Invented(DeclId),
    This,
}

/// Whether the patterns of expansions inside are walked too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nested {
    /// All names count.
    Include,
    /// Packs that an inner expansion expands do not count.
    Exclude,
}

/// All mentions in `pattern`, in order.
pub fn mentions(ast: &Ast, pattern: Pattern, nested: Nested) -> Vec<Mention> {
    let mut walk = Walk { ast, nested, skips_sizes: false, found: Vec::new() };
    walk.pattern(pattern);
    walk.found
}

/// All mentions but those of which nothing but a size or `noexcept` is asked.
pub fn mentions_of_objects(ast: &Ast, pattern: Pattern) -> Vec<Mention> {
    let nested = Nested::Include;
    let mut walk = Walk { ast, nested, skips_sizes: true, found: Vec::new() };
    walk.pattern(pattern);
    walk.found
}

/// How many expressions and types `pattern` consists of.
pub fn n_nodes(ast: &Ast, pattern: Pattern) -> usize {
    struct Count(usize);
    impl Visitor for Count {
        fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
            self.0 += 1;
            walk_expr(self, ast, id);
        }

        fn visit_type(&mut self, ast: &Ast, id: TypeExprId) {
            self.0 += 1;
            walk_type(self, ast, id);
        }
    }
    let mut count = Count(0);
    match pattern {
        Pattern::Expr(id) => count.visit_expr(ast, id),
        Pattern::Type(id) => count.visit_type(ast, id),
        Pattern::Name(id) => count.visit_name(ast, id),
    }
    count.0.max(1)
}

struct Walk<'a> {
    ast: &'a Ast,
    nested: Nested,
    /// The operands of `sizeof`, `alignof` and `noexcept` are left out.
    skips_sizes: bool,
    found: Vec<Mention>,
}

impl Walk<'_> {
    fn pattern(&mut self, pattern: Pattern) {
        match pattern {
            Pattern::Expr(id) => self.expr(id),
            Pattern::Type(id) => self.ty(id),
            Pattern::Name(id) => self.name(id),
        }
    }

    fn expansion(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.nested == Nested::Include {
            walk(self);
        }
    }

    fn name(&mut self, id: QualNameId) {
        self.found.push(Mention::Name(id));
        let name = &self.ast[id];
        for segment in name.qualifiers.iter().chain([&name.last]) {
            match &segment.id {
                UnqualifiedId::Conversion(ty) | UnqualifiedId::Destructor(ty) => self.ty(*ty),
                UnqualifiedId::Decltype(expr) => self.expr(*expr),
                UnqualifiedId::Identifier(_)
                | UnqualifiedId::Operator(_)
                | UnqualifiedId::Literal(_)
                | UnqualifiedId::Error => {}
            }
            if let Some(args) = &segment.args {
                self.args(&args.args);
            }
        }
    }

    fn args(&mut self, args: &[TemplateArg]) {
        for arg in args {
            if arg.is_pack_expansion {
                self.expansion(|walk| walk.arg(&arg.kind));
            } else {
                self.arg(&arg.kind);
            }
        }
    }

    fn arg(&mut self, arg: &TemplateArgKind) {
        match arg {
            TemplateArgKind::Type(ty) => self.ty(*ty),
            TemplateArgKind::Expr(expr) => self.expr(*expr),
            TemplateArgKind::Template(name) | TemplateArgKind::Unresolved(name) => {
                self.name(*name);
            }
            TemplateArgKind::Error => {}
        }
    }

    fn ty(&mut self, id: TypeExprId) {
        match &self.ast[id].kind {
            TypeExprKind::Builtin(_) | TypeExprKind::Defined(_) | TypeExprKind::Error => {}
            TypeExprKind::Named { name, .. } | TypeExprKind::Elaborated { name, .. } => {
                self.name(*name);
            }
            TypeExprKind::Auto { constraint } | TypeExprKind::DecltypeAuto { constraint } => {
                self.constraint(constraint.as_ref());
            }
            TypeExprKind::InventedParam(decl) => self.found.push(Mention::Invented(*decl)),
            // What a name is declared with asks for no object.
            TypeExprKind::Decltype(expr)
                if self.skips_sizes && matches!(self.ast[*expr].kind, ExprKind::Name(_)) => {}
            TypeExprKind::Decltype(expr) => self.expr(*expr),
            TypeExprKind::Transform { args, .. } => self.args(args),
            TypeExprKind::Pointer(inner)
            | TypeExprKind::LvalueRef(inner)
            | TypeExprKind::RvalueRef(inner) => self.ty(*inner),
            TypeExprKind::MemberPointer { class, pointee } => {
                self.name(*class);
                self.ty(*pointee);
            }
            TypeExprKind::Array { element, size } => {
                self.ty(*element);
                self.optional(*size);
            }
            TypeExprKind::Function(function) => self.function(function),
        }
    }

    fn constraint(&mut self, constraint: Option<&TypeConstraint>) {
        if let Some(constraint) = constraint {
            self.name(constraint.concept);
        }
    }

    fn function(&mut self, function: &FunctionType) {
        if let Some(ret) = function.ret {
            self.ty(ret);
        }
        function.params.iter().for_each(|&param| self.decl(param));
        if let Noexcept::If(expr) = function.noexcept {
            self.expr(expr);
        }
    }

    fn optional(&mut self, expr: Option<ExprId>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    fn exprs(&mut self, exprs: &[ExprId]) {
        exprs.iter().for_each(|&expr| self.expr(expr));
    }

    fn type_or_expr(&mut self, operand: TypeOrExpr) {
        match operand {
            TypeOrExpr::Type(ty) => self.ty(ty),
            TypeOrExpr::Expr(expr) => self.expr(expr),
        }
    }

    fn initializer(&mut self, init: &Initializer) {
        match init {
            Initializer::None => {}
            Initializer::Copy(expr) | Initializer::List(expr) => self.expr(*expr),
            Initializer::Paren { args, .. } => self.exprs(args),
        }
    }

    fn expr(&mut self, id: ExprId) {
        match &self.ast[id].kind {
            ExprKind::Literal(_)
            | ExprKind::UserLiteral(_)
            | ExprKind::FunctionName(_)
            | ExprKind::Error => {}
            ExprKind::Name(name) => self.name(*name),
            ExprKind::This => self.found.push(Mention::This),
            ExprKind::Sizeof(_) | ExprKind::Alignof(_) | ExprKind::Noexcept(_)
                if self.skips_sizes => {}
            ExprKind::Paren(inner) | ExprKind::Noexcept(inner) => self.expr(*inner),
            ExprKind::Unary { operand, .. } | ExprKind::Delete { operand, .. } => {
                self.expr(*operand);
            }
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::Assign { lhs, rhs, .. } => {
                self.exprs(&[*lhs, *rhs]);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.expr(*cond);
                self.optional(*then);
                self.expr(*otherwise);
            }
            ExprKind::Call { callee, args } => {
                self.expr(*callee);
                self.exprs(args);
            }
            ExprKind::Launch { callee, config, args } => {
                self.expr(*callee);
                self.exprs(config);
                self.exprs(args);
            }
            ExprKind::Subscript { object, indices } => {
                self.expr(*object);
                self.exprs(indices);
            }
            ExprKind::Member { object, name, .. } => {
                self.expr(*object);
                // The name itself is looked up in the object's class; its arguments are here.
                if let Some(args) = &self.ast[*name].last.args {
                    self.args(&args.args);
                }
            }
            ExprKind::InitList(list) => {
                list.items.iter().for_each(|item| self.expr(item.value));
            }
            ExprKind::Construct { ty, init } => {
                self.ty(*ty);
                self.initializer(init);
            }
            ExprKind::CStyleCast { ty, operand } | ExprKind::NamedCast { ty, operand, .. } => {
                self.ty(*ty);
                self.expr(*operand);
            }
            ExprKind::Sizeof(operand) | ExprKind::Alignof(operand) | ExprKind::Typeid(operand) => {
                self.type_or_expr(*operand);
            }
            ExprKind::SizeofPack(ident) => {
                let ident = *ident;
                self.expansion(|walk| walk.found.push(Mention::Ident(ident)));
            }
            ExprKind::New(new) => {
                self.ty(new.ty);
                self.initializer(&new.init);
            }
            ExprKind::Throw(operand) => self.optional(*operand),
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Fold(fold) => self.expansion(|walk| {
                walk.optional(fold.lhs);
                walk.optional(fold.rhs);
            }),
            ExprKind::PackExpansion(inner) => self.expansion(|walk| walk.expr(*inner)),
            ExprKind::Requires(requires) => self.requires(requires),
            ExprKind::Intrinsic { args, .. } => self.args(args),
            ExprKind::Statement(stmt) => self.stmt(*stmt),
        }
    }

    fn lambda(&mut self, lambda: &LambdaExpr) {
        for capture in &lambda.captures {
            match capture.kind {
                CaptureKind::Init { decl, .. } if capture.is_pack => {
                    self.expansion(|walk| walk.decl(decl));
                }
                CaptureKind::Init { decl, .. } => self.decl(decl),
                CaptureKind::Name { ident, .. } if !capture.is_pack => {
                    self.found.push(Mention::Ident(ident));
                }
                CaptureKind::Name { .. } | CaptureKind::This | CaptureKind::StarThis => {}
            }
        }
        self.function(&lambda.ty);
        if let BodyState::Parsed(body) = &self.ast[lambda.body].state {
            self.stmt(body.block);
        }
    }

    fn requires(&mut self, requires: &RequiresExpr) {
        requires.params.iter().for_each(|&param| self.decl(param));
        for requirement in &requires.requirements {
            match &requirement.kind {
                RequirementKind::Simple(expr) | RequirementKind::Nested(expr) => self.expr(*expr),
                RequirementKind::Type(ty) => self.ty(*ty),
                RequirementKind::Compound { expr, constraint, .. } => {
                    self.expr(*expr);
                    self.constraint(constraint.as_ref());
                }
            }
        }
    }

    fn decl(&mut self, id: DeclId) {
        match &self.ast[id].kind {
            DeclKind::Param(param) => {
                if param.is_pack {
                    self.expansion(|walk| walk.ty(param.ty));
                } else {
                    self.ty(param.ty);
                }
                self.optional(param.default);
            }
            DeclKind::Variable(variable) => {
                self.ty(variable.ty);
                self.initializer(&variable.init);
            }
            DeclKind::StructuredBinding(binding) => self.initializer(&binding.init),
            DeclKind::TypeAlias(alias) => self.ty(alias.ty),
            DeclKind::StaticAssert { cond, .. } => self.expr(*cond),
            _ => {}
        }
    }

    fn stmt(&mut self, id: StmtId) {
        match &self.ast[id].kind {
            StmtKind::Compound(list) => list.iter().for_each(|&stmt| self.stmt(stmt)),
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Decl(decls) => decls.iter().for_each(|&decl| self.decl(decl)),
            StmtKind::If(if_stmt) => {
                if_stmt.init.into_iter().for_each(|stmt| self.stmt(stmt));
                if_stmt.cond.iter().for_each(|cond| self.condition(cond));
                self.stmt(if_stmt.then);
                if_stmt.otherwise.into_iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::Switch { init, cond, body } => {
                init.iter().for_each(|&stmt| self.stmt(stmt));
                self.condition(cond);
                self.stmt(*body);
            }
            StmtKind::Case { value, high, body } => {
                self.expr(*value);
                self.optional(*high);
                self.stmt(*body);
            }
            StmtKind::Default { body } | StmtKind::Label { body, .. } => self.stmt(*body),
            StmtKind::While { cond, body } => {
                self.condition(cond);
                self.stmt(*body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.stmt(*body);
                self.expr(*cond);
            }
            StmtKind::For { init, cond, step, body } => {
                self.stmt(*init);
                cond.iter().for_each(|cond| self.condition(cond));
                self.optional(*step);
                self.stmt(*body);
            }
            StmtKind::RangeFor(range) => {
                range.init.into_iter().for_each(|stmt| self.stmt(stmt));
                self.decl(range.decl);
                self.expr(range.range);
                self.stmt(range.body);
            }
            StmtKind::Return(value) => self.optional(*value),
            StmtKind::Try { body, handlers } => {
                self.stmt(*body);
                handlers.iter().for_each(|handler| self.stmt(handler.body));
            }
            StmtKind::Empty
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Asm(_)
            | StmtKind::Error => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match *condition {
            Condition::Expr(expr) => self.expr(expr),
            Condition::Decl(decl) => self.decl(decl),
        }
    }
}
