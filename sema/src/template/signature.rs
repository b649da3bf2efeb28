//! Function templates as deduction sees them: parameter types in which the template parameters are
//! open.

use std::rc::Rc;

use lang::ast::{self, DeclId, DeclKind};
use lang::base::{Pos, Span};
use smallvec::SmallVec;

use super::params::TemplateParameters;
use crate::Cx;
use crate::check::decl::Place;
use crate::check::function::FunctionSource;
use crate::entity::{FunctionId, Owner, TemplateId, TemplateKind};
use crate::scope::{ScopeId, ScopeKind, TemplateHead};
use crate::ty::{Args, Param, Ty, TyKind};

/// The template parameters of one head.
#[derive(Clone, Debug)]
pub struct Level {
    pub depth: u16,
    pub params: TemplateParameters,
    /// The scope around the head.
    pub outer: ScopeId,
    /// The scope in which the parameters are open.
    pub scope: ScopeId,
}

/// The signature of a function template or deduction guide.
#[derive(Clone, Debug)]
pub struct Signature {
    /// One level; two for the guide made from a constructor template of a class template.
    pub levels: Vec<Level>,
    /// As declared: references are kept, arrays and functions decayed. A pack is a
    /// [`TyKind::PackExpansion`].
    pub params: Vec<Ty>,
    pub has_default: Vec<bool>,
    pub variadic: bool,
    pub ret: Option<Ty>,
    /// The trailing *requires-clause*, with the scope of the parameters.
    pub requires: Option<(ast::ExprId, ScopeId)>,
    /// The guide made from a constructor that is not a template: the only level is the class's, whose
    /// parameters make no forwarding references.
    pub class_level_only: bool,
}

impl Signature {
    /// The number of arguments that a call has at least.
    pub fn required(&self, is_pack: impl Fn(Ty) -> bool) -> usize {
        let params = self.params.iter().zip(&self.has_default);
        params.filter(|(ty, has_default)| !**has_default && !is_pack(**ty)).count()
    }

    /// All parameters of all levels.
    pub fn params_of_levels(&self) -> impl Iterator<Item = Param> + '_ {
        self.levels.iter().flat_map(|level| {
            level.params.list.iter().enumerate().map(|(index, param)| Param {
                depth: level.depth,
                index: index as u16,
                pack: param.is_pack,
            })
        })
    }

    /// The level and index of a parameter of this template.
    pub fn level_of(&self, param: Param) -> Option<usize> {
        self.levels.iter().position(|level| level.depth == param.depth)
    }
}

