//! Where the name of a dependent member template needs `template` ([temp.names]/3).
//!
//! In `x.f<3>()` and `A<T>::f<3>()` the `<` is less-than when what stands before the name depends
//! on template parameters, since nothing is known of its members yet. The parser does not know the
//! types of objects and reads template arguments wherever a member template could be meant; here
//! that is judged by [temp.dep.expr], read off the text: an object is dependent if a local or
//! parameter in it was declared with a dependent type. An expression that would need lookup, such
//! as the type of a member, counts as independent.

use lang::ast::visit::walk_template_args;
use lang::ast::{
    Ast, ClassDecl, DeclId, DeclKind, ExprId, ExprKind, FieldDecl, Initializer, NameSegment,
    ParamDecl, QualNameId, RangeFor, StructuredBinding, TypeExprId, TypeExprKind,
};
use lang::base::{Applicability, Diagnostic, Name, Span};
use lang::parse::codes::MISSING_TEMPLATE;
use rustc_hash::FxHashSet;

use super::typename::Mentions;
use super::{Place, Rules};
use crate::Cx;
use crate::check::enter::declared_name;
use crate::check::operand::{Check, Reported};
use crate::entity::DeclName;
use crate::scope::ScopeId;

impl Rules<'_> {
    /// Notes the parameters of a function ahead of its return type, which may name them.
    pub(super) fn enter_parameters(&mut self, ast: &Ast, params: &[DeclId]) {
        for &id in params {
            if let DeclKind::Param(ParamDecl { name: Some(name), ty, .. }) = ast[id].kind {
                let is_dependent = self.is_dependent_type(ast, ty, &Initializer::None);
                self.locals.push((name.name, is_dependent));
            }
        }
    }

    /// Notes the fields of a class, which its member functions see whatever the order.
    pub(super) fn enter_fields(&mut self, ast: &Ast, members: &[DeclId]) {
        for &id in members {
            if let DeclKind::Field(FieldDecl { name: Some(name), ty, .. }) = ast[id].kind {
                let is_dependent = self.is_dependent_type(ast, ty, &Initializer::None);
                self.locals.push((name.name, is_dependent));
            }
        }
    }

    /// Notes a parameter, local variable or local alias, and whether its type is dependent.
    pub(super) fn enter_local(&mut self, ast: &Ast, id: DeclId) {
        if self.place != Place::Block {
            return;
        }
        let (name, is_dependent) = match &ast[id].kind {
            DeclKind::Param(param) => (
                param.name.map(|ident| ident.name),
                self.is_dependent_type(ast, param.ty, &Initializer::None),
            ),
            DeclKind::Variable(variable) => (
                ast[variable.name].as_identifier(),
                self.is_dependent_type(ast, variable.ty, &variable.init),
            ),
            DeclKind::StructuredBinding(declared) => {
                let is_dependent = self.is_dependent_type(ast, declared.ty, &declared.init);
                self.enter_bindings(ast, declared, is_dependent);
                return;
            }
            DeclKind::TypeAlias(alias) => {
                (Some(alias.name.name), self.is_dependent_type(ast, alias.ty, &Initializer::None))
            }
            _ => return,
        };
        self.locals.extend(name.map(|name| (name, is_dependent)));
    }

    fn enter_bindings(&mut self, ast: &Ast, declared: &StructuredBinding, is_dependent: bool) {
        for &binding in &declared.bindings {
            if let DeclKind::Binding(name) = ast[binding].kind {
                self.locals.push((name.name, is_dependent));
            }
        }
    }

    /// Notes what a range-based `for` declares: it is of the range's elements.
    pub(super) fn enter_range_declaration(&mut self, ast: &Ast, range: &RangeFor) {
        let init = Initializer::Copy(range.range);
        match &ast[range.decl].kind {
            DeclKind::Variable(variable) => {
                let is_dependent = self.is_dependent_type(ast, variable.ty, &init);
                let name = ast[variable.name].as_identifier();
                self.locals.extend(name.map(|name| (name, is_dependent)));
            }
            DeclKind::StructuredBinding(declared) => {
                let is_dependent = self.is_dependent_type(ast, declared.ty, &init);
                self.enter_bindings(ast, declared, is_dependent);
            }
            _ => {}
        }
    }

    pub(super) fn check_member_template(&mut self, ast: &Ast, id: ExprId) {
        match &ast[id].kind {
            ExprKind::Name(name) if self.is_dependent_qualifier(ast, &ast[*name]) => {
                self.require_template(&ast[*name].last);
            }
            ExprKind::Member { object, name, .. }
                if !ast[*name].is_qualified()
                    && (self.is_dependent_expr(ast, *object)
                        || self.is_this_of_dependent_base(ast, *object, *name)) =>
            {
                self.require_template(&ast[*name].last);
            }
            _ => {}
        }
    }

    /// Whether `object` is `this` and the member one of a base that depends on template parameters
    /// ([temp.dep.type]/5).
    fn is_this_of_dependent_base(&self, ast: &Ast, object: ExprId, member: QualNameId) -> bool {
        if !matches!(ast[object].kind, ExprKind::This) {
            return false;
        }
        match (&self.own_members, ast[member].last.identifier()) {
            (Some(own), Some(name)) => !own.contains(&name),
            _ => false,
        }
    }

    /// The names that a class declares, where everything else of it is in dependent bases.
    pub(super) fn own_members_of(&self, ast: &Ast, class: &ClassDecl) -> Option<FxHashSet<Name>> {
        let mut bases = class.bases.iter();
        let all_dependent =
            bases.all(|base| self.is_dependent_type(ast, base.ty, &Initializer::None));
        if class.bases.is_empty() || !all_dependent {
            return None;
        }
        let names = class.members.iter().filter_map(|&member| {
            let (name, _) = declared_name(ast, ast.templated(member))?;
            match name {
                DeclName::Identifier(name) => Some(name),
                _ => None,
            }
        });
        Some(names.collect())
    }

    fn require_template(&mut self, segment: &NameSegment) {
        if segment.args.is_none() || segment.template_keyword {
            return;
        }
        // Where lookup finds a class template of the name, `<` opens its arguments.
        if segment.identifier().is_some_and(|name| self.class_templates.contains(&name)) {
            return;
        }
        self.report(missing_template(segment.span));
    }

    fn is_dependent_type(&self, ast: &Ast, ty: TypeExprId, init: &Initializer) -> bool {
        match &ast[ty].kind {
            TypeExprKind::Pointer(inner)
            | TypeExprKind::LvalueRef(inner)
            | TypeExprKind::RvalueRef(inner)
            | TypeExprKind::Array { element: inner, .. } => {
                self.is_dependent_type(ast, *inner, init)
            }
            TypeExprKind::InventedParam(_) => true,
            TypeExprKind::Auto { .. } | TypeExprKind::DecltypeAuto { .. } => {
                self.is_dependent_initializer(ast, init)
            }
            TypeExprKind::Decltype(value) => self.is_dependent_expr(ast, *value),
            TypeExprKind::Named { name, .. } => {
                self.is_dependent_type_name(ast, *name)
                    || self.is_deduced_class(ast, *name) && self.is_dependent_initializer(ast, init)
            }
            TypeExprKind::Builtin(_)
            | TypeExprKind::Elaborated { .. }
            | TypeExprKind::Defined(_)
            | TypeExprKind::Transform { .. }
            | TypeExprKind::MemberPointer { .. }
            | TypeExprKind::Function(_)
            | TypeExprKind::Error => false,
        }
    }

    fn is_dependent_initializer(&self, ast: &Ast, init: &Initializer) -> bool {
        match init {
            Initializer::None => false,
            Initializer::Copy(value) | Initializer::List(value) => {
                self.is_dependent_expr(ast, *value)
            }
            Initializer::Paren { args, .. } => self.is_any_dependent(ast, args),
        }
    }

    /// Whether a name is that of a class template, whose arguments the initialiser gives
    /// ([dcl.type.class.deduct], [temp.dep.type]/10).
    fn is_deduced_class(&self, ast: &Ast, id: QualNameId) -> bool {
        let last = &ast[id].last;
        last.args.is_none()
            && last.identifier().is_some_and(|name| {
                self.deduced_classes.contains(&name)
                    && !self.current_classes.contains(&name)
                    && self.local(name).is_none()
            })
    }

    fn is_dependent_type_name(&self, ast: &Ast, id: QualNameId) -> bool {
        let name = &ast[id];
        if let Some(name) = name.as_identifier() {
            return match self.local(name) {
                Some(is_dependent) => is_dependent,
                None => self.template_params.iter().any(|&(param, _)| param == name),
            };
        }
        let is_current =
            name.last.identifier().is_some_and(|name| self.current_classes.contains(&name));
        self.is_dependent_qualifier(ast, name)
            || !is_current && self.has_dependent_args(ast, &name.last)
    }

    fn has_dependent_args(&self, ast: &Ast, segment: &NameSegment) -> bool {
        let Some(args) = &segment.args else { return false };
        let mut found = Mentions { rules: self, has_param: false };
        walk_template_args(&mut found, ast, &args.args);
        found.has_param
    }

    /// Whether a local of the name is known, and its type dependent.
    fn local(&self, name: Name) -> Option<bool> {
        let known = self.locals.iter().rev().find(|(local, _)| *local == name);
        known.map(|&(_, is_dependent)| is_dependent)
    }

    fn is_any_dependent(&self, ast: &Ast, ids: &[ExprId]) -> bool {
        ids.iter().any(|&id| self.is_dependent_expr(ast, id))
    }

    /// [temp.dep.expr]
    fn is_dependent_expr(&self, ast: &Ast, id: ExprId) -> bool {
        match &ast[id].kind {
            ExprKind::Name(name) => match ast[*name].as_identifier() {
                Some(name) => self.local(name) == Some(true),
                None => {
                    let name = &ast[*name];
                    self.is_dependent_qualifier(ast, name)
                        || self.has_dependent_args(ast, &name.last)
                }
            },
            ExprKind::Paren(inner) | ExprKind::PackExpansion(inner) => {
                self.is_dependent_expr(ast, *inner)
            }
            ExprKind::Unary { operand, .. } => self.is_dependent_expr(ast, *operand),
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::Assign { lhs, rhs, .. } => {
                self.is_any_dependent(ast, &[*lhs, *rhs])
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.is_any_dependent(ast, &[*cond, *otherwise])
                    || then.is_some_and(|then| self.is_dependent_expr(ast, then))
            }
            ExprKind::Call { callee, args } => {
                self.is_dependent_expr(ast, *callee) || self.is_any_dependent(ast, args)
            }
            ExprKind::Subscript { object, indices } => {
                self.is_dependent_expr(ast, *object) || self.is_any_dependent(ast, indices)
            }
            ExprKind::Member { object, name, .. }
                if matches!(ast[*object].kind, ExprKind::This) =>
            {
                ast[*name].as_identifier().and_then(|name| self.local(name)) == Some(true)
            }
            ExprKind::Member { object, name, .. } => {
                self.is_dependent_expr(ast, *object)
                    || self.has_dependent_args(ast, &ast[*name].last)
            }
            ExprKind::Construct { ty, init } => self.is_dependent_type(ast, *ty, init),
            ExprKind::CStyleCast { ty, .. } | ExprKind::NamedCast { ty, .. } => {
                self.is_dependent_type(ast, *ty, &Initializer::None)
            }
            ExprKind::InitList(list) => {
                list.items.iter().any(|item| self.is_dependent_expr(ast, item.value))
            }
            _ => false,
        }
    }
}

impl Cx<'_> {
    /// A name that the parser took for a value turned out to be that of a template: a template
    /// argument that is one by [temp.names]/3 only behind `template`.
    pub(crate) fn require_template_keyword(
        &mut self,
        scope: ScopeId,
        name: QualNameId,
    ) -> Check<()> {
        let last = &self.ast[name].last;
        if last.template_keyword || !self.is_written_dependent(scope, name) {
            return Ok(());
        }
        self.report(missing_template(last.span));
        Err(Reported)
    }
}

fn missing_template(span: Span) -> Diagnostic {
    let message = "a dependent name is parsed as a template only after the `template` keyword";
    let at = Span::new(span.lo, span.lo);
    Diagnostic::new(MISSING_TEMPLATE, span, message).fix(
        "write `template` before the name",
        Applicability::Always,
        at,
        "template ",
    )
}
