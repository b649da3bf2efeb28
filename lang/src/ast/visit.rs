//! One visitor for the whole tree.
//!
//! A [`Visitor`] overrides the nodes that it cares about and calls the `walk_*` function of the
//! node to go on to its children, in source order. Bodies that were not parsed have no children.

use super::*;

/// Visits nodes; every method walks on by default.
pub trait Visitor: Sized {
    fn visit_decl(&mut self, ast: &Ast, id: DeclId) {
        walk_decl(self, ast, id);
    }

    fn visit_stmt(&mut self, ast: &Ast, id: StmtId) {
        walk_stmt(self, ast, id);
    }

    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        walk_expr(self, ast, id);
    }

    fn visit_type(&mut self, ast: &Ast, id: TypeExprId) {
        walk_type(self, ast, id);
    }

    fn visit_name(&mut self, ast: &Ast, id: QualNameId) {
        walk_name(self, ast, id);
    }

    fn visit_attribute(&mut self, ast: &Ast, attribute: &Attribute) {
        walk_attribute(self, ast, attribute);
    }
}

fn decls<V: Visitor>(v: &mut V, ast: &Ast, ids: &[DeclId]) {
    for &id in ids {
        v.visit_decl(ast, id);
    }
}

fn exprs<V: Visitor>(v: &mut V, ast: &Ast, ids: &[ExprId]) {
    for &id in ids {
        v.visit_expr(ast, id);
    }
}

fn attributes<V: Visitor>(v: &mut V, ast: &Ast, list: &[Attribute]) {
    for attribute in list {
        v.visit_attribute(ast, attribute);
    }
}

pub fn walk_decl<V: Visitor>(v: &mut V, ast: &Ast, id: DeclId) {
    let node = &ast[id];
    attributes(v, ast, &node.attrs);
    match &node.kind {
        DeclKind::Namespace(namespace) => decls(v, ast, &namespace.decls),
        DeclKind::NamespaceAlias { target: name, .. }
        | DeclKind::UsingDirective(name)
        | DeclKind::UsingDecl(UsingDecl { name, .. })
        | DeclKind::UsingEnum(name) => v.visit_name(ast, *name),
        DeclKind::TypeAlias(alias) => v.visit_type(ast, alias.ty),
        DeclKind::Class(class) => {
            if let Some(name) = class.name {
                v.visit_name(ast, name);
            }
            for base in &class.bases {
                v.visit_type(ast, base.ty);
            }
            decls(v, ast, &class.members);
        }
        DeclKind::Enum(declared) => {
            if let Some(name) = declared.name {
                v.visit_name(ast, name);
            }
            if let Some(ty) = declared.underlying {
                v.visit_type(ast, ty);
            }
            decls(v, ast, &declared.enumerators);
        }
        DeclKind::Enumerator { value, .. } => exprs(v, ast, value.as_slice()),
        DeclKind::Function(function) => walk_function(v, ast, function),
        DeclKind::Variable(variable) => {
            v.visit_type(ast, variable.ty);
            v.visit_name(ast, variable.name);
            walk_initializer(v, ast, &variable.init);
        }
        DeclKind::Field(field) => {
            v.visit_type(ast, field.ty);
            exprs(v, ast, field.bit_width.as_slice());
            walk_initializer(v, ast, &field.init);
        }
        DeclKind::Param(param) => {
            v.visit_type(ast, param.ty);
            exprs(v, ast, param.default.as_slice());
        }
        DeclKind::StructuredBinding(binding) => {
            v.visit_type(ast, binding.ty);
            decls(v, ast, &binding.bindings);
            walk_initializer(v, ast, &binding.init);
        }
        DeclKind::Template(template) => {
            decls(v, ast, &template.params);
            exprs(v, ast, template.requires.as_slice());
            v.visit_decl(ast, template.inner);
        }
        DeclKind::TemplateParam(param) => walk_template_param(v, ast, param),
        DeclKind::ExplicitSpecialization(inner)
        | DeclKind::ExplicitInstantiation { inner, .. }
        | DeclKind::Friend(FriendDecl::Decl(inner)) => v.visit_decl(ast, *inner),
        DeclKind::Friend(FriendDecl::Type(ty)) => v.visit_type(ast, *ty),
        DeclKind::DeductionGuide(guide) => {
            walk_specs(v, ast, &guide.specs);
            v.visit_name(ast, guide.name);
            decls(v, ast, &guide.params);
            v.visit_type(ast, guide.result);
            exprs(v, ast, guide.requires.as_slice());
        }
        DeclKind::Concept { constraint, .. } => v.visit_expr(ast, *constraint),
        DeclKind::StaticAssert { cond, message } => {
            v.visit_expr(ast, *cond);
            exprs(v, ast, message.as_slice());
        }
        DeclKind::LinkageSpec(linkage) => decls(v, ast, &linkage.decls),
        DeclKind::Unparsed(unparsed) => decls(v, ast, &unparsed.recovered),
        DeclKind::Binding(_) | DeclKind::Empty | DeclKind::Asm(_) | DeclKind::Error => {}
    }
}

