//! Types as written to types ([dcl.type], [dcl.meaning]).
//!
//! The same functions serve bodies and signatures. In an open scope (see
//! [`Scope::is_open`](crate::scope::Scope)) what depends on a template parameter becomes one of the
//! dependent kinds of [`TyKind`]; elsewhere everything is resolved or reported.

use lang::ast::{self, BuiltinType, TagKey, TypeExprKind};
use lang::base::{Diagnostic, NoteKind, Span};
use lang::lex::literal::IntType;

use crate::Cx;
use crate::codes;
use crate::entity::{Entity, TemplateId, TemplateKind};
use crate::lookup::{PackUse, Wanted};
use crate::scope::ScopeId;
use crate::template::pack::{Element, Pattern};
use crate::ty::{
    ArrayLen, AutoKind, Cv, Exceptions, ExprNode, ExprRef, FunctionTy, RefQualifier, TemplateArg,
    Ty, TyKind, TypeRef,
};

/// The type of a builtin type's name; `None` where tile code has no such type.
pub fn builtin_type(builtin: BuiltinType) -> Option<Ty> {
    Some(match builtin {
        BuiltinType::Void => Ty::VOID,
        BuiltinType::Bool => Ty::BOOL,
        BuiltinType::Char => Ty::CHAR,
        BuiltinType::SignedChar => Ty::SCHAR,
        BuiltinType::UnsignedChar => Ty::UCHAR,
        BuiltinType::WChar => Ty::WCHAR,
        BuiltinType::Char8 => Ty::CHAR8,
        BuiltinType::Char16 => Ty::CHAR16,
        BuiltinType::Char32 => Ty::CHAR32,
        BuiltinType::Short => Ty::SHORT,
        BuiltinType::UnsignedShort => Ty::USHORT,
        BuiltinType::Int => Ty::INT,
        BuiltinType::UnsignedInt => Ty::UINT,
        BuiltinType::Long => Ty::LONG,
        BuiltinType::UnsignedLong => Ty::ULONG,
        BuiltinType::LongLong => Ty::LLONG,
        BuiltinType::UnsignedLongLong => Ty::ULLONG,
        BuiltinType::Int128 => Ty::INT128,
        BuiltinType::UnsignedInt128 => Ty::UINT128,
        BuiltinType::Float => Ty::FLOAT,
        BuiltinType::Double => Ty::DOUBLE,
        BuiltinType::LongDouble => Ty::LONG_DOUBLE,
        BuiltinType::Float128 => return None,
    })
}

/// The names of the scalar types that only the library spells.
const EXTENDED_TYPES: &[(&str, Ty)] = &[
    ("__tilec_f16", Ty::F16),
    ("__tilec_bf16", Ty::BF16),
    ("__tilec_tf32", Ty::TF32),
    ("__tilec_e4m3", Ty::E4M3),
    ("__tilec_e5m2", Ty::E5M2),
    ("__tilec_e8m0", Ty::E8M0),
    ("__tilec_ue5m3", Ty::UE5M3),
    ("__tilec_e2m1", Ty::E2M1),
];

/// Value and type of an integer literal.
pub fn integer_literal(literal: &ast::IntegerLiteral) -> (i128, Ty) {
    let ty = match literal.ty {
        IntType::Int => Ty::INT,
        IntType::UnsignedInt => Ty::UINT,
        IntType::Long => Ty::LONG,
        IntType::UnsignedLong => Ty::ULONG,
        IntType::LongLong => Ty::LLONG,
        IntType::UnsignedLongLong => Ty::ULLONG,
    };
    (i128::from(literal.value), ty)
}

/// The qualifiers as written; `__restrict__` means nothing to us.
pub fn cv_of(cv: ast::Cv) -> Cv {
    let mut result = Cv::NONE;
    if cv.has(ast::Cv::CONST) {
        result = result.union(Cv::CONST);
    }
    if cv.has(ast::Cv::VOLATILE) {
        result = result.union(Cv::VOLATILE);
    }
    result
}

const NEGATIVE_LENGTH: &str = "an array cannot have a negative number of elements";

