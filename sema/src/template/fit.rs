//! Fitting an argument list to the parameters of a template ([temp.arg], [temp.param]): defaults
//! are filled in, packs gathered, values converted, templates compared with what is asked for.
//!
//! In: arguments as `args` resolves them. Out: one argument for each parameter, in canonical form,
//! so that equal lists name the same specialisation ([temp.type]).

use lang::ast;
use lang::base::{Applicability, Diagnostic, NoteKind, Span};

use super::pack::{Element, Pattern};
use super::params::{ParameterKind, TemplateParameter, TemplateParameters};
use crate::Cx;
use crate::codes;
use crate::concept::normal::subsumes;
use crate::constexpr::value::{Address, Root, Value};
use crate::entity::{TemplateId, TemplateKind};
use crate::evaluate::Query;
use crate::scope::{ScopeId, TemplateHead};
use crate::ty::{Args, ExprNode, TemplateArg, TemplateRef, Ty};

/// The parameter that an argument is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub parameter: usize,
    /// Which element of it, if it is a pack.
    pub element: u32,
}

impl Position {
    /// A parameter that is not a pack.
    pub fn of(parameter: usize) -> Position {
        Position { parameter, element: 0 }
    }
}

impl<'a> Cx<'a> {
    /// Arguments as written, converted to the template's parameters: defaults filled in, packs
    /// gathered, values converted. `None` after reporting.
    ///
    /// A dependent list that holds an expansion where a single parameter stands is returned as it
    /// is; deduction knows what to do with it.
    pub fn convert_template_args(
        &mut self,
        template: TemplateId,
        args: Args,
        span: Span,
    ) -> Option<Args> {
        let raw = self.types.list(args).to_vec();
        self.convert_template_list(template, raw, span)
    }

    /// The same for arguments that are not a list yet; a pack in it stands for its elements.
    pub(crate) fn convert_template_list(
        &mut self,
        template: TemplateId,
        raw: Vec<TemplateArg>,
        span: Span,
    ) -> Option<Args> {
        if self.entities[template].kind == TemplateKind::Tile {
            return self.convert_tile_args(&raw, span);
        }
        let params = self.entities[template].params.clone();
        let scope = self.entities[template].scope;
        let declared = self.entities[template].span;
        self.convert_args(&params, scope, raw, declared, span)
    }

    pub(crate) fn convert_args(
        &mut self,
        params: &TemplateParameters,
        scope: ScopeId,
        raw: Vec<TemplateArg>,
        declared: Span,
        span: Span,
    ) -> Option<Args> {
        let (raw, whole) = match self.whole_pack(params, &raw) {
            Some((fixed, pack)) => (fixed.to_vec(), Some(pack)),
            None if raw.iter().any(|arg| matches!(arg, TemplateArg::Pack(_))) => {
                (self.flatten_list(&raw), None)
            }
            None => (raw, None),
        };
        let mut converted: Vec<TemplateArg> = Vec::with_capacity(params.len());
        let n_raw = raw.len();
        let has_expansion = raw.iter().any(|arg| self.is_expansion(arg));
        let expanding = has_expansion.then(|| raw.clone());
        let mut rest = raw.into_iter();
        let mut taken = 0;
        for (index, parameter) in params.list.iter().enumerate() {
            if parameter.is_pack {
                if let Some(pack) = whole {
                    converted.push(TemplateArg::Pack(pack));
                    continue;
                }
                let count = self.expanded_parameters(params, index, scope, &converted);
                let mut pack = Vec::new();
                for arg in rest.by_ref().take(count.unwrap_or(usize::MAX)) {
                    taken += 1;
                    let at = Position { parameter: index, element: pack.len() as u32 };
                    pack.push(self.convert_arg(params, at, scope, &converted, arg, span)?);
                }
                if count.is_some_and(|count| count != pack.len()) {
                    self.report_argument_count(params, n_raw, declared, span);
                    return None;
                }
                let pack = self.types.args(pack);
                converted.push(TemplateArg::Pack(pack));
                continue;
            }
            match rest.next() {
                Some(arg) if self.is_expansion(&arg) => {
                    return expanding.map(|list| self.types.args(list));
                }
                Some(arg) => {
                    taken += 1;
                    let at = Position::of(index);
                    let arg = self.convert_arg(params, at, scope, &converted, arg, span)?;
                    converted.push(arg);
                }
                None => match self.default_argument(params, index, scope, &converted, span) {
                    Some(arg) => converted.push(arg?),
                    None => {
                        self.report_argument_count(params, n_raw, declared, span);
                        return None;
                    }
                },
            }
        }
        if taken < n_raw {
            self.report_argument_count(params, n_raw, declared, span);
            return None;
        }
        Some(self.types.args(converted))
    }

