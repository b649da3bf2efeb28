//! Expressions in dependent signatures (Itanium C++ ABI 5.1.6).
//!
//! In: an expression as written and the scope of the signature. Names are looked up again: a
//! template parameter is `T_`, a parameter of the function `fL0p_`, a constant its value, a
//! function that overload resolution will find later an *unresolved-name*.

use lang::ast::{self, BinaryOp, NamedCast, UnaryOp};
use lang::lex::literal::{Encoding, FloatSuffix};

use super::Mangler;
use super::encoding::{Code, base36};
use super::ty::template_param;
use crate::Cx;
use crate::check::types::integer_literal;
use crate::constexpr::value::Value;
use crate::entity::{DeclName, Entity, NamespaceId, Owner, TemplateKind};
use crate::lookup::{PackUse, Wanted};
use crate::scope::ScopeId;
use crate::template::pack::Pattern;
use crate::ty::{Args, ExprNode, ExprRef, TemplateArg, TemplateRef, Ty, TyKind};

impl<'a> Mangler<'_, 'a> {
    pub fn expr_ref(&mut self, expr: ExprRef) -> Code {
        match expr.node {
            ExprNode::Expr(id) => self.expr(expr.scope, id),
            ExprNode::Name(name) => self.name_expr(expr.scope, name),
        }
    }

    /// `decltype(e)`: of a name or member access `Dt`, of another expression `DT`.
    pub fn decltype(&mut self, expr: ExprRef) -> Code {
        let is_entity = match expr.node {
            ExprNode::Expr(id) => matches!(
                self.cx.ast[id].kind,
                ast::ExprKind::Name(_) | ast::ExprKind::Member { .. }
            ),
            ExprNode::Name(_) => true,
        };
        let mut code = Code::text(if is_entity { "Dt" } else { "DT" });
        code.append(self.expr_ref(expr));
        code.push("E");
        code
    }

    fn exprs(&mut self, scope: ScopeId, list: &[ast::ExprId]) -> Code {
        let mut code = Code::default();
        for &expr in list {
            code.append(self.expr(scope, expr));
        }
        code
    }

    /// `operator operand...`
    fn operation(&mut self, scope: ScopeId, op: &str, operands: &[ast::ExprId]) -> Code {
        let mut code = Code::text(op);
        code.append(self.exprs(scope, operands));
        code
    }

    fn typed(&mut self, scope: ScopeId, op: &str, ty: ast::TypeExprId) -> Code {
        let ty = self.cx.resolve_type(scope, ty);
        let mut code = Code::text(op);
        code.append(self.ty(ty));
        code
    }

    fn expr(&mut self, scope: ScopeId, id: ast::ExprId) -> Code {
        use ast::ExprKind;
        let ast = self.cx.ast;
        match &ast[id].kind {
            ExprKind::Literal(literal) => self.literal_expr(literal),
            ExprKind::Name(name) => self.name_expr(scope, *name),
            ExprKind::This => Code::text("fpT"),
            ExprKind::Paren(inner) => self.expr(scope, *inner),
            ExprKind::Unary { op, operand } => {
                self.operation(scope, unary_operator(*op), &[*operand])
            }
            ExprKind::Binary { op, lhs, rhs, .. } => {
                self.operation(scope, binary_operator(*op), &[*lhs, *rhs])
            }
            ExprKind::Assign { op, lhs, rhs, .. } => {
                self.operation(scope, assignment_operator(*op), &[*lhs, *rhs])
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.operation(scope, "qu", &[*cond, then.unwrap_or(*cond), *otherwise])
            }
            ExprKind::Call { callee, args } => {
                let mut code = Code::text("cl");
                code.append(self.callee(scope, *callee));
                code.append(self.exprs(scope, args));
                code.push("E");
                code
            }
            ExprKind::Subscript { object, indices } => {
                let mut code = self.operation(scope, "ix", &[*object]);
                code.append(self.exprs(scope, indices));
                code
            }
            ExprKind::Member { object, arrow, name } => {
                let op = if *arrow { "pt" } else { "dt" };
                let mut code = self.operation(scope, op, &[*object]);
                code.append(self.member_name(scope, *name));
                code
            }
            ExprKind::InitList(list) => {
                let mut code = Code::text("il");
                for item in &list.items {
                    code.append(self.expr(scope, item.value));
                }
                code.push("E");
                code
            }
            ExprKind::Construct { ty, init } => self.construction(scope, *ty, init),
            ExprKind::CStyleCast { ty, operand } => {
                let mut code = self.typed(scope, "cv", *ty);
                code.append(self.expr(scope, *operand));
                code
            }
            ExprKind::NamedCast { kind, ty, operand } => {
                let mut code = self.typed(scope, cast_operator(*kind), *ty);
                code.append(self.expr(scope, *operand));
                code
            }
            ExprKind::Sizeof(operand) => self.of_type_or_expr(scope, id, operand, ["st", "sz"]),
            ExprKind::Alignof(operand) => self.of_type_or_expr(scope, id, operand, ["at", "az"]),
            ExprKind::Typeid(operand) => self.of_type_or_expr(scope, id, operand, ["ti", "te"]),
            ExprKind::SizeofPack(pack) => {
                let mut code = Code::text("sZ");
                code.append(self.pack_name(scope, pack.name));
                code
            }
            ExprKind::Noexcept(operand) => self.operation(scope, "nx", &[*operand]),
            ExprKind::Throw(None) => Code::text("tr"),
            ExprKind::Throw(Some(operand)) => self.operation(scope, "tw", &[*operand]),
            ExprKind::Fold(fold) => self.fold(scope, fold),
            ExprKind::PackExpansion(pattern) => {
                let inner = self.cx.scopes.expansion(scope, 0);
                self.operation(inner, "sp", &[*pattern])
            }
            // What the ABI has no code for is a vendor's expression under the text it has: names
            // stay different where the sources are.
            ExprKind::UserLiteral(_)
            | ExprKind::Launch { .. }
            | ExprKind::New(_)
            | ExprKind::Delete { .. }
            | ExprKind::Lambda(_)
            | ExprKind::Requires(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::FunctionName(_)
            | ExprKind::Statement(_)
            | ExprKind::Error => self.spelled(id),
        }
    }

    fn spelled(&mut self, id: ast::ExprId) -> Code {
        let text = self.cx.unit.sources.text(self.cx.ast[id].span);
        let name: String =
            text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut code = Code::text("u");
        // A source name does not begin with a digit.
        code.append(self.source_name(&format!("_{name}")));
        code.push("E");
        code
    }

    fn literal_expr(&mut self, literal: &ast::Literal) -> Code {
        match literal {
            ast::Literal::Integer(literal) => {
                let (value, ty) = integer_literal(literal);
                self.value(&Value::Int(value), ty)
            }
            ast::Literal::Floating(literal) => match literal.suffix {
                FloatSuffix::F => {
                    self.value(&Value::Float(literal.as_f32.to_bits().into()), Ty::FLOAT)
                }
                _ => self.value(&Value::Float(literal.as_f64.to_bits()), Ty::DOUBLE),
            },
            ast::Literal::Character { value, encoding, is_multicharacter } => {
                let ty = match (encoding, is_multicharacter) {
                    (_, true) => Ty::INT,
                    (Encoding::Ordinary, false) => Ty::CHAR,
                    (Encoding::Utf8, false) => Ty::CHAR8,
                    (Encoding::Utf16, false) => Ty::CHAR16,
                    (Encoding::Utf32, false) => Ty::CHAR32,
                    (Encoding::Wide, false) => Ty::WCHAR,
                };
                self.value(&Value::Int((*value).into()), ty)
            }
            ast::Literal::String { units, .. } => Code::text(format!("LA{}_KcE", units.len() + 1)),
            ast::Literal::Bool(value) => self.value(&Value::bool(*value), Ty::BOOL),
            ast::Literal::Nullptr => Code::text("LDnE"),
        }
    }

    /// `T(e)`, `T(a, b)`, `T{a, b}`
    fn construction(
        &mut self,
        scope: ScopeId,
        ty: ast::TypeExprId,
        init: &ast::Initializer,
    ) -> Code {
        match init {
            ast::Initializer::Paren { args, .. } => {
                let mut code = self.typed(scope, "cv", ty);
                if let [arg] = args.as_slice() {
                    code.append(self.expr(scope, *arg));
                    return code;
                }
                code.push("_");
                code.append(self.exprs(scope, args));
                code.push("E");
                code
            }
            ast::Initializer::List(list) => {
                let mut code = self.typed(scope, "tl", ty);
                if let ast::ExprKind::InitList(list) = &self.cx.ast[*list].kind {
                    for item in &list.items {
                        code.append(self.expr(scope, item.value));
                    }
                }
                code.push("E");
                code
            }
            ast::Initializer::None | ast::Initializer::Copy(_) => self.typed(scope, "cv", ty),
        }
    }

    /// `sizeof`, `alignof`, `typeid`; the value where it depends on nothing.
    fn of_type_or_expr(
        &mut self,
        scope: ScopeId,
        id: ast::ExprId,
        operand: &ast::TypeOrExpr,
        [of_type, of_expr]: [&str; 2],
    ) -> Code {
        if !self.cx.is_dependent_in(scope, Pattern::Expr(id)) {
            let node = ExprNode::Expr(id);
            if let Some(value) = self.constant(ExprRef { node, scope }) {
                return value;
            }
        }
        match operand {
            ast::TypeOrExpr::Type(ty) => self.typed(scope, of_type, *ty),
            ast::TypeOrExpr::Expr(expr) => self.operation(scope, of_expr, &[*expr]),
        }
    }

    fn constant(&mut self, expr: ExprRef) -> Option<Code> {
        let (value, ty) = self.cx.tentatively(|cx| cx.evaluate_argument(expr)).ok().flatten()?;
        Some(self.value(&value, ty))
    }

    fn fold(&mut self, scope: ScopeId, fold: &ast::FoldExpr) -> Code {
        let op = match fold.op {
            ast::FoldOp::Binary(op) => binary_operator(op),
            ast::FoldOp::Assign(op) => assignment_operator(op),
        };
        let is_pack = |this: &mut Self, expr: ast::ExprId| {
            let expand = |cx: &mut Cx<'a>| cx.expansion(scope, Pattern::Expr(expr));
            this.cx.tentatively(expand).is_ok_and(|elements| elements.is_some())
        };
        let (code, operands) = match (fold.lhs, fold.rhs) {
            (Some(lhs), None) => ("fr", vec![lhs]),
            (None, Some(rhs)) => ("fl", vec![rhs]),
            (Some(lhs), Some(rhs)) if is_pack(self, lhs) => ("fR", vec![lhs, rhs]),
            (Some(lhs), Some(rhs)) => ("fL", vec![lhs, rhs]),
            (None, None) => ("fl", Vec::new()),
        };
        let mut code = Code::text(code);
        code.push(op);
        let inner = self.cx.scopes.expansion(scope, 0);
        code.append(self.exprs(inner, &operands));
        code
    }

    /// What is called: a function by its name, since arguments decide which one it is.
    fn callee(&mut self, scope: ScopeId, callee: ast::ExprId) -> Code {
        let callee = self.cx.ast.strip_parens(callee);
        let ast = self.cx.ast;
        if let ast::ExprKind::Name(id) = ast[callee].kind
            && ast[id].last.args.is_some()
            && let Some(Entity::DependentMember(_)) = self.denoted(scope, id)
        {
            // NVIDIA's compiler leaves out what a dependent template-id is qualified by.
            return self.segment(scope, &ast[id].last);
        }
        self.expr(scope, callee)
    }

    /// A name without a scope: *simple-id* or operator.
    fn segment(&mut self, scope: ScopeId, segment: &'a ast::NameSegment) -> Code {
        let mut code = match &segment.id {
            ast::UnqualifiedId::Identifier(name) => self.source_name(self.cx.text(*name)),
            ast::UnqualifiedId::Operator(op) => {
                let mut code = Code::text("on");
                code.push(super::name::operator_name(*op, 2));
                code
            }
            ast::UnqualifiedId::Conversion(ty) => self.typed(scope, "oncv", *ty),
            ast::UnqualifiedId::Literal(name) => {
                let mut code = Code::text("onli");
                code.append(self.source_name(self.cx.text(name.name)));
                code
            }
            ast::UnqualifiedId::Destructor(ty) => self.typed(scope, "dn", *ty),
            ast::UnqualifiedId::Decltype(_) | ast::UnqualifiedId::Error => Code::default(),
        };
        code.append(self.written_args(scope, segment));
        code
    }

    fn written_args(&mut self, scope: ScopeId, segment: &'a ast::NameSegment) -> Code {
        match self.resolved_args(scope, segment) {
            Some(args) => self.template_args(args),
            None => Code::default(),
        }
    }

    fn resolved_args(&mut self, scope: ScopeId, segment: &'a ast::NameSegment) -> Option<Args> {
        let args = segment.args.as_ref()?;
        self.cx.tentatively(|cx| cx.resolve_template_args(scope, args)).ok().flatten()
    }

    fn member_name(&mut self, scope: ScopeId, name: ast::QualNameId) -> Code {
        let ast = self.cx.ast;
        let name = &ast[name];
        if !name.is_qualified() {
            return self.segment(scope, &name.last);
        }
        let mut code = Code::text("sr");
        for segment in &name.qualifiers {
            code.append(self.segment(scope, segment));
        }
        code.push("E");
        code.append(self.segment(scope, &name.last));
        code
    }

    fn pack_name(&mut self, scope: ScopeId, name: lang::base::Name) -> Code {
        let key = DeclName::Identifier(name);
        let found = self.cx.lookup_packs(scope, key, Wanted::Any, PackUse::Whole);
        match found.single().cloned() {
            Some(Entity::ArgPack(args)) => match self.cx.types.list(args).first().cloned() {
                Some(arg) => self.pack_pattern(&arg),
                None => Code::default(),
            },
            Some(Entity::Type(ty)) => self.ty(ty),
            Some(Entity::Param(param)) => template_param(param),
            _ => self.parameter(name),
        }
    }

    /// A pack itself is not a component, whatever it is a pack of.
    fn pack_pattern(&mut self, arg: &TemplateArg) -> Code {
        if let TemplateArg::Type(ty) = arg
            && let TyKind::PackExpansion(pattern) = *self.cx.types.kind(*ty)
            && let TyKind::Param(param) = *self.cx.types.kind(pattern)
        {
            return template_param(param);
        }
        self.argument_expr(arg)
    }

    /// `fL0p_`, `fL0p0_`: a parameter of the function whose signature this is.
    fn parameter(&mut self, name: lang::base::Name) -> Code {
        let decls = self
            .templates
            .last()
            .and_then(|&template| self.cx.template_source(template))
            .map_or(&[][..], |source| source.params);
        let index = decls.iter().position(|&decl| match &self.cx.ast[decl].kind {
            ast::DeclKind::Param(param) => param.name.is_some_and(|ident| ident.name == name),
            _ => false,
        });
        Code::text(match index {
            None | Some(0) => "fL0p_".to_owned(),
            Some(index) => format!("fL0p{}_", base36(index - 1)),
        })
    }

    /// What a name denotes; the first of several functions.
    fn denoted(&mut self, scope: ScopeId, id: ast::QualNameId) -> Option<Entity> {
        let lookup = self.cx.tentatively(|cx| cx.lookup_name(scope, id)).ok().flatten()?;
        lookup.found.entities.into_iter().next()
    }

    fn name_expr(&mut self, scope: ScopeId, id: ast::QualNameId) -> Code {
        let ast = self.cx.ast;
        let name = &ast[id];
        let Some(entity) = self.denoted(scope, id) else {
            return self.segment(scope, &name.last);
        };
        match entity {
            Entity::Param(param) => template_param(param),
            Entity::Value(args, index) => match self.cx.types.constant(args, index) {
                Some((value, ty)) => {
                    let value = value.clone();
                    self.value(&value, ty)
                }
                None => self.segment(scope, &name.last),
            },
            Entity::DependentValue(expr) => self.expr_ref(expr),
            Entity::DependentMember(qualifier) => {
                // NVIDIA's compiler takes a dependent template-id for that of a function.
                let mut code = Code::text(if name.last.args.is_some() { "adsr" } else { "sr" });
                code.append(self.unresolved_type(qualifier));
                code.append(self.segment(scope, &name.last));
                code
            }
            Entity::Variable(var) => {
                let node = ExprNode::Name(id);
                if let Some(value) = self.constant(ExprRef { node, scope }) {
                    return value;
                }
                let mut code = Code::text("L_Z");
                code.append(self.variable_name(var));
                code.push("E");
                code
            }
            Entity::Enumerator(..) => {
                let node = ExprNode::Name(id);
                self.constant(ExprRef { node, scope }).unwrap_or_default()
            }
            // As NVIDIA's compiler has it, without the arguments.
            Entity::Template(template)
                if matches!(
                    self.cx.entities[template].kind,
                    TemplateKind::Variable | TemplateKind::Concept
                ) =>
            {
                let (owner, scope, name) = {
                    let data = &self.cx.entities[template];
                    (data.owner, data.scope, data.name)
                };
                let (mut path, is_nested) = self.prefix(owner, scope);
                if let DeclName::Identifier(name) = name {
                    path.append(self.source_name(self.cx.text(name)));
                }
                let mut code = Code::text(if is_nested { "L_ZN" } else { "L_Z" });
                code.append(path);
                code.push(if is_nested { "EE" } else { "E" });
                code
            }
            Entity::Local(_) | Entity::LocalPack(_) => match name.as_identifier() {
                Some(name) => self.parameter(name),
                None => Code::default(),
            },
            Entity::Function(_) | Entity::Template(_) | Entity::Field(..) | Entity::Expr(_) => {
                let owner = match entity {
                    Entity::Function(function) => Some(self.cx.entities[function].owner),
                    Entity::Template(template) => Some(self.cx.entities[template].owner),
                    _ => None,
                };
                let mut code = Code::default();
                if name.is_qualified() {
                    code.push("sr");
                    code.append(self.levels(owner));
                    code.push("E");
                }
                code.append(self.segment(scope, &name.last));
                code
            }
            Entity::Type(ty) => self.ty(ty),
            Entity::TemplateParam(param) => self.component_param(param),
            Entity::Namespace(_) | Entity::ArgPack(_) | Entity::Error => Code::default(),
        }
    }

    /// The scopes around a function, each as *simple-id*.
    fn levels(&mut self, owner: Option<Owner>) -> Code {
        match owner {
            Some(Owner::Namespace(namespace)) => self.namespace_levels(namespace),
            Some(Owner::Class(class)) => {
                let ty = self.cx.entities[class].ty;
                self.type_levels(ty)
            }
            Some(Owner::Function) | None => Code::default(),
        }
    }

    fn namespace_levels(&mut self, namespace: NamespaceId) -> Code {
        let data = &self.cx.entities[namespace];
        let (name, parent) = (data.name, data.parent);
        let mut code = parent.map_or_else(Code::default, |parent| self.namespace_levels(parent));
        if let Some(name) = name {
            code.append(self.source_name(self.cx.text(name)));
        }
        code
    }

    /// The *unresolved-type* before the name of a dependent member.
    fn unresolved_type(&mut self, ty: Ty) -> Code {
        match self.cx.types.kind(ty).clone() {
            TyKind::Param(_) | TyKind::Decltype(_) => self.ty(ty),
            TyKind::DependentName { qualifier, name, args } => {
                let mut code = Code::text("N");
                code.append(self.unresolved_type(qualifier));
                code.append(self.source_name(self.cx.text(name)));
                if let Some(args) = args {
                    code.append(self.template_args(args));
                }
                code.push("E");
                code
            }
            _ => {
                let mut code = self.type_levels(ty);
                code.push("E");
                code
            }
        }
    }

    /// A type as a sequence of *simple-id*s.
    fn type_levels(&mut self, ty: Ty) -> Code {
        let (template, args) = match self.cx.types.kind(ty).clone() {
            TyKind::Specialization { template: TemplateRef::Template(template), args } => {
                (template, args)
            }
            TyKind::Class(class) => match self.cx.entities[class].template {
                Some((template, args)) => (template, args),
                None => {
                    let (owner, name) = {
                        let data = &self.cx.entities[class];
                        (data.owner, data.name)
                    };
                    let mut code = self.levels(Some(owner));
                    if let Some(name) = name {
                        code.append(self.source_name(self.cx.text(name)));
                    }
                    return code;
                }
            },
            _ => return self.ty(ty),
        };
        let (owner, name) = {
            let data = &self.cx.entities[template];
            (data.owner, data.name)
        };
        let mut code = self.levels(Some(owner));
        if let DeclName::Identifier(name) = name {
            code.append(self.source_name(self.cx.text(name)));
        }
        code.append(self.template_args(args));
        code
    }
}

