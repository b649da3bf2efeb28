//! Template heads and what stands below them ([temp.pre], [temp.param], [temp.spec.partial],
//! [temp.local], [temp.mem]).

use lang::ast::{
    Ast, BuiltinType, DeclId, DeclKind, DeductionGuide, FriendDecl, FunctionBody, FunctionDecl,
    QualNameId, TemplateDecl, TemplateParam, TemplateParamKind, TypeExprKind,
};
use lang::base::{Diagnostic, Name, Span};
use rustc_hash::FxHashSet;

use super::{Place, Rules};
use crate::check::enter::declared_name;
use crate::check::function::MISSING_DEFAULT_ARGUMENT;
use crate::codes;
use crate::entity::DeclName;

/// What a template head stands before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Templated {
    /// A class, variable or alias.
    Primary,
    Partial,
    Function {
        is_definition: bool,
    },
    Other,
}

/// Names that class templates have, and no other class or alias: such a name without arguments is a placeholder for a
/// specialisation.
pub(super) fn names_of_class_templates(ast: &Ast) -> FxHashSet<Name> {
    let mut templated = FxHashSet::default();
    let mut found = FxHashSet::default();
    let class_name = |id: DeclId| match &ast[id].kind {
        DeclKind::Class(class) => class.name.and_then(|name| ast[name].as_identifier()),
        _ => None,
    };
    for decl in ast.decls.values() {
        if let DeclKind::Template(template) = &decl.kind
            && let Some(name) = class_name(template.inner)
        {
            templated.insert(template.inner);
            found.insert(name);
        }
    }
    for (id, decl) in ast.decls.iter() {
        let other = match &decl.kind {
            DeclKind::Class(_) if !templated.contains(&id) => class_name(id),
            DeclKind::TypeAlias(alias) => Some(alias.name.name),
            _ => None,
        };
        if let Some(name) = other {
            found.remove(&name);
        }
    }
    found
}