    /// The list that a pack of type parameters takes as it is: `tuple<T...>`, where `T` is bound to
    /// types. With it, what the parameters in front of the pack take.
    fn whole_pack<'l>(
        &self,
        params: &TemplateParameters,
        raw: &'l [TemplateArg],
    ) -> Option<(&'l [TemplateArg], Args)> {
        let (&TemplateArg::Pack(pack), fixed) = raw.split_last()? else { return None };
        let parameter = params.list.get(fixed.len())?;
        let is_single =
            |arg: &TemplateArg| !matches!(arg, TemplateArg::Pack(_)) && !self.is_expansion(arg);
        let is_type = |arg: &TemplateArg| matches!(arg, TemplateArg::Type(_));
        let fits = params.len() == fixed.len() + 1
            && parameter.is_pack
            && parameter.kind == ParameterKind::Type
            && fixed.iter().all(is_single)
            && self.types.list(pack).iter().all(is_type);
        fits.then_some((fixed, pack))
    }

    /// The default argument of a parameter, the earlier ones being bound; `None` when it has none.
    #[expect(clippy::option_option, reason = "no default, and a wrong one, are different")]
    pub(crate) fn default_argument(
        &mut self,
        params: &TemplateParameters,
        index: usize,
        scope: ScopeId,
        earlier: &[TemplateArg],
        span: Span,
    ) -> Option<Option<TemplateArg>> {
        let ast = self.ast;
        let (head, decl) = params.list[index].default?;
        let bound = self.types.args(earlier.to_vec());
        let inner = self.template_scope(scope, head, bound);
        let ast::DeclKind::TemplateParam(param) = &ast[decl].kind else { return None };
        let around = self.incomplete_in_default(scope, head, param);
        let resolve = |cx: &mut Self| {
            cx.before_brace(&around, |cx| {
                let arg = cx.written_default(inner, param)?;
                cx.convert_arg(params, Position::of(index), scope, earlier, arg, span)
            })
        };
        let query = Query::TemplateDefault(decl, inner);
        let evaluate = |cx: &mut Self| cx.evaluating_hard(query, span, resolve);
        Some(self.nested(span, evaluate).ok().flatten().flatten())
    }

    /// The default argument of a parameter as written, in a scope that binds those before.
    fn written_default(
        &mut self,
        inner: ScopeId,
        param: &'a ast::TemplateParam,
    ) -> Option<TemplateArg> {
        match &param.kind {
            ast::TemplateParamKind::Type { default: Some(ty), .. } => {
                let ty = self.resolve_type(inner, *ty);
                (ty != Ty::ERROR).then_some(TemplateArg::Type(ty))
            }
            ast::TemplateParamKind::NonType { default: Some(expr), .. } => {
                self.resolve_expression_argument(inner, *expr)
            }
            ast::TemplateParamKind::Template { default: Some(name), .. } => {
                self.resolve_name_argument(inner, *name, ExprNode::Name(*name))
            }
            _ => None,
        }
    }

    /// `template <Ts... Vs>` below a pack `Ts`: a pack expansion, and so many parameters
    /// ([temp.param]/17).
    fn expanded_parameters(
        &mut self,
        params: &TemplateParameters,
        index: usize,
        scope: ScopeId,
        earlier: &[TemplateArg],
    ) -> Option<usize> {
        let ast = self.ast;
        let ast::DeclKind::TemplateParam(param) = &ast[params.list[index].decl].kind else {
            return None;
        };
        let ast::TemplateParamKind::NonType { ty, .. } = param.kind else { return None };
        if let ast::TypeExprKind::Builtin(_) = ast[ty].kind {
            return None;
        }
        let bound = self.types.args(earlier.to_vec());
        let inner = self.template_scope(scope, params.head, bound);
        let elements = self.tentatively(|cx| cx.expansion(inner, Pattern::Type(ty))).ok()??;
        (!elements.contains(&Element::Open)).then_some(elements.len())
    }

    /// One argument for the parameter `at` of `params`, the earlier ones being bound.
    pub(crate) fn convert_arg(
        &mut self,
        params: &TemplateParameters,
        at: Position,
        scope: ScopeId,
        earlier: &[TemplateArg],
        arg: TemplateArg,
        span: Span,
    ) -> Option<TemplateArg> {
        let parameter = &params.list[at.parameter];
        match (parameter.kind, arg) {
            (_, TemplateArg::Error) => None,
            (ParameterKind::Type, arg @ TemplateArg::Type(_)) => Some(arg),
            (ParameterKind::Template, TemplateArg::Template(template)) => {
                if let TemplateRef::Template(id) = template {
                    let bound = self.types.args(earlier.to_vec());
                    let inner = self.template_scope(scope, params.head, bound);
                    let why = if !self.template_fits(parameter, id) {
                        "has other parameters"
                    } else if !self.template_is_unconstrained_by(parameter, inner, id) {
                        "is more constrained"
                    } else {
                        return Some(TemplateArg::Template(template));
                    };
                    let message = format!(
                        "template `{}` {why} than template parameter `{}` expects",
                        self.show_name(self.entities[id].name),
                        self.show_parameter(parameter)
                    );
                    let diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_KIND, span, message)
                        .secondary(parameter.span, "the parameter");
                    self.report(diagnostic);
                    return None;
                }
                Some(TemplateArg::Template(template))
            }
            (ParameterKind::Template, TemplateArg::Expansion(inner))
                if matches!(*inner, TemplateArg::Template(_)) =>
            {
                let inner = self.convert_arg(params, at, scope, earlier, *inner, span)?;
                Some(TemplateArg::Expansion(Box::new(inner)))
            }
            (ParameterKind::Type, TemplateArg::Injected(ty, _)) => Some(TemplateArg::Type(ty)),
            (ParameterKind::Template, TemplateArg::Injected(_, template)) => {
                let arg = TemplateArg::Template(TemplateRef::Template(template));
                self.convert_arg(params, at, scope, earlier, arg, span)
            }
            (_, TemplateArg::Injected(ty, _)) => {
                self.report_wrong_kind(
                    (parameter, at.parameter),
                    scope,
                    &TemplateArg::Type(ty),
                    span,
                );
                None
            }
            (ParameterKind::NonType, arg)
                if !matches!(arg, TemplateArg::Type(_) | TemplateArg::Template(_)) =>
            {
                if let TemplateArg::Expansion(inner) = arg {
                    let inner = self.convert_arg(params, at, scope, earlier, *inner, span)?;
                    return Some(TemplateArg::Expansion(Box::new(inner)));
                }
                let ty = self.parameter_type(params, at, scope, earlier)?;
                self.fit_value(arg, ty, parameter, span)
            }
            (_, arg) => {
                self.report_wrong_kind((parameter, at.parameter), scope, &arg, span);
                None
            }
        }
    }

    /// The type of a non-type parameter, the earlier ones being bound.
    pub(crate) fn parameter_type(
        &mut self,
        params: &TemplateParameters,
        at: Position,
        scope: ScopeId,
        earlier: &[TemplateArg],
    ) -> Option<Ty> {
        let ast = self.ast;
        let parameter = &params.list[at.parameter];
        let ast::DeclKind::TemplateParam(param) = &ast[parameter.decl].kind else {
            return None;
        };
        let ast::TemplateParamKind::NonType { ty, .. } = param.kind else { return None };
        // Most are `int` and the like: no scope needed.
        if let ast::TypeExprKind::Builtin(builtin) = ast[ty].kind
            && ast[ty].cv.is_empty()
        {
            return crate::check::types::builtin_type(builtin);
        }
        // Most others are aliases of such types.
        let known = self.parameter_types.get(&(ty, scope)).copied();
        if let Some(Some(known)) = known {
            return Some(known);
        }
        let bound = self.types.args(earlier.to_vec());
        let mut inner = self.template_scope(scope, params.head, bound);
        if parameter.is_pack {
            inner = self.scopes.expansion(inner, at.element);
        }
        let resolved = self.resolve_type(inner, ty);
        let resolved = self.types.decay(resolved);
        if resolved == Ty::ERROR {
            return None;
        }
        if known.is_none() {
            let is_same = !self.types.has_placeholder(resolved)
                && !self.types.is_dependent(resolved)
                && !self.depends_on_parameter(inner, Pattern::Type(ty));
            self.parameter_types.insert((ty, scope), is_same.then_some(resolved));
        }
        Some(resolved)
    }

    /// [temp.arg.nontype]
    fn fit_value(
        &mut self,
        arg: TemplateArg,
        ty: Ty,
        parameter: &TemplateParameter,
        span: Span,
    ) -> Option<TemplateArg> {
        match arg {
            TemplateArg::Value(value, from) => {
                if from == ty || self.types.is_dependent(ty) {
                    return Some(TemplateArg::Value(value, from));
                }
                if self.types.has_placeholder(ty) {
                    let (value, ty) = self.deduced_value(value, from, ty, span)?;
                    return Some(TemplateArg::Value(value, ty));
                }
                if self.types.class_of(ty).is_some() {
                    let value = self.convert_value(&value, from, ty, span).ok()?;
                    return self
                        .check_structural(ty, parameter, span)
                        .then_some(TemplateArg::Value(value, ty));
                }
                match self.convert_constant(&value, from, ty) {
                    Some(value) => Some(TemplateArg::Value(value, ty)),
                    None => {
                        let message = format!(
                            "`{}` of type `{}` is not of type `{}`, which `{}` requires",
                            self.show_value(&value, from),
                            self.show(from),
                            self.show(ty),
                            self.show_parameter(parameter)
                        );
                        let diagnostic =
                            Diagnostic::new(codes::TEMPLATE_ARGUMENT_VALUE, span, message)
                                .secondary(parameter.span, "the parameter");
                        self.report(diagnostic);
                        None
                    }
                }
            }
            TemplateArg::Pending(expr) => {
                if self.types.has_placeholder(ty) {
                    let (value, ty) = self.deduced_argument(expr, ty)?;
                    if self.names_literal(&value, parameter, span) {
                        return None;
                    }
                    return self
                        .check_structural(ty, parameter, span)
                        .then_some(TemplateArg::Value(value, ty));
                }
                if self.types.is_dependent(ty) {
                    let (value, from) = self.evaluate_argument(expr)?;
                    return Some(TemplateArg::Value(value, from));
                }
                let value = self.argument_constant(expr, ty)?;
                if self.names_literal(&value, parameter, span) {
                    return None;
                }
                self.check_structural(ty, parameter, span).then_some(TemplateArg::Value(value, ty))
            }
            arg => Some(arg),
        }
    }

    /// Whether a template argument points to a string literal or to a temporary object, which none may
    /// ([temp.arg.nontype]/3); reports.
    fn names_literal(&mut self, value: &Value, parameter: &TemplateParameter, span: Span) -> bool {
        if !points_to_literal(value) {
            if self.points_to_temporary(value) {
                let message = "a template argument cannot refer to a temporary object";
                let diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_VALUE, span, message)
                    .secondary(parameter.span, "the parameter")
                    .help("refer to a `constexpr` variable with static storage");
                self.report(diagnostic);
                return true;
            }
            return false;
        }
        let message = "a template argument cannot point to a string literal";
        let diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_VALUE, span, message)
            .secondary(parameter.span, "the parameter")
            .help("point to a `constexpr` array with static storage that holds the text");
        self.report(diagnostic);
        true
    }

    fn points_to_temporary(&self, value: &Value) -> bool {
        match value {
            Value::Address(Address::Object { root: Root::Global(var), .. }) => {
                self.entities[*var].is_temporary
            }
            Value::Aggregate(parts) => parts.iter().any(|part| self.points_to_temporary(part)),
            Value::Union(_, part) => self.points_to_temporary(part),
            _ => false,
        }
    }

    /// Whether a value of type `ty` may be a template argument ([temp.param]/6); reports.
    fn check_structural(&mut self, ty: Ty, parameter: &TemplateParameter, span: Span) -> bool {
        let Some(class) = self.types.class_of(ty) else { return true };
        if self.special_members(class).structural {
            return true;
        }
        let (shown, name) = (self.show(ty), self.show_parameter(parameter));
        let field = self.entities[class].fields.iter().find_map(|field| {
            let why = match field {
                _ if field.access != ast::Access::Public => "not public",
                _ if field.is_mutable => "`mutable`",
                _ => return None,
            };
            Some((field.span, self.text(field.name?), why))
        });
        let cause = match field {
            Some((_, field, why)) => format!("its member `{field}` is {why}"),
            None => "it is not a structural type".to_owned(),
        };
        let message =
            format!("`{shown}` cannot be the type of the template parameter `{name}`: {cause}");
        let mut diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_VALUE, span, message)
            .secondary(parameter.span, "the parameter");
        if let Some((span, ..)) = field {
            diagnostic = diagnostic.secondary(span, "this member");
        }
        let help = match field {
            Some(_) => "make all bases and data members public and none of them `mutable`",
            None => {
                "its bases and members must be public and structural, its destructor `constexpr`"
            }
        };
        self.report(diagnostic.help(help));
        false
    }

    /// Whether a template can be the argument of a template template parameter
    /// ([temp.arg.template]/4): each of its parameters takes what the parameter's would be given.
    fn template_fits(&self, parameter: &TemplateParameter, id: TemplateId) -> bool {
        let wanted = TemplateParameters::of(self.ast, TemplateHead::Param(parameter.decl));
        if self.entities[id].kind == TemplateKind::Tile {
            return true;
        }
        let found = &self.entities[id].params;
        let pack = found.list.last().filter(|param| param.is_pack);
        for (index, want) in wanted.list.iter().enumerate() {
            // A pack gives all the others what it holds.
            let takes = |have: &TemplateParameter| have.kind == want.kind;
            if want.is_pack && !found.list.iter().skip(index).all(takes) {
                return false;
            }
            let own = found.list.get(index);
            let Some(have) = own.or(pack) else {
                // A pack stands for none too ([temp.arg.template]/4).
                if want.is_pack {
                    continue;
                }
                return false;
            };
            // The pack of the argument takes what is left, of its own kind.
            if own.is_none() && have.kind != want.kind {
                return false;
            }
            let fits = have.kind == want.kind && (have.is_pack || !want.is_pack || pack.is_some());
            if !fits && !want.is_pack {
                return false;
            }
        }
        let takes_all = wanted.trailing_pack().is_some();
        found
            .list
            .iter()
            .skip(wanted.len())
            .all(|param| takes_all || param.is_pack || param.default.is_some())
    }

    /// Whether the parameter, declared in `scope`, is at least as constrained as its argument
    /// ([temp.arg.template]/3).
    fn template_is_unconstrained_by(
        &mut self,
        parameter: &TemplateParameter,
        scope: ScopeId,
        id: TemplateId,
    ) -> bool {
        let (outer, head) = (self.entities[id].scope, self.entities[id].params.head);
        if !self.is_constrained(head) {
            return true;
        }
        let wanted = TemplateHead::Param(parameter.decl);
        let own = self.open_args(scope, wanted);
        let open = self.template_scope(scope, wanted, own);
        let raw = self.flatten_packs(own);
        let raw = self.types.args(raw);
        let Ok(Some(args)) =
            self.tentatively(|cx| cx.convert_template_args(id, raw, parameter.span))
        else {
            return true;
        };
        let bound = self.template_scope(outer, head, args);
        let (p, a) = (self.normalized_head(wanted, open), self.normalized_head(head, bound));
        subsumes(&p, &a)
    }

    fn convert_tile_args(&mut self, raw: &[TemplateArg], span: Span) -> Option<Args> {
        let mut list = Vec::new();
        for (index, arg) in self.flatten_list(raw).into_iter().enumerate() {
            list.push(match arg {
                TemplateArg::Type(ty) if index == 0 => TemplateArg::Type(ty),
                TemplateArg::Value(value, ty) if self.types.is_integral(ty) && index > 0 => {
                    TemplateArg::Value(value, Ty::SIZE)
                }
                TemplateArg::Pending(expr) if index > 0 => {
                    TemplateArg::Value(self.argument_constant(expr, Ty::SIZE)?, Ty::SIZE)
                }
                arg
                @ (TemplateArg::Param(_) | TemplateArg::Expr(_) | TemplateArg::Expansion(_))
                    if index > 0 =>
                {
                    arg
                }
                _ => {
                    self.error(
                        codes::TEMPLATE_ARGUMENT_KIND,
                        span,
                        "`__tile_t` takes an element type and dimensions",
                    );
                    return None;
                }
            });
        }
        if list.is_empty() {
            self.error(codes::TEMPLATE_ARGUMENT_COUNT, span, "`__tile_t` needs an element type");
            return None;
        }
        Some(self.types.args(list))
    }

    fn report_argument_count(
        &mut self,
        params: &TemplateParameters,
        found: usize,
        declared: Span,
        span: Span,
    ) {
        let least =
            params.list.iter().filter(|param| param.default.is_none() && !param.is_pack).count();
        let wanted = match (params.trailing_pack(), least == params.len()) {
            (Some(_), _) => format!("at least {least}"),
            (None, true) => format!("{least}"),
            (None, false) => format!("{least} to {}", params.len()),
        };
        let what = if wanted == "1" { "argument" } else { "arguments" };
        let verb = if found == 1 { "is" } else { "are" };
        let name = self.unit.sources.text(declared);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let message = match is_name {
            true => format!("`{name}` takes {wanted} template {what}, but {found} {verb} given"),
            false => format!("expected {wanted} template {what}, but {found} {verb} given"),
        };
        let mut diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_COUNT, span, message);
        if !declared.is_none() {
            diagnostic = diagnostic.note_at(
                NoteKind::DeclaredHere,
                declared,
                if is_name {
                    format!("`{name}` is declared here")
                } else {
                    "declared here".to_owned()
                },
            );
        }
        self.report(diagnostic);
    }

    fn report_wrong_kind(
        &mut self,
        (parameter, index): (&TemplateParameter, usize),
        scope: ScopeId,
        arg: &TemplateArg,
        span: Span,
    ) {
        let found = match arg {
            TemplateArg::Type(_) => "a type",
            TemplateArg::Template(_) => "a template",
            _ => "a value",
        };
        let wanted = match parameter.kind {
            ParameterKind::Type => "a type",
            ParameterKind::NonType => "a value",
            ParameterKind::Template => "a template",
        };
        let concept = self.concept_of_parameter(parameter, scope);
        let that = match concept {
            Some(concept) if parameter.kind == ParameterKind::Type => {
                format!(" that satisfies `{}`", self.show_name(self.entities[concept].name))
            }
            _ => String::new(),
        };
        let name = self.show_parameter(parameter);
        // Names of the library's own say nothing to its users.
        let which = match name.starts_with('_') {
            true => format!("template parameter {}", index + 1),
            false => format!("the template parameter `{name}`"),
        };
        let message =
            format!("`{}` is {found}, but {which} expects {wanted}{that}", self.show_arg(arg));
        let at = self.written_argument(span, index).unwrap_or(span);
        let mut diagnostic = Diagnostic::new(codes::TEMPLATE_ARGUMENT_KIND, at, message);
        let from_values = concept.and_then(|concept| self.type_of_values(concept, span, index));
        if let Some((written, ty)) = from_values {
            let message = format!("write the values as one type, `{ty}`");
            diagnostic = diagnostic.fix(message, Applicability::Always, written, ty);
        }
        let in_library = self.unit.sources.in_system_file(parameter.span.lo);
        if in_library && diagnostic.fixes.is_empty() {
            let advice = concept.and_then(|concept| self.advice(self.entities[concept].span));
            diagnostic = advice.into_iter().fold(diagnostic, Diagnostic::help);
        } else if !in_library {
            diagnostic = diagnostic.secondary(parameter.span, "the parameter");
        }
        self.report(diagnostic);
    }

    /// The written arguments from `index` on, and the type that has them as its values, as the attribute
    /// `[[tilec::values("shape<{}>")]]` of a concept says.
    fn type_of_values(
        &mut self,
        concept: TemplateId,
        span: Span,
        index: usize,
    ) -> Option<(Span, String)> {
        let decl = self.entities[concept].decl?;
        let pattern = self.text_attribute(decl, "values")?.to_owned();
        let written = (index..).map_while(|index| self.written_argument(span, index));
        let written: Vec<Span> = written.collect();
        let (first, last) = (written.first()?, written.last()?);
        let values: Vec<&str> = written.iter().map(|&span| self.unit.sources.text(span)).collect();
        // A bracket is part of something that is not a plain value.
        if values.iter().any(|value| value.contains(['(', '<', '{'])) {
            return None;
        }
        let ty = self.code_in_users_spelling(&pattern.replace("{}", &values.join(", ")));
        Some((Span::new(first.lo, last.hi), ty))
    }

    /// The concept that constrains a parameter.
    fn concept_of_parameter(
        &mut self,
        parameter: &TemplateParameter,
        scope: ScopeId,
    ) -> Option<TemplateId> {
        let ast = self.ast;
        let ast::DeclKind::TemplateParam(written) = &ast[parameter.decl].kind else { return None };
        let ast::TemplateParamKind::Type { constraint: Some(constraint), .. } = &written.kind
        else {
            return None;
        };
        let name = constraint.concept;
        let found = self.tentatively(|cx| cx.lookup_name(scope, name)).ok()??;
        match found.found.single() {
            Some(&crate::entity::Entity::Template(concept)) => Some(concept),
            _ => None,
        }
    }
}

/// Whether a string literal is somewhere behind the value ([temp.arg.nontype]/3).
fn points_to_literal(value: &Value) -> bool {
    match value {
        Value::Address(Address::Object { root: Root::String(_), .. }) => true,
        Value::Aggregate(parts) => parts.iter().any(points_to_literal),
        Value::Union(_, part) => points_to_literal(part),
        _ => false,
    }
}