impl<'a> Cx<'a> {
    /// The type that `id` means in `scope`; [`Ty::ERROR`] after reporting. May hold placeholders.
    pub fn resolve_type(&mut self, scope: ScopeId, id: ast::TypeExprId) -> Ty {
        let ast = self.ast;
        let ty = self.resolve_unqualified_type(scope, id);
        let cv = cv_of(ast[id].cv);
        if ast[id].cv.has(ast::Cv::RESTRICT) && !self.may_be_restricted(ty) {
            let message = format!(
                "`__restrict__` is for pointers and references, and `{}` is neither",
                self.show(ty)
            );
            let diagnostic = Diagnostic::new(codes::INVALID_TYPE, ast[id].span, message);
            self.report(diagnostic.help("write it behind the `*`, `float *__restrict__ p`"));
        }
        self.types.qualified(ty, cv)
    }

    /// As GCC and Clang have it: pointers, references, and what may turn out to be one.
    fn may_be_restricted(&self, ty: Ty) -> bool {
        let is_known = !self.types.is_dependent(ty) && !self.types.has_placeholder(ty);
        let is_pointer_like = matches!(
            self.types.kind(self.types.strip_cv(ty)),
            TyKind::Pointer(_)
                | TyKind::LRef(_)
                | TyKind::RRef(_)
                | TyKind::MemberPointer { .. }
                | TyKind::Error
        );
        is_pointer_like || !is_known
    }

    fn resolve_unqualified_type(&mut self, scope: ScopeId, id: ast::TypeExprId) -> Ty {
        let ast = self.ast;
        let written = &ast[id];
        match &written.kind {
            TypeExprKind::Builtin(builtin) => builtin_type(*builtin).unwrap_or_else(|| {
                let message = format!("type `{}` is not supported in tile code", builtin.text());
                self.error(codes::UNSUPPORTED_TYPE, written.span, message);
                Ty::ERROR
            }),
            TypeExprKind::Named { name, .. } => self.named_type(scope, id, *name),
            TypeExprKind::Elaborated { key, name } => self.elaborated_type(scope, *key, *name),
            TypeExprKind::Defined(decl) => self.defined_type(scope, *decl),
            TypeExprKind::Auto { constraint } => {
                let constraint = constraint.is_some().then_some(TypeRef { ty: id, scope });
                self.types.intern(TyKind::Auto { kind: AutoKind::Auto, constraint })
            }
            TypeExprKind::DecltypeAuto { constraint } => {
                let constraint = constraint.is_some().then_some(TypeRef { ty: id, scope });
                self.types.intern(TyKind::Auto { kind: AutoKind::DecltypeAuto, constraint })
            }
            TypeExprKind::InventedParam(decl) => {
                match self.invented_parameter(scope, *decl, PackUse::Element(None)) {
                    Some(Entity::Type(ty)) => ty,
                    _ => Ty::ERROR,
                }
            }
            TypeExprKind::Decltype(expr) => self.decltype_or_dependent(scope, *expr),
            TypeExprKind::Transform { name, args } => {
                self.type_transform(scope, id, *name, args, written.span)
            }
            TypeExprKind::Pointer(inner) => {
                let pointee = self.resolve_inner_type(scope, *inner);
                self.pointer_to(pointee, written.span)
            }
            TypeExprKind::LvalueRef(inner) => {
                let referent = self.resolve_inner_type(scope, *inner);
                if self.check_referent(referent, written.span) {
                    self.types.lref(referent)
                } else {
                    Ty::ERROR
                }
            }
            TypeExprKind::RvalueRef(inner) => {
                let referent = self.resolve_type(scope, *inner);
                if self.check_referent(referent, written.span) {
                    self.types.rref(referent)
                } else {
                    Ty::ERROR
                }
            }
            TypeExprKind::MemberPointer { class, pointee } => {
                let class = self.named_type(scope, id, *class);
                let pointee = self.resolve_type(scope, *pointee);
                if class == Ty::ERROR || pointee == Ty::ERROR {
                    return Ty::ERROR;
                }
                if self.types.class_of(class).is_none() && !self.types.is_dependent(class) {
                    let message =
                        format!("`{}` is not a class, so it has no members", self.show(class));
                    self.error(codes::INVALID_TYPE, written.span, message);
                    return Ty::ERROR;
                }
                self.types.member_pointer(class, pointee)
            }
            TypeExprKind::Array { element, size } => {
                let element = self.resolve_type(scope, *element);
                self.array_of(scope, element, *size, written.span)
            }
            TypeExprKind::Function(function) => match self.function_type(scope, function) {
                Some(function) => self.types.function(function),
                None => Ty::ERROR,
            },
            TypeExprKind::Error => Ty::ERROR,
        }
    }