fn walk_specs<V: Visitor>(v: &mut V, ast: &Ast, specs: &DeclSpecs) {
    if let Explicit::If(e) = specs.explicit {
        v.visit_expr(ast, e);
    }
}

fn walk_function<V: Visitor>(v: &mut V, ast: &Ast, function: &FunctionDecl) {
    walk_specs(v, ast, &function.specs);
    v.visit_name(ast, function.name);
    walk_function_type(v, ast, &function.ty);
    exprs(v, ast, function.requires.as_slice());
    if let FunctionBody::Definition(body) = function.body {
        walk_body(v, ast, body);
    }
}

pub fn walk_body<V: Visitor>(v: &mut V, ast: &Ast, body: BodyId) {
    if let BodyState::Parsed(parsed) = &ast[body].state {
        for init in &parsed.inits {
            v.visit_name(ast, init.target);
            walk_initializer(v, ast, &init.init);
        }
        v.visit_stmt(ast, parsed.block);
    }
}

pub fn walk_function_type<V: Visitor>(v: &mut V, ast: &Ast, ty: &FunctionType) {
    if let (Some(ret), false) = (ty.ret, ty.has_trailing_return) {
        v.visit_type(ast, ret);
    }
    decls(v, ast, &ty.params);
    if let Noexcept::If(e) = ty.noexcept {
        v.visit_expr(ast, e);
    }
    if let (Some(ret), true) = (ty.ret, ty.has_trailing_return) {
        v.visit_type(ast, ret);
    }
}

fn walk_constraint<V: Visitor>(v: &mut V, ast: &Ast, constraint: &Option<TypeConstraint>) {
    if let Some(constraint) = constraint {
        v.visit_name(ast, constraint.concept);
    }
}

fn walk_template_param<V: Visitor>(v: &mut V, ast: &Ast, param: &TemplateParam) {
    match &param.kind {
        TemplateParamKind::Type { constraint, default } => {
            walk_constraint(v, ast, constraint);
            if let Some(ty) = default {
                v.visit_type(ast, *ty);
            }
        }
        TemplateParamKind::NonType { ty, default } => {
            v.visit_type(ast, *ty);
            exprs(v, ast, default.as_slice());
        }
        TemplateParamKind::Template { params, requires, default } => {
            decls(v, ast, params);
            exprs(v, ast, requires.as_slice());
            if let Some(name) = default {
                v.visit_name(ast, *name);
            }
        }
        TemplateParamKind::Invented { constraint } => walk_constraint(v, ast, constraint),
    }
}

pub fn walk_initializer<V: Visitor>(v: &mut V, ast: &Ast, init: &Initializer) {
    match init {
        Initializer::None => {}
        Initializer::Copy(e) | Initializer::List(e) => v.visit_expr(ast, *e),
        Initializer::Paren { args, .. } => exprs(v, ast, args),
    }
}

pub fn walk_stmt<V: Visitor>(v: &mut V, ast: &Ast, id: StmtId) {
    let node = &ast[id];
    attributes(v, ast, &node.attrs);
    for pragma in &node.pragmas {
        match &pragma.kind {
            LoopPragmaKind::Unroll { factor } => exprs(v, ast, factor.as_slice()),
            LoopPragmaKind::NoUnroll => {}
        }
    }
    match &node.kind {
        StmtKind::Compound(stmts) => stmts.iter().for_each(|&stmt| v.visit_stmt(ast, stmt)),
        StmtKind::Expr(e) => v.visit_expr(ast, *e),
        StmtKind::Decl(list) => decls(v, ast, list),
        StmtKind::If(branch) => {
            stmts(v, ast, branch.init.as_slice());
            if let Some(cond) = branch.cond {
                walk_condition(v, ast, cond);
            }
            v.visit_stmt(ast, branch.then);
            stmts(v, ast, branch.otherwise.as_slice());
        }
        StmtKind::Switch { init, cond, body } => {
            stmts(v, ast, init.as_slice());
            walk_condition(v, ast, *cond);
            v.visit_stmt(ast, *body);
        }
        StmtKind::Case { value, high, body } => {
            v.visit_expr(ast, *value);
            exprs(v, ast, high.as_slice());
            v.visit_stmt(ast, *body);
        }
        StmtKind::Default { body } | StmtKind::Label { body, .. } => v.visit_stmt(ast, *body),
        StmtKind::While { cond, body } => {
            walk_condition(v, ast, *cond);
            v.visit_stmt(ast, *body);
        }
        StmtKind::DoWhile { body, cond } => {
            v.visit_stmt(ast, *body);
            v.visit_expr(ast, *cond);
        }
        StmtKind::For { init, cond, step, body } => {
            v.visit_stmt(ast, *init);
            if let Some(cond) = cond {
                walk_condition(v, ast, *cond);
            }
            exprs(v, ast, step.as_slice());
            v.visit_stmt(ast, *body);
        }
        StmtKind::RangeFor(range_for) => {
            stmts(v, ast, range_for.init.as_slice());
            v.visit_decl(ast, range_for.decl);
            v.visit_expr(ast, range_for.range);
            v.visit_stmt(ast, range_for.body);
        }
        StmtKind::Return(value) => exprs(v, ast, value.as_slice()),
        StmtKind::Try { body, handlers } => {
            v.visit_stmt(ast, *body);
            for handler in handlers {
                decls(v, ast, handler.param.as_slice());
                v.visit_stmt(ast, handler.body);
            }
        }
        StmtKind::Empty
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Goto(_)
        | StmtKind::Asm(_)
        | StmtKind::Error => {}
    }
}

