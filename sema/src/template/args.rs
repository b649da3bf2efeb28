//! Template arguments ([temp.arg]): from what is written to what a parameter takes.
//!
//! Two steps, because an argument list alone does not say what it means. `resolve_template_args`
//! decides type, value or template by lookup and expands packs; an expression stays
//! [`TemplateArg::Pending`]. `convert_template_args`, in `fit`, then fits the list to the
//! parameters of one template: defaults, packs, converted constants.

use lang::ast::{self, TemplateArgKind};
use lang::base::{Name, Span};

use super::pack::{Element, Pattern};
use super::params::{ParameterKind, TemplateParameters};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{Entity, TemplateId, TemplateKind};
use crate::lookup::{LookupResult, NameLookup};
use crate::scope::{ScopeId, ScopeKind, TemplateHead};
use crate::ty::flags::TyFlags;
use crate::ty::{Args, ExprNode, ExprRef, Param, TemplateArg, TemplateRef, Ty, TyKind};

impl<'a> Cx<'a> {
    /// The parameters of `head` bound to `args` below `parent`.
    pub(crate) fn template_scope(
        &mut self,
        parent: ScopeId,
        head: TemplateHead,
        args: Args,
    ) -> ScopeId {
        if let Some(&scope) = self.template_scopes.get(&(parent, head, args)) {
            return scope;
        }
        let scope = self.scopes.template(self.ast, parent, head, args);
        if self.types.list_flags(args).has(TyFlags::DEPENDENT) {
            self.scopes[scope].is_open = true;
        }
        self.template_scopes.insert((parent, head, args), scope);
        scope
    }

    /// The parameters of `head` bound to themselves below `parent`.
    pub(crate) fn open_template_scope(&mut self, parent: ScopeId, head: TemplateHead) -> ScopeId {
        let args = self.open_args(parent, head);
        self.template_scope(parent, head, args)
    }

    /// The parameters of `head` as arguments: what they are bound to in its own signature.
    pub(crate) fn open_args(&mut self, parent: ScopeId, head: TemplateHead) -> Args {
        let depth = self.open_depth(parent);
        let params = TemplateParameters::each(self.ast, head);
        let mut args = Vec::with_capacity(params.len());
        for (index, parameter) in params.enumerate() {
            let param = Param { depth, index: index as u16, pack: parameter.is_pack };
            let arg = match parameter.kind {
                ParameterKind::Type => TemplateArg::Type(self.types.intern(TyKind::Param(param))),
                ParameterKind::NonType => TemplateArg::Param(param),
                ParameterKind::Template => TemplateArg::Template(TemplateRef::Param(param)),
            };
            args.push(if parameter.is_pack {
                let element = self.wrap_expansion(arg);
                TemplateArg::Pack(self.types.args(vec![element]))
            } else {
                arg
            });
        }
        self.types.args(args)
    }

    /// How many templates around `scope` are open.
    pub(crate) fn open_depth(&self, scope: ScopeId) -> u16 {
        let is_open = |id: &ScopeId| match self.scopes[*id].kind {
            ScopeKind::Template { args, .. } => self.types.list_flags(args).has(TyFlags::DEPENDENT),
            _ => false,
        };
        self.scopes.chain(scope).filter(is_open).count() as u16
    }

    /// Template arguments as written, expansions expanded, kinds decided by lookup, but not yet
    /// converted to the parameters of any template. `None` after reporting.
    pub fn resolve_template_args(
        &mut self,
        scope: ScopeId,
        args: &'a ast::TemplateArgs,
    ) -> Option<Args> {
        let list = self.resolve_argument_list(scope, &args.args)?;
        Some(self.types.args(list))
    }

    /// The arguments of a template that is not known yet, such as `T::template F<args>`.
    pub(crate) fn resolve_dependent_args(
        &mut self,
        scope: ScopeId,
        args: &'a ast::TemplateArgs,
    ) -> Option<Args> {
        let list = self.resolve_operands(scope, &args.args)?;
        Some(self.types.args(list))
    }

    /// The arguments of what has no template parameters that could want a template: traits of the
    /// compiler, unknown templates.
    pub(crate) fn resolve_operands(
        &mut self,
        scope: ScopeId,
        args: &'a [ast::TemplateArg],
    ) -> Option<Vec<TemplateArg>> {
        let list = self.resolve_argument_list(scope, args)?;
        Some(list.into_iter().map(as_type).collect())
    }