    /// A type that another is made of, or a template argument: there `__restrict__` is part of it.
    /// The specifiers of the variable itself are not part of its type here; lowering asks for
    /// them.
    pub(crate) fn resolve_inner_type(&mut self, scope: ScopeId, id: ast::TypeExprId) -> Ty {
        let ty = self.resolve_type(scope, id);
        let is_pointer = matches!(self.types.kind(self.types.strip_cv(ty)), TyKind::Pointer(_));
        match self.ast[id].cv.has(ast::Cv::RESTRICT) && is_pointer {
            true => self.types.qualified(ty, Cv::RESTRICT),
            false => ty,
        }
    }

    fn named_type(&mut self, scope: ScopeId, id: ast::TypeExprId, name: ast::QualNameId) -> Ty {
        let Some(lookup) = self.lookup_name(scope, name) else { return Ty::ERROR };
        if lookup.found.is_ambiguous {
            self.report_ambiguous(lookup.name, lookup.span, &lookup.found);
            return Ty::ERROR;
        }
        let Some(entity) = lookup.found.entities.first().cloned() else {
            if let Some(ty) = self.extended_type(name) {
                return ty;
            }
            self.report_name_not_found(scope, name);
            return Ty::ERROR;
        };
        match (entity, lookup.args) {
            (Entity::Type(ty), None) => {
                self.warn_deprecated_type(scope, ty, lookup.span);
                self.warn_deprecated_alias(lookup.name, ty, lookup.span);
                ty
            }
            (Entity::DependentMember(qualifier), args) => {
                let crate::entity::DeclName::Identifier(name) = lookup.name else {
                    return Ty::ERROR;
                };
                let args = match args {
                    Some(args) => match self.resolve_dependent_args(scope, args) {
                        Some(args) => Some(args),
                        None => return Ty::ERROR,
                    },
                    None => None,
                };
                self.types.intern(TyKind::DependentName { qualifier, name, args })
            }
            (
                entity @ (Entity::Type(_) | Entity::Template(_) | Entity::TemplateParam(_)),
                Some(args),
            ) => {
                let ty = self.template_id_type(scope, &entity, args, lookup.span);
                if let Entity::Template(template) = entity {
                    self.warn_deprecated_template(template, lookup.span);
                }
                // An alias that drops a dependent argument (`void_t<T>`) is no less dependent:
                // substitution into the argument may fail ([temp.alias]/3).
                let drops = matches!(entity, Entity::Template(id)
                    if self.entities[id].kind == TemplateKind::Alias);
                if drops
                    && !self.types.is_dependent(ty)
                    && self.is_dependent_in(scope, Pattern::Name(name))
                {
                    return self.types.intern(TyKind::Unresolved(TypeRef { ty: id, scope }));
                }
                ty
            }
            (Entity::Template(template), None)
                if matches!(
                    self.entities[template].kind,
                    TemplateKind::Class | TemplateKind::Alias
                ) =>
            {
                self.types.intern(TyKind::DeducedClass(template))
            }
            (Entity::ArgPack(_), None) => {
                let message = format!(
                    "`{}` is a parameter pack; expand it with `...`",
                    self.show_name(lookup.name)
                );
                self.error(codes::UNEXPANDED_PACK, lookup.span, message);
                Ty::ERROR
            }
            (Entity::Error, _) => Ty::ERROR,
            (entity, _) => {
                let what = self.describe_entity(&entity);
                let message =
                    format!("`{}` is {what}, but a type is expected", self.show_name(lookup.name));
                let mut diagnostic = Diagnostic::new(codes::NOT_A_TYPE, lookup.span, message);
                if let Some(span) = self.entity_span(&entity) {
                    diagnostic = diagnostic.secondary(span, "declared here");
                }
                self.report(diagnostic);
                Ty::ERROR
            }
        }
    }

