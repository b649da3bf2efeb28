//! Expressions in dependent signatures, with the arguments for the template's parameters.
//!
//! Each comes with whether it needs no parentheses as an operand, as names and braced lists do.

use lang::ast;
use lang::base::Name;

use super::Printer;
use super::ty::operand;
use crate::check::types::integer_literal;
use crate::constexpr::value::Value;
use crate::entity::{DeclName, Entity, TemplateKind};
use crate::lookup::{PackUse, Wanted};
use crate::scope::ScopeId;
use crate::template::pack::Pattern;
use crate::ty::{Args, ExprNode, ExprRef, TemplateArg, Ty};

type Text = (String, bool);

impl<'a> Printer<'_, 'a> {
    /// An argument that is a value, as an expression.
    pub fn argument_expr(&mut self, arg: &TemplateArg) -> Text {
        match arg {
            TemplateArg::Value(value, ty) => self.value(value, *ty),
            TemplateArg::Param(param) => match self.argument(*param) {
                Some(TemplateArg::Pack(elements)) => {
                    let mut list = Vec::new();
                    for element in self.cx.types.list(elements).to_vec() {
                        list.push(self.argument_expr(&element).0);
                    }
                    (list.join(", "), false)
                }
                Some(arg) => (self.argument_expr(&arg).0, false),
                None => Default::default(),
            },
            TemplateArg::Expr(expr) | TemplateArg::Pending(expr) => self.expr_ref(*expr),
            TemplateArg::Expansion(inner) => self.argument_expr(inner),
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => (self.ty(*ty), false),
            TemplateArg::Template(template) => (self.template_ref(*template), true),
            TemplateArg::Pack(_) | TemplateArg::Error => Default::default(),
        }
    }

    pub fn expr_ref(&mut self, expr: ExprRef) -> Text {
        match expr.node {
            ExprNode::Expr(id) => self.expr(expr.scope, id),
            ExprNode::Name(name) => self.name(expr.scope, name),
        }
    }

    fn operand(&mut self, scope: ScopeId, id: ast::ExprId) -> String {
        operand(self.expr(scope, id))
    }

    fn list(&mut self, scope: ScopeId, list: &[ast::ExprId]) -> String {
        let list: Vec<String> = list.iter().map(|&expr| self.expr(scope, expr).0).collect();
        list.join(", ")
    }

    fn written_type(&mut self, scope: ScopeId, ty: ast::TypeExprId) -> String {
        let ty = self.cx.resolve_type(scope, ty);
        self.ty(ty)
    }

    fn expr(&mut self, scope: ScopeId, id: ast::ExprId) -> Text {
        use ast::ExprKind;
        let ast = self.cx.ast;
        let text = match &ast[id].kind {
            ExprKind::Literal(literal) => return self.literal(literal),
            ExprKind::Name(name) => return self.name(scope, *name),
            ExprKind::Paren(inner) => return self.expr(scope, *inner),
            ExprKind::Unary { op, operand } => {
                let operand = self.operand(scope, *operand);
                match op {
                    ast::UnaryOp::PostIncrement | ast::UnaryOp::PostDecrement => {
                        format!("{operand}{}", op.text())
                    }
                    _ => format!("{}{operand}", op.text()),
                }
            }
            ExprKind::Binary { op, lhs, rhs, .. } => {
                let text = format!(
                    "{}{}{}",
                    self.operand(scope, *lhs),
                    op.text(),
                    self.operand(scope, *rhs)
                );
                // It would end the list of arguments.
                if *op == ast::BinaryOp::Greater { format!("({text})") } else { text }
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond_text = self.operand(scope, *cond);
                let then = self.operand(scope, then.unwrap_or(*cond));
                format!("{cond_text}?{then} : {}", self.operand(scope, *otherwise))
            }
            ExprKind::Call { callee, args } => {
                format!("{}({})", self.callee(scope, *callee), self.list(scope, args))
            }
            ExprKind::Subscript { object, indices } => {
                format!("{}[{}]", self.operand(scope, *object), self.list(scope, indices))
            }
            ExprKind::Member { object, arrow, name } => {
                let op = if *arrow { "->" } else { "." };
                let name = self.cx.unit.sources.text(ast[*name].span).to_owned();
                format!("{}{op}{name}", self.operand(scope, *object))
            }
            ExprKind::InitList(list) => return (self.braced(scope, list), true),
            ExprKind::Construct { ty, init } => return self.construction(scope, *ty, init),
            ExprKind::CStyleCast { ty, operand } => {
                format!("({}){}", self.written_type(scope, *ty), self.operand(scope, *operand))
            }
            ExprKind::NamedCast { kind, ty, operand } => {
                let keyword = match kind {
                    ast::NamedCast::Static => "static_cast",
                    ast::NamedCast::Const => "const_cast",
                    ast::NamedCast::Reinterpret => "reinterpret_cast",
                    ast::NamedCast::Dynamic => "dynamic_cast",
                };
                let ty = self.written_type(scope, *ty);
                format!("{keyword}<{ty}>({})", self.expr(scope, *operand).0)
            }
            ExprKind::Sizeof(operand) => return self.sizeof(scope, id, operand),
            ExprKind::SizeofPack(pack) => return (self.pack_length(scope, pack.name), false),
            ExprKind::Fold(fold) => self.fold(scope, fold),
            ExprKind::PackExpansion(pattern) => {
                let inner = self.cx.scopes.expansion(scope, 0);
                return self.expr(inner, *pattern);
            }
            ExprKind::This
            | ExprKind::Assign { .. }
            | ExprKind::Alignof(_)
            | ExprKind::Typeid(_)
            | ExprKind::Noexcept(_)
            | ExprKind::Throw(_)
            | ExprKind::UserLiteral(_)
            | ExprKind::Launch { .. }
            | ExprKind::New(_)
            | ExprKind::Delete { .. }
            | ExprKind::Lambda(_)
            | ExprKind::Requires(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::FunctionName(_)
            | ExprKind::Statement(_)
            | ExprKind::Error => self.cx.unit.sources.text(ast[id].span).to_owned(),
        };
        (text, false)
    }

    fn literal(&mut self, literal: &ast::Literal) -> Text {
        match literal {
            ast::Literal::Integer(literal) => {
                let (value, ty) = integer_literal(literal);
                self.value(&Value::Int(value), ty)
            }
            ast::Literal::Floating(literal) => match literal.suffix {
                lang::lex::literal::FloatSuffix::F => {
                    self.value(&Value::Float(literal.as_f32.to_bits().into()), Ty::FLOAT)
                }
                _ => self.value(&Value::Float(literal.as_f64.to_bits()), Ty::DOUBLE),
            },
            ast::Literal::Character { value, .. } => {
                self.value(&Value::Int((*value).into()), Ty::CHAR)
            }
            ast::Literal::Bool(value) => (value.to_string(), false),
            ast::Literal::Nullptr => ("decltype(nullptr)".to_owned(), false),
            ast::Literal::String { .. } => Default::default(),
        }
    }

    fn braced(&mut self, scope: ScopeId, list: &ast::InitList) -> String {
        let items: Vec<ast::ExprId> = list.items.iter().map(|item| item.value).collect();
        format!("{{{}}}", self.list(scope, &items))
    }

    /// `T(e)`, `T(a, b)`, `T{a, b}`
    fn construction(
        &mut self,
        scope: ScopeId,
        ty: ast::TypeExprId,
        init: &ast::Initializer,
    ) -> Text {
        let ty = self.written_type(scope, ty);
        match init {
            ast::Initializer::Paren { args, .. } => {
                (format!("({ty})({})", self.list(scope, args)), false)
            }
            ast::Initializer::List(list) => match &self.cx.ast[*list].kind {
                ast::ExprKind::InitList(list) => {
                    (format!("{ty}{}", self.braced(scope, list)), true)
                }
                _ => (ty, false),
            },
            ast::Initializer::None | ast::Initializer::Copy(_) => (ty, false),
        }
    }

    /// What is called; a dependent template-id is without its qualifiers, as NVIDIA's compiler has
    /// it.
    fn callee(&mut self, scope: ScopeId, callee: ast::ExprId) -> String {
        let ast = self.cx.ast;
        let callee = ast.strip_parens(callee);
        if let ast::ExprKind::Name(id) = ast[callee].kind
            && let Some(Entity::DependentMember(_)) = self.denoted(scope, id)
            && let Some(args) = self.written_args(scope, id)
        {
            let name = self.cx.unit.sources.text(ast[id].last.span);
            return format!("({name}{})", self.template_args(args));
        }
        self.operand(scope, callee)
    }

    fn pack_length(&mut self, scope: ScopeId, name: Name) -> String {
        let key = DeclName::Identifier(name);
        let found = self.cx.lookup_packs(scope, key, Wanted::Any, PackUse::Whole);
        let elements = match found.single().cloned() {
            Some(Entity::ArgPack(elements)) => self.cx.types.list(elements).to_vec(),
            _ => Vec::new(),
        };
        let mut list = Vec::new();
        self.pack_len = None;
        for element in elements {
            self.template_arg(&element, &mut list);
        }
        // Types are expanded already.
        self.pack_len.unwrap_or(list.len()).to_string()
    }

    /// The value where it depends on nothing.
    fn sizeof(&mut self, scope: ScopeId, id: ast::ExprId, of: &ast::TypeOrExpr) -> Text {
        if !self.cx.is_dependent_in(scope, Pattern::Expr(id))
            && let Some(value) = self.constant(ExprRef { node: ExprNode::Expr(id), scope })
        {
            return value;
        }
        let text = match of {
            ast::TypeOrExpr::Type(ty) => format!("sizeof ({})", self.written_type(scope, *ty)),
            ast::TypeOrExpr::Expr(expr) => format!("sizeof {}", self.operand(scope, *expr)),
        };
        (text, false)
    }

    fn constant(&mut self, expr: ExprRef) -> Option<Text> {
        let (value, ty) = self.cx.tentatively(|cx| cx.evaluate_argument(expr)).ok().flatten()?;
        Some(self.value(&value, ty))
    }

    /// `((0)+...+(1, 2))`: the operand that is a pack stands for all of its elements.
    fn fold(&mut self, scope: ScopeId, fold: &ast::FoldExpr) -> String {
        let op = match fold.op {
            ast::FoldOp::Binary(op) | ast::FoldOp::Assign(Some(op)) => op.text(),
            ast::FoldOp::Assign(None) => "=",
        };
        let inner = self.cx.scopes.expansion(scope, 0);
        let outer = self.element.take();
        let [lhs, rhs] =
            [fold.lhs, fold.rhs].map(|side| side.map(|side| self.operand(inner, side)));
        self.element = outer;
        match (lhs, rhs) {
            (Some(lhs), Some(rhs)) => format!("({lhs}{op}...{op}{rhs})"),
            (Some(lhs), None) => format!("({lhs}{op}...)"),
            (None, Some(rhs)) => format!("(...{op}{rhs})"),
            (None, None) => String::new(),
        }
    }

    /// What a name denotes; the first of several functions.
    fn denoted(&mut self, scope: ScopeId, id: ast::QualNameId) -> Option<Entity> {
        let found = self.cx.tentatively(|cx| cx.lookup_name(scope, id)).ok().flatten()?;
        found.found.entities.into_iter().next()
    }

    fn written_args(&mut self, scope: ScopeId, id: ast::QualNameId) -> Option<Args> {
        let ast = self.cx.ast;
        let args = ast[id].last.args.as_ref()?;
        self.cx.tentatively(|cx| cx.resolve_template_args(scope, args)).ok().flatten()
    }

    fn name(&mut self, scope: ScopeId, id: ast::QualNameId) -> Text {
        let ast = self.cx.ast;
        let name = &ast[id];
        let args = self.written_args(scope, id);
        let last = self.cx.unit.sources.text(name.last.span).to_owned();
        match self.denoted(scope, id) {
            Some(Entity::Param(param)) => self.argument_expr(&TemplateArg::Param(param)),
            Some(Entity::Value(args, index)) => {
                match self.cx.types.list(args).get(index as usize) {
                    Some(arg) => {
                        let arg = arg.clone();
                        self.argument_expr(&arg)
                    }
                    None => (last, true),
                }
            }
            Some(Entity::DependentValue(expr)) => self.expr_ref(expr),
            Some(Entity::DependentMember(qualifier)) => {
                let member = format!("{}::{last}", self.ty(qualifier));
                match args {
                    None => (member, true),
                    // NVIDIA's compiler takes a dependent template-id for that of a function.
                    Some(args) => (format!("&({member}{})", self.template_args(args)), false),
                }
            }
            Some(Entity::Variable(var)) => {
                match self.constant(ExprRef { node: ExprNode::Name(id), scope }) {
                    Some(value) => value,
                    None => (self.variable(var), true),
                }
            }
            Some(Entity::Enumerator(..)) => {
                self.constant(ExprRef { node: ExprNode::Name(id), scope }).unwrap_or_default()
            }
            Some(Entity::Template(template)) => {
                // As NVIDIA's compiler has it, a variable is without its arguments.
                let is_value = matches!(
                    self.cx.entities[template].kind,
                    TemplateKind::Variable | TemplateKind::Concept
                );
                let text = self.template(template);
                match args {
                    Some(args) if !is_value => {
                        (format!("{text}{}", self.template_args(args)), false)
                    }
                    _ => (text, true),
                }
            }
            Some(Entity::Function(function)) => (self.function_name(function), true),
            Some(Entity::Type(ty)) => (self.ty(ty), false),
            _ => (last, true),
        }
    }
}