    pub(crate) fn resolve_argument_list(
        &mut self,
        scope: ScopeId,
        args: &'a [ast::TemplateArg],
    ) -> Option<Vec<TemplateArg>> {
        let list = self.resolve_argument_packs(scope, args)?;
        let has_pack = list.iter().any(|arg| matches!(arg, TemplateArg::Pack(_)));
        Some(if has_pack { self.flatten_list(&list) } else { list })
    }

    /// The same, but a pack that is expanded alone (`T...`) stays one, so that taking it along costs
    /// nothing for each of its elements.
    fn resolve_argument_packs(
        &mut self,
        scope: ScopeId,
        args: &'a [ast::TemplateArg],
    ) -> Option<Vec<TemplateArg>> {
        let mut list = Vec::with_capacity(args.len());
        for arg in args {
            if !arg.is_pack_expansion {
                list.push(self.resolve_argument(scope, &arg.kind)?);
                continue;
            }
            let pattern = Self::argument_pattern(&arg.kind)?;
            if let Some(name) = self.bare_name(&arg.kind)
                && let Some(pack) = self.closed_pack(scope, name, pattern)
            {
                // The first is resolved for what it says about the others: that a type may stand here.
                self.scopes.expand(scope, 1);
                let inner = self.scopes.expansion(scope, 0);
                self.resolve_argument(inner, &arg.kind)?;
                list.push(TemplateArg::Pack(pack));
                continue;
            }
            for (index, element) in self.expansion(scope, pattern)?.into_iter().enumerate() {
                let inner = self.scopes.expansion(scope, index as u32);
                let value = self.resolve_argument(inner, &arg.kind)?;
                list.push(match element {
                    Element::Closed => value,
                    Element::Open => self.wrap_expansion(value),
                });
            }
        }
        Some(list)
    }

    /// The name that alone is the argument.
    fn bare_name(&self, kind: &TemplateArgKind) -> Option<Name> {
        let ast = self.ast;
        let name = match kind {
            TemplateArgKind::Type(id) => match ast[*id].kind {
                ast::TypeExprKind::Named { name, .. } if ast[*id].cv.is_empty() => name,
                _ => return None,
            },
            TemplateArgKind::Expr(id) => match ast[*id].kind {
                ast::ExprKind::Name(name) => name,
                _ => return None,
            },
            TemplateArgKind::Template(name) | TemplateArgKind::Unresolved(name) => *name,
            TemplateArgKind::Error => return None,
        };
        ast.simple_name(name)
    }

    fn resolve_argument(
        &mut self,
        scope: ScopeId,
        kind: &'a TemplateArgKind,
    ) -> Option<TemplateArg> {
        match kind {
            TemplateArgKind::Type(id) => {
                let ty = self.resolve_inner_type(scope, *id);
                match *self.types.kind(ty) {
                    TyKind::Error => None,
                    TyKind::DeducedClass(template) => {
                        Some(TemplateArg::Template(TemplateRef::Template(template)))
                    }
                    _ => Some(TemplateArg::Type(ty)),
                }
            }
            TemplateArgKind::Expr(id) => self.resolve_expression_argument(scope, *id),
            TemplateArgKind::Template(name) | TemplateArgKind::Unresolved(name) => {
                self.resolve_name_argument(scope, *name, ExprNode::Name(*name))
            }
            TemplateArgKind::Error => None,
        }
    }

    pub(super) fn resolve_expression_argument(
        &mut self,
        scope: ScopeId,
        id: ast::ExprId,
    ) -> Option<TemplateArg> {
        let ast = self.ast;
        match &ast[id].kind {
            ast::ExprKind::Name(name) => {
                return self.resolve_name_argument(scope, *name, ExprNode::Expr(id));
            }
            ast::ExprKind::Literal(ast::Literal::Integer(literal)) => {
                let (value, ty) = crate::check::types::integer_literal(literal);
                return Some(TemplateArg::Value(Value::Int(value), ty));
            }
            ast::ExprKind::Literal(ast::Literal::Bool(value)) => {
                return Some(TemplateArg::Value(Value::bool(*value), Ty::BOOL));
            }
            _ => {}
        }
        let expr = ExprRef { node: ExprNode::Expr(id), scope };
        Some(if self.is_dependent_in(scope, Pattern::Expr(id)) {
            TemplateArg::Expr(expr)
        } else {
            TemplateArg::Pending(expr)
        })
    }