    /// The type that a qualified name names where the parser saw an expression.
    pub(crate) fn type_named_by(&mut self, scope: ScopeId, expr: ast::ExprId) -> Option<Ty> {
        let ast = self.ast;
        let ast::ExprKind::Name(name) = ast[ast.strip_parens(expr)].kind else { return None };
        if !ast[name].is_qualified() || ast[name].last.args.is_some() {
            return None;
        }
        match self.lookup_name(scope, name)?.found.single() {
            Some(Entity::Type(ty)) => Some(*ty),
            _ => None,
        }
    }

    /// `__tilec_f16` and its kin.
    fn extended_type(&self, name: ast::QualNameId) -> Option<Ty> {
        let text = self.text(self.ast.simple_name(name)?);
        EXTENDED_TYPES.iter().find(|(name, _)| *name == text).map(|&(_, ty)| ty)
    }

    /// `struct A` ([dcl.type.elab]).
    fn elaborated_type(&mut self, scope: ScopeId, key: TagKey, name: ast::QualNameId) -> Ty {
        let Some(lookup) = self.lookup_name_wanted(scope, name, Wanted::Tags) else {
            return Ty::ERROR;
        };
        match (lookup.found.entities.first().cloned(), lookup.args) {
            (Some(Entity::Type(ty)), None) => {
                if !self.agrees_with_key(ty, key) {
                    let span = lookup.span;
                    let message =
                        format!("`{}` was declared with a different class-key", self.show(ty));
                    self.error(codes::CONFLICTING_DECLARATION, span, message);
                    return Ty::ERROR;
                }
                ty
            }
            (Some(entity @ (Entity::Type(_) | Entity::Template(_))), Some(args)) => {
                self.template_id_type(scope, &entity, args, lookup.span)
            }
            (None, None) if !lookup.is_qualified && key != TagKey::Enum => {
                self.declare_elaborated(scope, key, name)
            }
            (Some(Entity::Error), _) => Ty::ERROR,
            _ => {
                self.report_name_not_found(scope, name);
                Ty::ERROR
            }
        }
    }

    /// `struct` and `class` name one kind, `union` and `enum` another each ([dcl.type.elab]/7).
    fn agrees_with_key(&self, ty: Ty, key: TagKey) -> bool {
        match self.types.class_of(ty) {
            Some(class) => {
                let is_union = self.entities[class].key == TagKey::Union;
                key != TagKey::Enum && is_union == (key == TagKey::Union)
            }
            None => key == TagKey::Enum || self.types.enum_of(ty).is_none(),
        }
    }

    /// `decltype(expr)`, in a signature possibly still open.
    pub(crate) fn decltype_or_dependent(&mut self, scope: ScopeId, expr: ast::ExprId) -> Ty {
        if self.is_dependent_in(scope, Pattern::Expr(expr)) {
            let expr = ExprRef { node: ExprNode::Expr(expr), scope };
            return self.types.intern(TyKind::Decltype(expr));
        }
        self.decltype_of(scope, expr).unwrap_or(Ty::ERROR)
    }

    fn pointer_to(&mut self, pointee: Ty, span: Span) -> Ty {
        match self.types.kind(pointee) {
            TyKind::Error => Ty::ERROR,
            TyKind::LRef(_) | TyKind::RRef(_) => {
                let message =
                    format!("cannot form a pointer to the reference type `{}`", self.show(pointee));
                self.error(codes::INVALID_TYPE, span, message);
                Ty::ERROR
            }
            _ if self.is_qualified_function(pointee) => {
                let message = format!(
                    "cannot form a pointer to `{}`: its qualifiers belong to a member function",
                    self.show(pointee)
                );
                self.error(codes::INVALID_TYPE, span, message);
                Ty::ERROR
            }
            _ => self.types.pointer(pointee),
        }
    }