impl<'a> Cx<'a> {
    /// What declares the function of a function template: a declaration or a lambda.
    pub(crate) fn template_source(&self, template: TemplateId) -> Option<FunctionSource<'a>> {
        let entity = &self.entities[template];
        match (entity.decl, entity.lambda) {
            (Some(decl), _) => self.function_source(decl),
            (None, Some(lambda)) => self.lambda_source(lambda),
            (None, None) => None,
        }
    }

    /// The signature of a function template; made once. A name that cannot be resolved in it makes
    /// the template useless and is reported.
    pub(crate) fn signature(&mut self, template: TemplateId) -> Option<Rc<Signature>> {
        if let Some(signature) = &self.entities[template].signature {
            return Some(signature.clone());
        }
        let source = self.template_source(template)?;
        let outer = self.entities[template].scope;
        let params = self.entities[template].params.clone();
        let mut signature =
            self.outside(|cx| cx.open_signature(outer, Vec::new(), params, &source));
        if let Some((first, ..)) = self.first_declaration(template) {
            for (has_default, &param) in signature.has_default.iter_mut().zip(first.params) {
                *has_default |= self.default_of_parameter(param).is_some();
            }
        }
        let signature = Rc::new(signature);
        self.entities[template].signature = Some(signature.clone());
        Some(signature)
    }

    /// The first declaration of a function template where another one defines it, with its head and its
    /// scope. It alone has default arguments ([dcl.fct.default]/4).
    fn first_declaration(
        &self,
        template: TemplateId,
    ) -> Option<(FunctionSource<'a>, TemplateHead, ScopeId)> {
        let entity = &self.entities[template];
        let &(decl, scope) = entity.redeclarations.first()?;
        let source = self.function_source(decl).filter(|_| entity.decl != Some(decl))?;
        Some((source, TemplateHead::Decl(decl), scope))
    }

    /// The default argument of a parameter as it is written.
    pub(crate) fn default_of_parameter(&self, decl: DeclId) -> Option<ast::ExprId> {
        match &self.ast[decl].kind {
            DeclKind::Param(param) => param.default,
            _ => None,
        }
    }

    /// A parameter as it is written, but for its default argument.
    pub(crate) fn span_without_default(&self, decl: DeclId) -> Span {
        let span = self.ast[decl].span;
        let Some(default) = self.default_of_parameter(decl) else { return span };
        let before = Span { lo: span.lo, hi: self.ast[default].span.lo };
        match self.unit.sources.text(before).rfind('=') {
            Some(at) => Span { lo: span.lo, hi: Pos(span.lo.0 + at as u32) },
            None => span,
        }
    }

    /// Gives a specialisation the default arguments of the first declaration of its template. They are
    /// checked in a scope with the names of that declaration.
    pub(super) fn take_first_defaults(
        &mut self,
        template: TemplateId,
        args: Args,
        function: FunctionId,
    ) {
        let Some((first, head, scope)) = self.first_declaration(template) else { return };
        let Some(defining) = self.template_source(template) else { return };
        let pairs = defining.params.iter().zip(first.params);
        let defaults: SmallVec<[_; 4]> = pairs
            .filter_map(|(&own, &first)| Some((own, self.default_of_parameter(first)?)))
            .collect();
        if defaults.is_empty() {
            return;
        }
        let bound = self.template_scope(scope, head, args);
        let inner = self.scopes.push(Some(bound), ScopeKind::Parameters);
        self.declare_parameters(inner, first.params);
        for (decl, default) in defaults {
            let params = &mut self.entities[function].params;
            for param in params.iter_mut().filter(|param| param.decl == Some(decl)) {
                param.default = param.default.or(Some((default, inner)));
            }
        }
    }

    /// The signature of `source` with one more level of parameters open.
    pub(crate) fn open_signature(
        &mut self,
        outer: ScopeId,
        mut levels: Vec<Level>,
        params: TemplateParameters,
        source: &FunctionSource<'a>,
    ) -> Signature {
        let depth = self.open_depth(outer);
        let scope = self.open_template_scope(outer, params.head);
        levels.push(Level { depth, params, outer, scope });
        self.pattern_signature(scope, levels, source)
    }

    /// The signature of `source` in `scope`, where the parameters of `levels` are open.
    pub(crate) fn pattern_signature(
        &mut self,
        scope: ScopeId,
        levels: Vec<Level>,
        source: &FunctionSource<'a>,
    ) -> Signature {
        let inner = self.scopes.push(Some(scope), ScopeKind::Parameters);
        let declared = self.declare_parameters(inner, source.params);
        let ret = source.ret.map(|ret| self.resolve_type(inner, ret));
        Signature {
            levels,
            params: declared.iter().map(|param| param.ty).collect(),
            has_default: declared.iter().map(|param| param.default.is_some()).collect(),
            variadic: source.is_variadic || self.ends_in_ellipsis(inner, source.params),
            ret,
            requires: source.requires.map(|expr| (expr, inner)),
            class_level_only: false,
        }
    }

    /// Whether `decl` declares the function template `id` again ([temp.over.link]).
    pub(crate) fn redeclares_function_template(
        &mut self,
        id: TemplateId,
        place: Place,
        decl: DeclId,
    ) -> bool {
        let (Some(old), Some(new)) = (self.template_source(id), self.function_source(decl)) else {
            return false;
        };
        let both_defined = old.definition != crate::entity::Definition::None
            && new.definition != crate::entity::Definition::None;
        // The text of what a macro made tells less than its tokens, and headers may define what the compiler knows.
        let is_unsure = both_defined && {
            let spans = [self.entities[id].span, self.name_span(decl)];
            let sources = self.unit.sources;
            spans
                .iter()
                .any(|span| sources.expansion(span.lo).is_some() || sources.in_system_file(span.lo))
        };
        let params = TemplateParameters::of(self.ast, TemplateHead::Decl(decl));
        let same_requires = match (old.requires, new.requires) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                let known = &self.entities[id].params;
                self.equivalent_text((self.ast[a].span, known), (self.ast[b].span, &params))
            }
            _ => false,
        };
        // A using-declaration makes a member of a base known in the class, which hides it.
        let is_of_another_class =
            matches!(place.owner, Owner::Class(_)) && self.entities[id].owner != place.owner;
        if is_unsure
            || is_of_another_class
            || old.params.len() != new.params.len()
            || !self.same_head(id, decl)
            || !same_requires
            || old.is_variadic != new.is_variadic
            || old.cv != new.cv
            || old.ref_qualifier != new.ref_qualifier
        {
            return false;
        }
        let (known, ours) = (self.entities[id].params.clone(), params.clone());
        // What is not written alike is another overload: its types, which may name what is not complete yet, are left alone.
        if both_defined && !self.is_written_alike((&old, &known), (&new, &ours)) {
            return false;
        }
        let Some(a) = self.signature(id) else { return false };
        let b = self.outside(|cx| cx.open_signature(place.scope, Vec::new(), params, &new));
        let (old_params, new_params) = (old.params, new.params);
        let same_types = a.params.len() == b.params.len()
            && a.params.iter().zip(&b.params).enumerate().all(|(index, (&x, &y))| {
                let written =
                    |decls: &[DeclId]| decls.get(index).map(|&d| self.span_without_default(d));
                x == y
                    || match (written(old_params), written(new_params)) {
                        (Some(x), Some(y)) => {
                            self.is_opaque(a.params[index])
                                && self.equivalent_in_signature(
                                    (x, &known, old_params),
                                    (y, &ours, new_params),
                                )
                        }
                        _ => false,
                    }
            });
        let same_return = match (a.ret, b.ret) {
            (Some(x), Some(y)) => {
                let span = |source: &FunctionSource<'_>| source.ret.map(|ret| self.ast[ret].span);
                x == y
                    || self.is_opaque(x)
                        && span(&old).zip(span(&new)).is_some_and(|(x, y)| {
                            self.equivalent_in_signature(
                                (x, &known, old_params),
                                (y, &ours, new_params),
                            )
                        })
            }
            (x, y) => x == y,
        };
        same_types && same_return
    }

    /// Whether two functions have the same text but for the names of parameters and for default arguments.
    fn is_written_alike(
        &self,
        (a, ours): (&FunctionSource<'_>, &TemplateParameters),
        (b, theirs): (&FunctionSource<'_>, &TemplateParameters),
    ) -> bool {
        let alike = |x: Span, y: Span| {
            self.equivalent_in_signature((x, ours, a.params), (y, theirs, b.params))
        };
        let same_return = match (a.ret, b.ret) {
            (Some(x), Some(y)) => alike(self.ast[x].span, self.ast[y].span),
            (x, y) => x.is_none() && y.is_none(),
        };
        let mut pairs = a.params.iter().zip(b.params);
        same_return
            && pairs
                .all(|(&x, &y)| alike(self.span_without_default(x), self.span_without_default(y)))
    }

    /// Whether the head of `decl` has the parameters and constraints of the template's
    /// ([temp.over.link]/6); constraints are compared by their text.
    pub(crate) fn same_head(&self, id: TemplateId, decl: DeclId) -> bool {
        let params = TemplateParameters::of(self.ast, TemplateHead::Decl(decl));
        self.same_template_parameters(&self.entities[id].params, &params)
    }

    /// The same of two heads.
    pub(crate) fn same_template_parameters(
        &self,
        known: &TemplateParameters,
        params: &TemplateParameters,
    ) -> bool {
        let same_clause = match (known.head.requires(self.ast), params.head.requires(self.ast)) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                self.equivalent_text((self.ast[a].span, known), (self.ast[b].span, params))
            }
            _ => false,
        };
        same_clause
            && known.len() == params.len()
            && known.list.iter().zip(params.list.iter()).all(|(a, b)| {
                a.kind == b.kind
                    && a.is_pack == b.is_pack
                    && self.same_constraint((a.decl, known), (b.decl, params))
            })
    }

    /// Whether two declarations of partial specialisations are of the same one.
    pub(crate) fn same_partial(&mut self, template: TemplateId, a: usize, b: usize) -> bool {
        let (Some(first), Some(second)) =
            (self.partial_pattern(template, a), self.partial_pattern(template, b))
        else {
            return false;
        };
        let (x, y) = (self.flatten_packs(first.args), self.flatten_packs(second.args));
        let pairs = || x.iter().zip(&y);
        x.len() == y.len()
            && pairs().all(|(x, y)| self.equivalent_arg((x, &first.params), (y, &second.params)))
            && self.same_template_parameters(&first.params, &second.params)
    }

    /// Whether a type has parts that are compared by their text.
    fn is_opaque(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Unresolved(_) | TyKind::Decltype(_) => true,
            TyKind::Error => false,
            _ => self.types.is_dependent(ty) || self.types.has_placeholder(ty),
        }
    }

    fn same_constraint(
        &self,
        (a, ours): (DeclId, &TemplateParameters),
        (b, theirs): (DeclId, &TemplateParameters),
    ) -> bool {
        let constraint = |decl: DeclId| match &self.ast[decl].kind {
            DeclKind::TemplateParam(param) => match &param.kind {
                ast::TemplateParamKind::Type { constraint, .. }
                | ast::TemplateParamKind::Invented { constraint } => {
                    constraint.as_ref().map(|constraint| constraint.span)
                }
                ast::TemplateParamKind::NonType { ty, .. } => Some(self.ast[*ty].span),
                ast::TemplateParamKind::Template { .. } => None,
            },
            _ => None,
        };
        let params = |decl: DeclId| match &self.ast[decl].kind {
            DeclKind::TemplateParam(ast::TemplateParam {
                kind: ast::TemplateParamKind::Template { params, .. },
                ..
            }) => params.as_slice(),
            _ => &[],
        };
        let (inner, others) = (params(a), params(b));
        let same_inner = inner.len() == others.len()
            && inner.iter().zip(others).all(|(&a, &b)| {
                self.same_parameter_kind(a, b) && self.same_constraint((a, ours), (b, theirs))
            });
        same_inner
            && match (constraint(a), constraint(b)) {
                (None, None) => true,
                (Some(a), Some(b)) => self.equivalent_text((a, ours), (b, theirs)),
                _ => false,
            }
    }

    fn same_parameter_kind(&self, a: DeclId, b: DeclId) -> bool {
        match (&self.ast[a].kind, &self.ast[b].kind) {
            (DeclKind::TemplateParam(a), DeclKind::TemplateParam(b)) => {
                a.is_pack == b.is_pack
                    && std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
            }
            _ => true,
        }
    }

    /// Whether a template is a function template or guide.
    pub fn is_function_template(&self, template: TemplateId) -> bool {
        matches!(self.entities[template].kind, TemplateKind::Function | TemplateKind::Guide)
    }
}