fn unary_operator(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "ps",
        UnaryOp::Minus => "ng",
        UnaryOp::Not => "nt",
        UnaryOp::BitNot => "co",
        UnaryOp::Deref => "de",
        UnaryOp::AddressOf => "ad",
        UnaryOp::PreIncrement => "pp_",
        UnaryOp::PreDecrement => "mm_",
        UnaryOp::PostIncrement => "pp",
        UnaryOp::PostDecrement => "mm",
    }
}

fn binary_operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Comma => "cm",
        BinaryOp::LogicalOr => "oo",
        BinaryOp::LogicalAnd => "aa",
        BinaryOp::BitOr => "or",
        BinaryOp::BitXor => "eo",
        BinaryOp::BitAnd => "an",
        BinaryOp::Equal => "eq",
        BinaryOp::NotEqual => "ne",
        BinaryOp::Less => "lt",
        BinaryOp::Greater => "gt",
        BinaryOp::LessEqual => "le",
        BinaryOp::GreaterEqual => "ge",
        BinaryOp::Spaceship => "ss",
        BinaryOp::Shl => "ls",
        BinaryOp::Shr => "rs",
        BinaryOp::Add => "pl",
        BinaryOp::Sub => "mi",
        BinaryOp::Mul => "ml",
        BinaryOp::Div => "dv",
        BinaryOp::Rem => "rm",
        BinaryOp::MemberPointer => "ds",
        BinaryOp::ArrowMemberPointer => "pm",
    }
}

/// `=`, or the compound assignment of an operator.
fn assignment_operator(op: Option<BinaryOp>) -> &'static str {
    match op {
        None => "aS",
        Some(BinaryOp::BitOr) => "oR",
        Some(BinaryOp::BitXor) => "eO",
        Some(BinaryOp::BitAnd) => "aN",
        Some(BinaryOp::Shl) => "lS",
        Some(BinaryOp::Shr) => "rS",
        Some(BinaryOp::Add) => "pL",
        Some(BinaryOp::Sub) => "mI",
        Some(BinaryOp::Mul) => "mL",
        Some(BinaryOp::Div) => "dV",
        Some(BinaryOp::Rem) => "rM",
        Some(other) => binary_operator(other),
    }
}

fn cast_operator(kind: NamedCast) -> &'static str {
    match kind {
        NamedCast::Static => "sc",
        NamedCast::Const => "cc",
        NamedCast::Reinterpret => "rc",
        NamedCast::Dynamic => "dc",
    }
}