    /// A function type with cv- or ref-qualifiers: only a member function has it ([dcl.fct]/6).
    fn is_qualified_function(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Function(function) => {
                !function.cv.is_none() || function.ref_qualifier.is_some()
            }
            _ => false,
        }
    }

    fn check_referent(&mut self, referent: Ty, span: Span) -> bool {
        if referent == Ty::ERROR {
            return false;
        }
        if self.types.is_void(referent) {
            self.error(codes::INVALID_TYPE, span, "cannot form a reference to `void`");
            return false;
        }
        if self.is_qualified_function(referent) {
            let message = format!(
                "cannot form a reference to `{}`: its qualifiers belong to a member function",
                self.show(referent)
            );
            self.error(codes::INVALID_TYPE, span, message);
            return false;
        }
        true
    }

    fn array_of(
        &mut self,
        scope: ScopeId,
        element: Ty,
        size: Option<ast::ExprId>,
        span: Span,
    ) -> Ty {
        match self.types.kind(element) {
            TyKind::Error => return Ty::ERROR,
            TyKind::Void | TyKind::LRef(_) | TyKind::RRef(_) | TyKind::Function(_) => {
                let message = format!("cannot form an array of `{}`", self.show(element));
                self.error(codes::INVALID_TYPE, span, message);
                return Ty::ERROR;
            }
            _ => {}
        }
        let Some(size) = size else { return self.types.array(element, ArrayLen::Unknown) };
        if self.is_dependent_in(scope, Pattern::Expr(size)) {
            let arg = self.dependent_argument(scope, size);
            return self.types.array(element, ArrayLen::Dependent(Box::new(arg)));
        }
        let value = match self.tentatively(|cx| cx.converted_constant(scope, size, Ty::SIZE)) {
            Ok(Ok(value)) => value,
            Ok(Err(_)) => return Ty::ERROR,
            Err(why) => {
                if why.code == codes::NARROWING {
                    // The one integer that a length cannot be.
                    let span = self.ast[size].span;
                    self.error(codes::ARRAY_BOUND, span, NEGATIVE_LENGTH);
                    return Ty::ERROR;
                }
                let why = if why.code == codes::NOT_CONSTANT {
                    self.variable_bound(*why, size)
                } else {
                    *why
                };
                self.report(why);
                return Ty::ERROR;
            }
        };
        match value.as_int().map(u64::try_from) {
            // GNU's arrays without elements are none that a substitution succeeds with.
            Some(Ok(len)) if len > 0 || !self.is_tentative() => {
                self.types.array(element, ArrayLen::Known(len))
            }
            _ => {
                let span = self.ast[size].span;
                self.error(codes::ARRAY_BOUND, span, NEGATIVE_LENGTH);
                Ty::ERROR
            }
        }
    }

    /// The bound of an array is not a constant ([dcl.array]/1).
    fn variable_bound(&self, why: Diagnostic, size: ast::ExprId) -> Diagnostic {
        let span = self.ast[size].span;
        let text = self.unit.sources.text(span);
        let message = format!(
            "the bound of an array must be a constant, and `{text}` is only known at run time"
        );
        let mut diagnostic = Diagnostic::new(codes::NOT_CONSTANT, span, message)
            .help("give the array the largest bound that is needed, or make the bound a template parameter");
        let reason = why.message.trim_start_matches("not a constant expression: ").to_owned();
        if why.primary.span != span {
            diagnostic = diagnostic.secondary(why.primary.span, reason);
        } else {
            diagnostic = diagnostic.label(reason);
        }
        diagnostic.is_consequence = why.is_consequence;
        diagnostic.secondary.extend(why.secondary);
        let notes = why.notes.into_iter().filter(|note| note.kind != NoteKind::Help);
        diagnostic.notes.extend(notes);
        diagnostic
    }

    /// A dependent expression as a template argument: by the parameter when it is one.
    fn dependent_argument(&mut self, scope: ScopeId, expr: ast::ExprId) -> TemplateArg {
        if let ast::ExprKind::Name(name) = self.ast[self.ast.strip_parens(expr)].kind
            && let Some(lookup) = self.lookup_name(scope, name)
            && let Some(Entity::Param(param)) = lookup.found.single()
        {
            return TemplateArg::Param(*param);
        }
        TemplateArg::Expr(ExprRef { node: ExprNode::Expr(expr), scope })
    }

    /// A function type as written, without declaring the parameters ([dcl.fct]).
    fn function_type(
        &mut self,
        scope: ScopeId,
        function: &'a ast::FunctionType,
    ) -> Option<FunctionTy> {
        let ast = self.ast;
        let mut params = Vec::with_capacity(function.params.len());
        let has_ellipsis = self.ends_in_ellipsis(scope, &function.params);
        for (index, &decl) in function.params.iter().enumerate() {
            let ast::DeclKind::Param(param) = &ast[decl].kind else { continue };
            if !param.is_pack || has_ellipsis && index + 1 == function.params.len() {
                let ty = self.resolve_type(scope, param.ty);
                params.push(self.adjusted_parameter(ty)?);
                continue;
            }
            let elements = self.expansion(scope, Pattern::Type(param.ty))?;
            for (index, element) in elements.into_iter().enumerate() {
                let inner = self.scopes.expansion(scope, index as u32);
                let ty = self.resolve_type(inner, param.ty);
                let ty = self.adjusted_parameter(ty)?;
                params.push(match element {
                    Element::Closed => ty,
                    Element::Open => self.types.intern(TyKind::PackExpansion(ty)),
                });
            }
        }
        let ret = match function.ret {
            Some(ret) => self.resolve_type(scope, ret),
            None => Ty::VOID,
        };
        let exceptions = self.exceptions_of(scope, function.noexcept);
        (ret != Ty::ERROR).then(|| FunctionTy {
            ret,
            params: params.into(),
            variadic: function.is_variadic || has_ellipsis,
            cv: cv_of(function.cv),
            ref_qualifier: ref_qualifier(function.ref_qualifier),
            exceptions,
        })
    }

    /// The parameter type inside the function type ([dcl.fct]/5).
    pub(crate) fn adjusted_parameter(&mut self, ty: Ty) -> Option<Ty> {
        let ty = self.types.decay(ty);
        (ty != Ty::ERROR).then_some(ty)
    }

    fn exceptions_of(&mut self, scope: ScopeId, noexcept: ast::Noexcept) -> Exceptions {
        match noexcept {
            ast::Noexcept::Absent => Exceptions::MayThrow,
            ast::Noexcept::Always => Exceptions::Noexcept,
            ast::Noexcept::If(expr) if self.is_dependent_in(scope, Pattern::Expr(expr)) => {
                Exceptions::Dependent(Box::new(self.dependent_argument(scope, expr)))
            }
            ast::Noexcept::If(expr) => {
                Exceptions::of(self.constant_bool(scope, expr).unwrap_or(false))
            }
        }
    }
}