    pub(super) fn resolve_name_argument(
        &mut self,
        scope: ScopeId,
        name: ast::QualNameId,
        node: ExprNode,
    ) -> Option<TemplateArg> {
        let lookup = self.lookup_name(scope, name)?;
        let expr = ExprRef { node, scope };
        if lookup.args.is_some() {
            return self.resolve_template_id_argument(scope, &lookup, expr);
        }
        if lookup.found.is_ambiguous {
            self.report_ambiguous(lookup.name, lookup.span, &lookup.found);
            return None;
        }
        let Some(entity) = lookup.found.entities.first().cloned() else {
            self.report_name_not_found(scope, name);
            return None;
        };
        match entity {
            Entity::Type(ty) if self.types.is_error(ty) => None,
            Entity::Type(ty) => {
                if let ExprNode::Expr(_) = node {
                    self.require_typename(scope, name).ok()?;
                }
                Some(match self.injected_template(&lookup.found) {
                    Some(template) => TemplateArg::Injected(ty, template),
                    None => TemplateArg::Type(ty),
                })
            }
            Entity::Template(id)
                if matches!(
                    self.entities[id].kind,
                    TemplateKind::Class | TemplateKind::Alias | TemplateKind::Tile
                ) =>
            {
                if let ExprNode::Expr(_) = node {
                    self.require_template_keyword(scope, name).ok()?;
                }
                Some(TemplateArg::Template(TemplateRef::Template(id)))
            }
            Entity::TemplateParam(param) => Some(TemplateArg::Template(TemplateRef::Param(param))),
            Entity::Value(args, index) => self.types.list(args).get(index as usize).cloned(),
            Entity::Param(param) => Some(TemplateArg::Param(param)),
            Entity::DependentMember(_) | Entity::DependentValue(_) => Some(TemplateArg::Expr(expr)),
            Entity::Enumerator(id, index) => {
                let value = self.entities[id].enumerators.get(index as usize)?.value;
                Some(TemplateArg::Value(Value::Int(value), self.entities[id].ty))
            }
            Entity::ArgPack(_) | Entity::LocalPack(_) => {
                let message = format!(
                    "`{}` is a parameter pack; expand it with `...`",
                    self.show_name(lookup.name)
                );
                self.error(codes::UNEXPANDED_PACK, lookup.span, message);
                None
            }
            Entity::Namespace(_) => {
                let message = format!(
                    "a template argument cannot name a namespace, and `{}` is one",
                    self.show_name(lookup.name)
                );
                self.error(codes::TEMPLATE_ARGUMENT_KIND, lookup.span, message);
                None
            }
            Entity::Variable(_)
            | Entity::Function(_)
            | Entity::Template(_)
            | Entity::Field(..)
            | Entity::Local(_)
            | Entity::Expr(_) => Some(if self.is_dependent_entity(&entity) {
                TemplateArg::Expr(expr)
            } else {
                TemplateArg::Pending(expr)
            }),
            Entity::Error => None,
        }
    }

    /// `A<int>`, `v<int>`, `C<int>` as an argument.
    fn resolve_template_id_argument(
        &mut self,
        scope: ScopeId,
        lookup: &NameLookup<'a>,
        expr: ExprRef,
    ) -> Option<TemplateArg> {
        let args = lookup.args?;
        match lookup.found.entities.first().cloned() {
            Some(Entity::DependentMember(_)) => Some(TemplateArg::Expr(expr)),
            Some(entity @ (Entity::Type(_) | Entity::TemplateParam(_))) => {
                let ty = self.template_id_type(scope, &entity, args, lookup.span);
                (ty != Ty::ERROR).then_some(TemplateArg::Type(ty))
            }
            Some(entity @ Entity::Template(id)) => match self.entities[id].kind {
                TemplateKind::Class | TemplateKind::Alias | TemplateKind::Tile => {
                    let ty = self.template_id_type(scope, &entity, args, lookup.span);
                    (ty != Ty::ERROR).then_some(TemplateArg::Type(ty))
                }
                TemplateKind::Variable | TemplateKind::Concept | TemplateKind::Function => {
                    let pattern = match expr.node {
                        ExprNode::Expr(id) => Pattern::Expr(id),
                        ExprNode::Name(id) => Pattern::Name(id),
                    };
                    Some(if self.is_dependent_in(scope, pattern) {
                        TemplateArg::Expr(expr)
                    } else {
                        TemplateArg::Pending(expr)
                    })
                }
                TemplateKind::Guide => None,
            },
            Some(Entity::Error) => None,
            Some(_) => {
                let message = format!("`{}` is not a template", self.show_name(lookup.name));
                self.error(codes::NOT_A_TEMPLATE, lookup.span, message);
                None
            }
            None => {
                self.report_not_found(scope, lookup);
                None
            }
        }
    }