fn stmts<V: Visitor>(v: &mut V, ast: &Ast, ids: &[StmtId]) {
    for &id in ids {
        v.visit_stmt(ast, id);
    }
}

fn walk_condition<V: Visitor>(v: &mut V, ast: &Ast, cond: Condition) {
    match cond {
        Condition::Expr(e) => v.visit_expr(ast, e),
        Condition::Decl(decl) => v.visit_decl(ast, decl),
    }
}

pub fn walk_expr<V: Visitor>(v: &mut V, ast: &Ast, id: ExprId) {
    match &ast[id].kind {
        ExprKind::Name(name) => v.visit_name(ast, *name),
        ExprKind::Paren(e)
        | ExprKind::Unary { operand: e, .. }
        | ExprKind::Noexcept(e)
        | ExprKind::Delete { operand: e, .. }
        | ExprKind::PackExpansion(e) => v.visit_expr(ast, *e),
        ExprKind::Binary { lhs, rhs, .. } | ExprKind::Assign { lhs, rhs, .. } => {
            v.visit_expr(ast, *lhs);
            v.visit_expr(ast, *rhs);
        }
        ExprKind::Conditional { cond, then, otherwise } => {
            v.visit_expr(ast, *cond);
            exprs(v, ast, then.as_slice());
            v.visit_expr(ast, *otherwise);
        }
        ExprKind::Call { callee, args } => {
            v.visit_expr(ast, *callee);
            exprs(v, ast, args);
        }
        ExprKind::Launch { callee, config, args } => {
            v.visit_expr(ast, *callee);
            exprs(v, ast, config);
            exprs(v, ast, args);
        }
        ExprKind::Subscript { object, indices } => {
            v.visit_expr(ast, *object);
            exprs(v, ast, indices);
        }
        ExprKind::Member { object, name, .. } => {
            v.visit_expr(ast, *object);
            v.visit_name(ast, *name);
        }
        ExprKind::InitList(list) => {
            for item in &list.items {
                for designator in &item.designators {
                    match designator {
                        Designator::Field(_) => {}
                        Designator::Index(e) => v.visit_expr(ast, *e),
                    }
                }
                v.visit_expr(ast, item.value);
            }
        }
        ExprKind::Construct { ty, init } => {
            v.visit_type(ast, *ty);
            walk_initializer(v, ast, init);
        }
        ExprKind::CStyleCast { ty, operand } | ExprKind::NamedCast { ty, operand, .. } => {
            v.visit_type(ast, *ty);
            v.visit_expr(ast, *operand);
        }
        ExprKind::Sizeof(operand) | ExprKind::Alignof(operand) | ExprKind::Typeid(operand) => {
            match *operand {
                TypeOrExpr::Type(ty) => v.visit_type(ast, ty),
                TypeOrExpr::Expr(e) => v.visit_expr(ast, e),
            }
        }
        ExprKind::New(new) => {
            exprs(v, ast, &new.placement);
            v.visit_type(ast, new.ty);
            walk_initializer(v, ast, &new.init);
        }
        ExprKind::Throw(operand) => exprs(v, ast, operand.as_slice()),
        ExprKind::Lambda(lambda) => walk_lambda(v, ast, lambda),
        ExprKind::Fold(fold) => {
            exprs(v, ast, fold.lhs.as_slice());
            exprs(v, ast, fold.rhs.as_slice());
        }
        ExprKind::Requires(requires) => {
            decls(v, ast, &requires.params);
            for requirement in &requires.requirements {
                match &requirement.kind {
                    RequirementKind::Simple(e) | RequirementKind::Nested(e) => {
                        v.visit_expr(ast, *e);
                    }
                    RequirementKind::Type(ty) => v.visit_type(ast, *ty),
                    RequirementKind::Compound { expr, constraint, .. } => {
                        v.visit_expr(ast, *expr);
                        walk_constraint(v, ast, constraint);
                    }
                }
            }
        }
        ExprKind::Intrinsic { args, .. } => walk_template_args(v, ast, args),
        ExprKind::Statement(stmt) => v.visit_stmt(ast, *stmt),
        ExprKind::Literal(_)
        | ExprKind::UserLiteral(_)
        | ExprKind::This
        | ExprKind::SizeofPack(_)
        | ExprKind::FunctionName(_)
        | ExprKind::Error => {}
    }
}