/// The ref-qualifier as written.
pub fn ref_qualifier(written: Option<ast::RefQualifier>) -> Option<RefQualifier> {
    written.map(|qualifier| match qualifier {
        ast::RefQualifier::Lvalue => RefQualifier::LValue,
        ast::RefQualifier::Rvalue => RefQualifier::RValue,
    })
}

/// Classes to be deduced ([dcl.type.class.deduct]).
impl Cx<'_> {
    /// Refuses the name of a class template without arguments where no initialiser says them.
    pub(crate) fn refuse_deduced_class(&mut self, ty: Ty, span: Span, place: &str) -> bool {
        let Some(template) = self.class_to_deduce(ty) else { return false };
        let name = self.show_name(self.entities[template].name);
        let message = format!("the template arguments of `{name}` cannot be deduced in {place}");
        let diagnostic = Diagnostic::new(codes::INVALID_TYPE, span, message)
            .secondary(self.entities[template].span, "the class template")
            .help(format!("write the arguments: `{name}<...>`"));
        self.report(diagnostic);
        true
    }

    fn class_to_deduce(&self, ty: Ty) -> Option<TemplateId> {
        match *self.types.kind(ty) {
            TyKind::DeducedClass(template) => Some(template),
            TyKind::Qualified(inner, _) | TyKind::Pointer(inner) | TyKind::Array(inner, _) => {
                self.class_to_deduce(inner)
            }
            TyKind::LRef(inner) | TyKind::RRef(inner) => self.class_to_deduce(inner),
            _ => None,
        }
    }
}