    /// Reports that lookup of a name found nothing or too much.
    pub fn report_not_found(&mut self, scope: ScopeId, lookup: &NameLookup<'a>) {
        if lookup.found.is_ambiguous {
            let found: LookupResult = lookup.found.clone();
            self.report_ambiguous(lookup.name, lookup.span, &found);
        } else {
            self.report_undeclared(scope, lookup.name, lookup.span);
        }
    }

    /// The template that a class is a specialisation of, with the arguments.
    pub fn template_of(&self, ty: Ty) -> Option<(TemplateId, Args)> {
        self.entities[self.types.class_of(ty)?].template
    }

    /// The type `entity<args>`; [`Ty::ERROR`] after reporting.
    pub(crate) fn template_id_type(
        &mut self,
        scope: ScopeId,
        entity: &Entity,
        args: &'a ast::TemplateArgs,
        span: Span,
    ) -> Ty {
        let Some(raw) = self.resolve_argument_packs(scope, &args.args) else { return Ty::ERROR };
        let span = span.to(args.span);
        match entity {
            Entity::TemplateParam(param) => {
                let raw = self.flatten_list(&raw).into_iter().map(as_type).collect();
                let (template, args) = (TemplateRef::Param(*param), self.types.args(raw));
                self.types.intern(TyKind::Specialization { template, args })
            }
            Entity::Template(id) => self.template_type(scope, *id, raw, span),
            Entity::Type(ty) => {
                let message = format!("`{}` is not a template", self.show(*ty));
                self.error(codes::NOT_A_TEMPLATE, span, message);
                Ty::ERROR
            }
            _ => Ty::ERROR,
        }
    }

    fn template_type(
        &mut self,
        scope: ScopeId,
        id: TemplateId,
        raw: Vec<TemplateArg>,
        span: Span,
    ) -> Ty {
        let kind = self.entities[id].kind;
        match kind {
            TemplateKind::Class | TemplateKind::Alias | TemplateKind::Tile => {}
            TemplateKind::Function
            | TemplateKind::Variable
            | TemplateKind::Concept
            | TemplateKind::Guide => {
                let message = format!("`{}` is not a type", self.show_name(self.entities[id].name));
                self.error(codes::NOT_A_TYPE, span, message);
                return Ty::ERROR;
            }
        }
        let Some(args) = self.convert_template_list(id, raw, span) else { return Ty::ERROR };
        match kind {
            TemplateKind::Tile => self.tile_type(args, span),
            TemplateKind::Alias => self.specialize_alias(id, args, span),
            _ if self.types.list_flags(args).has(TyFlags::DEPENDENT) => {
                match self.current_instantiation(scope, id, args) {
                    Some(ty) => ty,
                    None => self.types.intern(TyKind::Specialization {
                        template: TemplateRef::Template(id),
                        args,
                    }),
                }
            }
            _ => self
                .specialize_class(id, args, span)
                .map_or(Ty::ERROR, |class| self.entities[class].ty),
        }
    }

    /// The class around `scope` that stands for all specialisations of its template, when these
    /// are its own arguments ([temp.dep.type]/1).
    fn current_instantiation(&self, scope: ScopeId, id: TemplateId, args: Args) -> Option<Ty> {
        self.scopes.chain(scope).find_map(|scope| match self.scopes[scope].kind {
            ScopeKind::Class(class) => {
                let class = &self.entities[class];
                (class.template == Some((id, args))).then_some(class.ty)
            }
            _ => None,
        })
    }

    /// `__tile_t<E, dims...>`
    fn tile_type(&mut self, args: Args, span: Span) -> Ty {
        if self.types.list_flags(args).has(TyFlags::DEPENDENT) {
            return self.types.intern(TyKind::DependentTile(args));
        }
        let mut elem = Ty::ERROR;
        let mut dims = Vec::new();
        for arg in self.flatten_packs(args) {
            match arg {
                TemplateArg::Type(ty) => elem = ty,
                TemplateArg::Value(value, _) => match value.as_int().map(u64::try_from) {
                    Some(Ok(dim)) => dims.push(dim),
                    _ => {
                        self.error(
                            codes::TEMPLATE_ARGUMENT_VALUE,
                            span,
                            "the dimensions of `__tile_t` must be integers of at least 1",
                        );
                        return Ty::ERROR;
                    }
                },
                _ => return Ty::ERROR,
            }
        }
        self.types.tile(elem, &dims)
    }
}

/// An injected-class-name as the type, which it is to most parameters that are not known yet.
fn as_type(arg: TemplateArg) -> TemplateArg {
    match arg {
        TemplateArg::Injected(ty, _) => TemplateArg::Type(ty),
        arg => arg,
    }
}