impl Rules<'_> {
    /// Counts the declarations of each class, variable and alias template.
    pub(super) fn count_templates(&mut self, ast: &Ast, decls: &[DeclId]) {
        for &decl in decls {
            match &ast[decl].kind {
                DeclKind::Namespace(namespace) => self.count_templates(ast, &namespace.decls),
                DeclKind::LinkageSpec(linkage) => self.count_templates(ast, &linkage.decls),
                DeclKind::Template(template) => {
                    if let Some((DeclName::Identifier(name), _)) = declared_name(ast, decl) {
                        let is_class = matches!(ast[template.inner].kind, DeclKind::Class(_));
                        if is_class && !self.sources.in_system_file(ast[decl].span.lo) {
                            self.class_templates.insert(name);
                        }
                        *self.declarations.entry(name).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn check_template(&mut self, ast: &Ast, id: DeclId, template: &TemplateDecl) {
        let span = Span::new(ast[id].span.lo, ast[template.inner].span.lo);
        if self.c_linkage {
            let message = "a template cannot have C linkage";
            let diagnostic =
                Diagnostic::new(codes::INVALID_TEMPLATE, self.head_span(span), message)
                    .help("move it out of `extern \"C\"`");
            self.report(diagnostic);
        }
        let is_friend = self.is_friend || ast.is_friend(id);
        if let Place::Class { is_local: true, .. } = self.place
            && !is_friend
        {
            let message = "a local class cannot have member templates";
            let diagnostic =
                Diagnostic::new(codes::INVALID_TEMPLATE, self.head_span(span), message)
                    .help("define the class outside of the function");
            self.report(diagnostic);
        }
        if self.place == Place::Block {
            let message = "a template can only be declared in namespace or class scope";
            let diagnostic =
                Diagnostic::new(codes::INVALID_TEMPLATE, self.head_span(span), message)
                    .help("declare it before the function, or write a generic lambda");
            self.report(diagnostic);
        }
        self.check_parameters(ast, template);
        let names: Vec<_> = template
            .params
            .iter()
            .filter_map(|&id| parameter(ast, id).and_then(|param| param.name))
            .collect();
        self.check_distinct(&names, "template parameters");
        self.check_defaults(ast, template, is_friend);
        self.check_templated(ast, template, is_friend);
    }

    /// [temp.deduct.guide]/3
    pub(super) fn check_guide(&mut self, ast: &Ast, guide: &DeductionGuide) {
        let TypeExprKind::Named { name, .. } = ast[guide.result].kind else { return };
        let (made, named) = (&ast[name].last, &ast[guide.name].last);
        if made.identifier() != named.identifier() || made.args.is_none() {
            let message =
                "a deduction guide must return a specialisation of its own class template";
            let span = ast[guide.result].span;
            self.report(Diagnostic::new(codes::INVALID_TEMPLATE, span, message));
        }
    }

    /// The first line of a head: an abbreviated template has none of its own.
    fn head_span(&self, span: Span) -> Span {
        let length = self.sources.text(span).lines().next().map_or(0, str::len) as u32;
        if length == 0 { span } else { Span::sized(span.lo, length) }
    }

    fn check_parameters(&mut self, ast: &Ast, template: &TemplateDecl) {
        for &id in &template.params {
            let Some(param) = parameter(ast, id) else { continue };
            if let TemplateParamKind::NonType { ty, .. } = param.kind
                && matches!(ast[ty].kind, TypeExprKind::Builtin(BuiltinType::Void))
            {
                let message = "a template parameter cannot be of type `void`";
                self.report(Diagnostic::new(codes::INVALID_TEMPLATE, ast[id].span, message));
            }
            if param.is_pack && has_default(param) {
                let message = "a template parameter pack cannot have a default argument";
                let diagnostic = Diagnostic::new(codes::INVALID_TEMPLATE, ast[id].span, message)
                    .help("without arguments the pack is empty");
                self.report(diagnostic);
            }
        }
    }

    /// [temp.param]/12, 14, [temp.spec.partial.general]/9.4
    fn check_defaults(&mut self, ast: &Ast, template: &TemplateDecl, is_friend: bool) {
        let params: Vec<(DeclId, &TemplateParam)> = template
            .params
            .iter()
            .filter_map(|&id| parameter(ast, id).map(|param| (id, param)))
            .collect();
        let first = params.iter().position(|(_, param)| has_default(param));
        let kind = templated(ast, template.inner);
        let why = match kind {
            Templated::Partial => Some("a partial specialisation cannot have default arguments"),
            Templated::Function { is_definition: false } if is_friend => {
                Some("a friend declaration cannot have default template arguments")
            }
            _ => None,
        };
        if let (Some(why), Some(first)) = (why, first) {
            let span = ast[params[first].0].span;
            self.report(Diagnostic::new(codes::INVALID_TEMPLATE, span, why));
            return;
        }
        if kind != Templated::Primary {
            return;
        }
        if let Some((id, _)) =
            params.split_last().and_then(|(_, rest)| rest.iter().find(|(_, param)| param.is_pack))
        {
            let message = "a parameter pack must be the last parameter of a class, variable or alias \
                           template";
            self.report(Diagnostic::new(codes::INVALID_TEMPLATE, ast[*id].span, message));
            return;
        }
        let is_declared_once = match declared_name(ast, template.inner) {
            Some((DeclName::Identifier(name), _)) => {
                self.declarations.get(&name).is_none_or(|&count| count < 2)
            }
            _ => true,
        };
        let Some(first) = first else { return };
        let bare = params[first..].iter().find(|(_, param)| !has_default(param) && !param.is_pack);
        if let (Some(&(bare, _)), true) = (bare, is_declared_once) {
            let message = "missing default argument: an earlier template parameter has one";
            self.report(
                Diagnostic::new(codes::INVALID_TEMPLATE, ast[bare].span, message)
                    .secondary(ast[params[first].0].span, "this one has a default argument"),
            );
        }
    }

    /// The parameters of a function template: no other declaration can add default arguments ([dcl.fct.default]/4).
    fn check_default_arguments(&mut self, ast: &Ast, function: &FunctionDecl) {
        let params = function.ty.params.iter().filter_map(|&id| match &ast[id].kind {
            DeclKind::Param(param) => Some((ast[id].span, param)),
            _ => None,
        });
        let mut first = None;
        for (span, param) in params {
            match (first, param.default) {
                (None, Some(_)) => first = Some(span),
                (Some(first), None) if !param.is_pack => {
                    let span = param.name.map_or(span, |name| name.span);
                    let diagnostic = Diagnostic::new(
                        codes::CONFLICTING_DECLARATION,
                        span,
                        MISSING_DEFAULT_ARGUMENT,
                    );
                    return self.report(
                        diagnostic
                            .secondary(first, "this one has a default argument")
                            .help("give both a default argument, or swap them"),
                    );
                }
                _ => {}
            }
        }
    }

    /// The requirement of a partial specialisation of a function template on the template arguments, as a condition on the names
    /// of the template: `A == Activation::relu`.
    fn condition_of_specialization(
        &self,
        ast: &Ast,
        head: &TemplateDecl,
        function: &FunctionDecl,
    ) -> Option<String> {
        let name = &ast[function.name].last;
        let (identifier, written) = (name.identifier()?, &name.args.as_ref()?.args);
        let is_primary = |template: &&TemplateDecl| {
            let DeclKind::Function(other) = &ast[template.inner].kind else { return false };
            let last = &ast[other.name].last;
            last.identifier() == Some(identifier)
                && last.args.is_none()
                && template.params.len() == written.len()
        };
        let templates = ast.decls.iter().filter_map(|(_, decl)| match &decl.kind {
            DeclKind::Template(template) => Some(template),
            _ => None,
        });
        let primary = templates.into_iter().find(is_primary)?;
        let named = |id: DeclId| {
            let name = parameter(ast, id)?.name?;
            Some(self.sources.text(name.span))
        };
        let own: Vec<&str> = head.params.iter().filter_map(|&id| named(id)).collect();
        let mut conditions = Vec::new();
        for (&id, arg) in primary.params.iter().zip(written) {
            let text = self.sources.text(arg.span);
            if own.contains(&text) {
                continue;
            }
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let param = parameter(ast, id).filter(|param| !param.is_pack)?;
            // A type such as `T*` has no such condition.
            if text.is_empty() || text.split(|c| !is_word(c)).any(|word| own.contains(&word)) {
                return None;
            }
            conditions.push(match param.kind {
                TemplateParamKind::NonType { .. } => format!("{} == {text}", named(id)?),
                TemplateParamKind::Type { .. } => {
                    format!("std::is_same_v<{}, {text}>", named(id)?)
                }
                TemplateParamKind::Template { .. } | TemplateParamKind::Invented { .. } => {
                    return None;
                }
            });
        }
        (!conditions.is_empty()).then(|| conditions.join(" && "))
    }

    fn check_templated(&mut self, ast: &Ast, template: &TemplateDecl, is_friend: bool) {
        if let DeclKind::Function(function) = &ast[template.inner].kind {
            self.check_default_arguments(ast, function);
        }
        match &ast[template.inner].kind {
            DeclKind::Function(function)
                if !is_friend && ast[function.name].last.args.is_some() =>
            {
                let message = "a function template cannot be partially specialised";
                let diagnostic = Diagnostic::new(
                    codes::INVALID_SPECIALIZATION,
                    ast[function.name].span,
                    message,
                );
                let help = match self.condition_of_specialization(ast, template, function) {
                    Some(condition) => format!(
                        "test in the template, `if constexpr ({condition})`, or declare an overload with the parameters of the template and `requires ({condition})`"
                    ),
                    None => "test the template arguments in the template, by `if constexpr`, or declare an overload with the parameters of the template and a constraint".to_owned(),
                };
                self.report(diagnostic.help(help));
            }
            // [temp.friend]/1, [class.friend]/3
            DeclKind::Friend(FriendDecl::Type(ty)) => {
                let span = ast[*ty].span;
                let written = self.sources.text(span);
                let message = "a friend declaration with template parameters declares a class or a function template";
                let help = match written
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                {
                    true => {
                        format!("write `friend class {written}` if `{written}` is a class template")
                    }
                    false => format!("write `friend {written}` without template parameters"),
                };
                self.report(Diagnostic::new(codes::INVALID_TEMPLATE, span, message).help(help));
            }
            DeclKind::Concept { name, .. } => {
                let is_constrained = template.requires.is_some()
                    || template.params.iter().any(|&id| {
                        matches!(
                            parameter(ast, id).map(|param| &param.kind),
                            Some(TemplateParamKind::Type { constraint: Some(_), .. })
                        )
                    });
                let why = if is_constrained {
                    "a concept cannot have constraints of its own"
                } else if self.place != Place::Namespace {
                    "a concept can only be declared in namespace scope"
                } else {
                    return;
                };
                self.report(Diagnostic::new(codes::INVALID_TEMPLATE, name.span, why));
            }
            _ => {}
        }
    }

    /// [temp.expl.spec]/1
    pub(super) fn check_explicit_specialization(&mut self, ast: &Ast, inner: DeclId) {
        match &ast[inner].kind {
            DeclKind::Function(function) if function.body != FunctionBody::Deleted => {
                let default = function.ty.params.iter().find(|&&id| {
                    matches!(&ast[id].kind, DeclKind::Param(param) if param.default.is_some())
                });
                if let Some(&id) = default {
                    let message = "a specialisation of a function cannot have default arguments";
                    let diagnostic =
                        Diagnostic::new(codes::INVALID_SPECIALIZATION, ast[id].span, message);
                    self.report(diagnostic.help("the default arguments of the template apply"));
                }
            }
            _ => {}
        }
    }

    pub(super) fn enter_template_parameters(&mut self, ast: &Ast, params: &[DeclId]) {
        for &id in params {
            if let Some(TemplateParam { name: Some(name), .. }) = parameter(ast, id) {
                self.template_params.push((name.name, name.span));
            }
        }
    }

    /// [temp.local]/6: of members; blocks and parameters are checked where names are declared.
    pub(super) fn check_hides_no_template_parameter(&mut self, ast: &Ast, id: DeclId) {
        if !matches!(self.place, Place::Class { .. }) || self.is_friend || self.is_template {
            return;
        }
        let Some((DeclName::Identifier(name), written)) = declared_name(ast, id) else { return };
        // `using Base::Base;` of a parameter names its constructors.
        let is_using = matches!(ast[id].kind, DeclKind::UsingDecl(_));
        if is_using || written.is_some_and(|written: QualNameId| ast[written].is_qualified()) {
            return;
        }
        let Some(&(_, before)) = self.template_params.iter().find(|(param, _)| *param == name)
        else {
            return;
        };
        let message = format!("`{}` hides a template parameter", self.text(name));
        self.report(
            Diagnostic::new(codes::CONFLICTING_DECLARATION, ast[id].span, message)
                .secondary(before, "the template parameter"),
        );
    }
}

fn parameter(ast: &Ast, id: DeclId) -> Option<&TemplateParam> {
    match &ast[id].kind {
        DeclKind::TemplateParam(param) => Some(param),
        _ => None,
    }
}

fn has_default(param: &TemplateParam) -> bool {
    match &param.kind {
        TemplateParamKind::Type { default, .. } => default.is_some(),
        TemplateParamKind::NonType { default, .. } => default.is_some(),
        TemplateParamKind::Template { default, .. } => default.is_some(),
        TemplateParamKind::Invented { .. } => false,
    }
}

fn templated(ast: &Ast, inner: DeclId) -> Templated {
    let has_args = |name: QualNameId| ast[name].last.args.is_some();
    match &ast[inner].kind {
        DeclKind::Class(class) if class.name.is_some_and(has_args) => Templated::Partial,
        DeclKind::Variable(variable) if has_args(variable.name) => Templated::Partial,
        DeclKind::Class(_) | DeclKind::Variable(_) | DeclKind::TypeAlias(_) => Templated::Primary,
        DeclKind::Function(function) => {
            let is_definition = function.body != FunctionBody::None;
            Templated::Function { is_definition }
        }
        // `template<class T> friend f(T);`
        DeclKind::Friend(FriendDecl::Decl(declared)) => templated(ast, *declared),
        _ => Templated::Other,
    }
}