fn walk_lambda<V: Visitor>(v: &mut V, ast: &Ast, lambda: &LambdaExpr) {
    for capture in &lambda.captures {
        match &capture.kind {
            CaptureKind::Init { decl, .. } => v.visit_decl(ast, *decl),
            CaptureKind::Name { .. } | CaptureKind::This | CaptureKind::StarThis => {}
        }
    }
    decls(v, ast, &lambda.template_params);
    exprs(v, ast, lambda.template_requires.as_slice());
    attributes(v, ast, &lambda.attrs);
    walk_function_type(v, ast, &lambda.ty);
    exprs(v, ast, lambda.requires.as_slice());
    walk_body(v, ast, lambda.body);
}

pub fn walk_type<V: Visitor>(v: &mut V, ast: &Ast, id: TypeExprId) {
    match &ast[id].kind {
        TypeExprKind::Named { name, .. } | TypeExprKind::Elaborated { name, .. } => {
            v.visit_name(ast, *name);
        }
        TypeExprKind::Auto { constraint } | TypeExprKind::DecltypeAuto { constraint } => {
            walk_constraint(v, ast, constraint);
        }
        TypeExprKind::Decltype(e) => v.visit_expr(ast, *e),
        TypeExprKind::Transform { args, .. } => walk_template_args(v, ast, args),
        TypeExprKind::Pointer(inner)
        | TypeExprKind::LvalueRef(inner)
        | TypeExprKind::RvalueRef(inner) => v.visit_type(ast, *inner),
        TypeExprKind::MemberPointer { class, pointee } => {
            v.visit_type(ast, *pointee);
            v.visit_name(ast, *class);
        }
        TypeExprKind::Array { element, size } => {
            v.visit_type(ast, *element);
            exprs(v, ast, size.as_slice());
        }
        TypeExprKind::Function(function) => walk_function_type(v, ast, function),
        // A class defined here also stands in the list of declarations.
        TypeExprKind::Builtin(_)
        | TypeExprKind::Defined(_)
        | TypeExprKind::InventedParam(_)
        | TypeExprKind::Error => {}
    }
}

pub fn walk_name<V: Visitor>(v: &mut V, ast: &Ast, id: QualNameId) {
    let name = &ast[id];
    for segment in name.qualifiers.iter().chain([&name.last]) {
        match &segment.id {
            UnqualifiedId::Conversion(ty) | UnqualifiedId::Destructor(ty) => {
                v.visit_type(ast, *ty);
            }
            UnqualifiedId::Decltype(e) => v.visit_expr(ast, *e),
            UnqualifiedId::Identifier(_)
            | UnqualifiedId::Operator(_)
            | UnqualifiedId::Literal(_)
            | UnqualifiedId::Error => {}
        }
        if let Some(args) = &segment.args {
            walk_template_args(v, ast, &args.args);
        }
    }
}

pub fn walk_template_args<V: Visitor>(v: &mut V, ast: &Ast, args: &[TemplateArg]) {
    for arg in args {
        match &arg.kind {
            TemplateArgKind::Type(ty) => v.visit_type(ast, *ty),
            TemplateArgKind::Expr(e) => v.visit_expr(ast, *e),
            TemplateArgKind::Template(name) | TemplateArgKind::Unresolved(name) => {
                v.visit_name(ast, *name);
            }
            TemplateArgKind::Error => {}
        }
    }
}

pub fn walk_attribute<V: Visitor>(v: &mut V, ast: &Ast, attribute: &Attribute) {
    match &attribute.kind {
        AttributeKind::Hint(hint) => {
            v.visit_expr(ast, hint.arch);
            for item in &hint.items {
                v.visit_expr(ast, item.value);
            }
        }
        AttributeKind::Alignas(arg) => walk_template_args(v, ast, std::slice::from_ref(arg)),
        AttributeKind::Because(args)
        | AttributeKind::Help(args)
        | AttributeKind::Warn(args)
        | AttributeKind::LaunchBounds(args)
        | AttributeKind::Cuda { args, .. } => {
            exprs(v, ast, args);
        }
        AttributeKind::Standard { .. } | AttributeKind::Vendor { .. } => {}
    }
}
