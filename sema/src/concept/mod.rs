//! Constraints ([temp.constr]): satisfaction, and explanations of why one does not hold.
//!
//! Satisfaction evaluates the constraint as written in the scope that binds the template
//! arguments: `&&` and `||` short-circuit, a concept-id goes into the concept, anything else is an
//! atomic constraint, whose substitution may fail ([temp.constr.atomic]/3). Results are remembered
//! per concept and arguments. Normal forms, needed only to compare constraints, are in `normal`.

pub mod cause;
mod explain;
pub mod normal;
pub mod progress;
pub mod requirement;

use lang::ast::{self, DeclKind, ExprKind, TemplateParamKind};
use lang::base::{Diagnostic, Note, NoteKind, Span};

use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{DeclName, Entity, FunctionId, TemplateId, TemplateKind};
use crate::evaluate::Query;
use crate::scope::{ScopeId, TemplateHead};
use crate::template::pack::{Element, Pattern};
use crate::template::walk::{Mention, Nested, mentions};
use crate::ty::flags::TyFlags;
use crate::ty::{Args, TemplateArg, Ty};
use crate::typed;

/// Begins the help of a documentation comment, shown with errors about its entity.
const ADVICE: &str = "Help: ";

/// Why a constraint does not hold: what the user reads.
pub type WhyNot = Box<Diagnostic>;

impl<'a> Cx<'a> {
    /// Whether the associated constraints of a function hold ([temp.constr.decl]).
    pub fn constraints_satisfied(&mut self, function: FunctionId) -> Result<(), WhyNot> {
        let span = self.entities[function].span;
        if let Some((template, args)) = self.entities[function].template {
            self.check_template_constraints(template, args, span)?;
        }
        self.check_trailing_requires(function, span)
    }

    /// The constraints of a template's head, for converted arguments.
    pub(crate) fn check_template_constraints(
        &mut self,
        template: TemplateId,
        args: Args,
        span: Span,
    ) -> Result<(), WhyNot> {
        if self.entities[template].kind == TemplateKind::Tile {
            return Ok(());
        }
        if let Some(known) = self.entities[template].satisfied.get(&args) {
            return known.clone().map_err(|why| at(why, span));
        }
        let head = self.entities[template].params.head;
        if !self.is_constrained(head) {
            return Ok(());
        }
        let fact = self.fact_of(template, args);
        if self.is_known_fact(&fact) {
            self.entities[template].satisfied.insert(args, Ok(()));
            return Ok(());
        }
        let scope = self.bound_scope(template, args);
        let result = self.nested(span, |cx| cx.head_constraints_hold(head, scope, span));
        let result = result.and_then(|result| result);
        let result = result.map_err(|why| self.wrap_template(template, args, why, span));
        if result.is_ok() {
            self.note_fact(fact);
        }
        self.entities[template].satisfied.insert(args, result.clone());
        result
    }

    /// Whether a head has constraints at all.
    pub(crate) fn is_constrained(&self, head: TemplateHead) -> bool {
        head.requires(self.ast).is_some()
            || head.params(self.ast).iter().any(|&decl| match &self.ast[decl].kind {
                DeclKind::TemplateParam(param) => matches!(
                    param.kind,
                    TemplateParamKind::Type { constraint: Some(_), .. }
                        | TemplateParamKind::Invented { constraint: Some(_) }
                ),
                _ => false,
            })
    }

    /// The constraints of `head`, whose parameters `scope` binds.
    pub(crate) fn head_constraints_hold(
        &mut self,
        head: TemplateHead,
        scope: ScopeId,
        span: Span,
    ) -> Result<(), WhyNot> {
        let ast = self.ast;
        let crate::scope::ScopeKind::Template { args, .. } = self.scopes[scope].kind else {
            return Ok(());
        };
        for (index, constraint) in head.constrained_params(ast) {
            match self.types.list(args).get(index).cloned() {
                Some(TemplateArg::Type(ty)) => {
                    self.satisfy_type_constraint(scope, constraint, ty, span)?;
                }
                Some(TemplateArg::Pack(pack)) => {
                    for (element, arg) in self.types.list(pack).to_vec().into_iter().enumerate() {
                        if let TemplateArg::Type(ty) = arg {
                            let inner = self.scopes.expansion(scope, element as u32);
                            self.satisfy_type_constraint(inner, constraint, ty, span)?;
                        }
                    }
                }
                _ => {}
            }
        }
        match head.requires(ast) {
            Some(expr) => self.satisfy_expr(scope, expr, span),
            None => Ok(()),
        }
    }

    /// The trailing *requires-clause* of a function.
    pub(crate) fn check_trailing_requires(
        &mut self,
        function: FunctionId,
        span: Span,
    ) -> Result<(), WhyNot> {
        let Some(expr) = self.entities[function].requires else { return Ok(()) };
        if let Some(known) = self.requires_cache.get(&function) {
            return known.clone().map_err(|why| at(why, span));
        }
        let scope = self.entities[function].scope;
        let query = Query::Requires(function);
        let satisfied = self.evaluating(query, span, |cx| cx.satisfy_expr(scope, expr, span));
        let result = satisfied.map_err(|why| self.said(why))?.map_err(|why| {
            let message =
                format!("the constraints of `{}` do not hold", self.show_function(function));
            wrap(message, &why, span)
        });
        self.requires_cache.insert(function, result.clone());
        result
    }

    /// Whether `ty` satisfies a type constraint such as `C<int>` before `auto`.
    pub fn satisfy_type_constraint(
        &mut self,
        scope: ScopeId,
        constraint: &'a ast::TypeConstraint,
        ty: Ty,
        span: Span,
    ) -> Result<(), WhyNot> {
        let first = TemplateArg::Type(ty);
        let (concept, args) = self.constraint_args(scope, constraint, first)?;
        self.satisfy_concept(concept, args, span)
    }

    /// The concept of a type constraint, and its arguments with the constrained type in front.
    pub(crate) fn constraint_args(
        &mut self,
        scope: ScopeId,
        constraint: &'a ast::TypeConstraint,
        first: TemplateArg,
    ) -> Result<(TemplateId, Args), WhyNot> {
        let found = self.tentatively(|cx| {
            let lookup = cx.lookup_name(scope, constraint.concept)?;
            let Some(Entity::Template(concept)) = lookup.found.single().cloned() else {
                match lookup.found.is_ambiguous {
                    true => cx.report_ambiguous(lookup.name, lookup.span, &lookup.found),
                    false => cx.report_name_not_found(scope, constraint.concept),
                }
                return None;
            };
            if cx.entities[concept].kind != TemplateKind::Concept {
                let message = format!("`{}` is not a concept", cx.show_name(lookup.name));
                cx.error(codes::INVALID_CONSTRAINT, lookup.span, message);
                return None;
            }
            let mut raw = vec![first];
            if let Some(args) = lookup.args {
                raw.extend(cx.resolve_argument_list(scope, &args.args)?);
            }
            let raw = cx.types.args(raw);
            let args = cx.convert_template_args(concept, raw, constraint.span)?;
            Some((concept, args))
        })?;
        found.ok_or_else(|| {
            let message = "the constraint is ill-formed";
            Box::new(Diagnostic::new(codes::INVALID_CONSTRAINT, constraint.span, message))
        })
    }

    /// Whether `concept<args>` is satisfied, for converted arguments.
    pub fn satisfy_concept(
        &mut self,
        concept: TemplateId,
        args: Args,
        span: Span,
    ) -> Result<(), WhyNot> {
        if let Some(known) = self.entities[concept].satisfied.get(&args) {
            return known.clone().map_err(|why| at(why, span));
        }
        if self.types.list_flags(args).has(TyFlags::ERROR) {
            // Said already; no second message about the same mistake.
            return Ok(());
        }
        let fact = self.fact_of(concept, args);
        if self.is_known_fact(&fact) {
            self.entities[concept].satisfied.insert(args, Ok(()));
            return Ok(());
        }
        let Some(constraint) = self.constraint_of(concept) else { return Ok(()) };
        if !self.check_no_self_reference(concept, constraint) {
            return Ok(());
        }
        let scope = self.bound_scope(concept, args);
        // [temp.constr.atomic]/3: satisfaction that depends on itself is ill-formed.
        let query = Query::Concept(concept, args);
        let satisfy = |cx: &mut Self| {
            let satisfied =
                cx.evaluating(query, span, |cx| cx.satisfy_expr(scope, constraint, span));
            satisfied.map_err(|why| cx.said(why))
        };
        let result = self.nested(span, satisfy).and_then(|result| result);
        let is_cycle = result.is_err();
        let result = result.and_then(|result| result);
        // What is not known yet is told to those in the cycle only.
        if is_cycle {
            return result;
        }
        let result = result.map_err(|why| {
            if self.gave_up {
                return why;
            }
            let message = self.describe_failure(concept, args);
            let mut wrapped = if self.is_library_detail(&why) {
                let known = Diagnostic::new(why.code, why.primary.span, message.clone());
                wrap(message, &known, span)
            } else {
                wrap(message, &why, span)
            };
            // The innermost concept that gives advice knows most of the mistake.
            if advice_of(&wrapped).is_none()
                && let Some(advice) = self.advice(self.entities[concept].span)
            {
                wrapped.notes.push(help(advice));
            }
            wrapped
        });
        if result.is_ok() {
            self.note_fact(fact);
        }
        self.entities[concept].satisfied.insert(args, result.clone());
        result
    }

    /// The expression that a concept stands for.
    fn constraint_of(&self, concept: TemplateId) -> Option<ast::ExprId> {
        match &self.ast[self.ast.templated(self.entities[concept].decl?)].kind {
            DeclKind::Concept { constraint, .. } => Some(*constraint),
            _ => None,
        }
    }

    /// A concept does not name itself ([temp.concept]/5); reports, the first time that it is asked.
    fn check_no_self_reference(&mut self, concept: TemplateId, constraint: ast::ExprId) -> bool {
        if let Some(&known) = self.well_founded.get(&concept) {
            return known;
        }
        let ast = self.ast;
        let scope = self.entities[concept].scope;
        let DeclName::Identifier(name) = self.entities[concept].name else { return true };
        let mention =
            mentions(ast, Pattern::Expr(constraint), Nested::Include).into_iter().find(|mention| {
                match *mention {
                    Mention::Name(id) => {
                        ast[id].last.identifier() == Some(name)
                            && self.tentatively(|cx| cx.lookup_name(scope, id)).is_ok_and(
                                |lookup| {
                                    lookup.is_some_and(|lookup| {
                                        lookup.found.single() == Some(&Entity::Template(concept))
                                    })
                                },
                            )
                    }
                    Mention::Ident(_) | Mention::Invented(_) | Mention::This => false,
                }
            });
        if let Some(Mention::Name(id)) = mention {
            let message = format!("concept `{}` names itself", self.text(name));
            let diagnostic = Diagnostic::new(codes::INVALID_CONSTRAINT, ast[id].last.span, message)
                .help("recurse through a class template or a constexpr function instead");
            self.outside(|cx| cx.report(diagnostic));
        }
        self.well_founded.insert(concept, mention.is_none());
        mention.is_none()
    }

    /// Whether a constraint expression holds in a scope that binds its template parameters.
    pub(crate) fn satisfy_expr(
        &mut self,
        scope: ScopeId,
        id: ast::ExprId,
        span: Span,
    ) -> Result<(), WhyNot> {
        let ast = self.ast;
        match &ast[id].kind {
            ExprKind::Paren(inner) => self.satisfy_expr(scope, *inner, span),
            ExprKind::Binary { op: ast::BinaryOp::LogicalAnd, lhs, rhs, .. } => {
                self.satisfy_expr(scope, *lhs, span)?;
                self.satisfy_expr(scope, *rhs, span)
            }
            ExprKind::Binary { op: ast::BinaryOp::LogicalOr, lhs, rhs, .. } => {
                match self.satisfy_expr(scope, *lhs, span) {
                    Ok(()) => Ok(()),
                    Err(first) => self
                        .satisfy_expr(scope, *rhs, span)
                        .map_err(|second| either(&first, &second)),
                }
            }
            ExprKind::Literal(ast::Literal::Bool(true)) => Ok(()),
            ExprKind::Name(name) => match self.concept_id(scope, *name)? {
                Some((concept, args)) => self.satisfy_concept(concept, args, span),
                None => self.satisfy_atomic(scope, id),
            },
            ExprKind::Requires(_) => self.requires_expr(scope, id),
            ExprKind::Fold(fold) => self.satisfy_fold(scope, id, fold, span),
            _ => self.satisfy_atomic(scope, id),
        }
    }

    /// `(C<Ts> && ...)`: one atomic constraint to the standard, but the explanation should name the
    /// element.
    fn satisfy_fold(
        &mut self,
        scope: ScopeId,
        id: ast::ExprId,
        fold: &ast::FoldExpr,
        span: Span,
    ) -> Result<(), WhyNot> {
        let pattern = match (fold.op, fold.lhs, fold.rhs) {
            (ast::FoldOp::Binary(ast::BinaryOp::LogicalAnd), Some(pattern), None)
            | (ast::FoldOp::Binary(ast::BinaryOp::LogicalAnd), None, Some(pattern)) => pattern,
            _ => return self.satisfy_atomic(scope, id),
        };
        let elements =
            self.tentatively(|cx| cx.expansion(scope, Pattern::Expr(pattern)))?.unwrap_or_default();
        for (index, element) in elements.into_iter().enumerate() {
            if element == Element::Closed {
                let inner = self.scopes.expansion(scope, index as u32);
                self.satisfy_expr(inner, pattern, span)?;
            }
        }
        Ok(())
    }

    /// The concept and converted arguments of a concept-id.
    pub(crate) fn concept_id(
        &mut self,
        scope: ScopeId,
        name: ast::QualNameId,
    ) -> Result<Option<(TemplateId, Args)>, WhyNot> {
        self.tentatively(|cx| {
            let ast = cx.ast;
            ast[name].last.args.as_ref()?;
            let lookup = cx.lookup_name(scope, name)?;
            let Some(Entity::Template(concept)) = lookup.found.single().cloned() else {
                return None;
            };
            if cx.entities[concept].kind != TemplateKind::Concept {
                return None;
            }
            let written = lookup.args?;
            let raw = cx.resolve_template_args(scope, written)?;
            let args = cx.convert_template_args(concept, raw, written.span)?;
            Some((concept, args))
        })
    }

    /// [temp.constr.atomic]
    fn satisfy_atomic(&mut self, scope: ScopeId, id: ast::ExprId) -> Result<(), WhyNot> {
        let span = self.ast[id].span;
        match self.tentatively(|cx| cx.constant_parts(scope, id))? {
            Ok((value, Ty::BOOL)) => match self.atomic_value(value)?.truth() {
                Some(true) => Ok(()),
                _ => {
                    let message = self.false_message(scope, id);
                    Err(Box::new(Diagnostic::new(codes::CONSTRAINT_NOT_SATISFIED, span, message)))
                }
            },
            // Ill-formed, and not only unsatisfied ([temp.constr.atomic]/3).
            Ok((_, ty)) => {
                let message =
                    format!("`{}` is of type `{}`, not `bool`", self.expr_text(id), self.show(ty));
                let diagnostic = Diagnostic::new(codes::INVALID_CONSTRAINT, span, message)
                    .help("compare it: a constraint is not converted");
                self.outside(|cx| cx.report(diagnostic));
                Ok(())
            }
            Err(_) => {
                let message = format!("`{}` is ill-formed", self.expr_text(id));
                Err(Box::new(Diagnostic::new(codes::CONSTRAINT_NOT_SATISFIED, span, message)))
            }
        }
    }

    /// The value of an atomic constraint whose arguments are substituted: it must be a constant ([temp.constr.atomic]/3).
    fn atomic_value(&mut self, value: typed::ExprId) -> Result<Value, WhyNot> {
        if let typed::ExprKind::Const(value) = &self.typed.exprs[value].kind {
            return Ok(value.clone());
        }
        crate::constexpr::evaluate(self, value).inspect_err(|why| {
            let why = why.as_ref().clone();
            if why.code.id == codes::NOT_CONSTANT.id {
                self.outside(|cx| cx.report(why));
            }
        })
    }

    /// The source of an expression on one line.
    pub(crate) fn expr_text(&self, id: ast::ExprId) -> String {
        self.one_line(self.ast[id].span)
    }

    /// Source text on one line, cut to a length that fits a message.
    pub(crate) fn one_line(&self, span: Span) -> String {
        const LENGTH: usize = 70;
        let text = self.unit.sources.text(span);
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(LENGTH) {
            Some((end, _)) => format!("{}...", line.get(..end).unwrap_or(&line)),
            None => line,
        }
    }

    /// Whether a reason is an expression of a library header that tells its users nothing: a
    /// predicate of the library, or the numbers of its enumerations. The innermost concept then
    /// speaks for it.
    fn is_library_detail(&self, why: &Diagnostic) -> bool {
        let is_reason = |note: &Note| note.kind == NoteKind::ConstraintNotSatisfied;
        if why.notes.iter().any(is_reason) {
            return false;
        }
        let at = why.primary.span;
        let has_no_numbers = why.message.ends_with("` is false");
        let names_internals = self.unit.sources.text(at).contains("__");
        self.unit.sources.in_system_file(at.lo) && (has_no_numbers || names_internals)
    }

    /// That a concept is not satisfied, with the words of its documentation:
    /// "`float` does not satisfy `integral_tile`: arithmetic with integral elements".
    fn describe_failure(&self, concept: TemplateId, args: Args) -> String {
        let statement = self.state_failure(concept, args);
        match self.documentation(self.entities[concept].span) {
            Some(words) => format!("{statement}: {words}"),
            None => statement,
        }
    }

    /// That a concept is not satisfied, without a reason.
    fn state_failure(&self, concept: TemplateId, args: Args) -> String {
        let name = self.show_name(self.entities[concept].name);
        match self.types.list(args) {
            [TemplateArg::Type(ty)] => format!("`{}` does not satisfy `{name}`", self.show(*ty)),
            _ => format!("`{}` is not satisfied", self.show_template_id(concept, args)),
        }
    }

    /// Reports that the constraints of a class, an alias or a variable do not hold, first in the
    /// values that are wrong.
    pub(crate) fn report_unsatisfied(
        &mut self,
        template: TemplateId,
        args: Args,
        mut diagnostic: Diagnostic,
    ) {
        if !self.is_tentative()
            && let Some(unmet) = self.unmet_of_template(template, args)
        {
            let name = self.show_name(self.entities[template].name);
            diagnostic.message = match unmet.statement.as_str() {
                "" => format!("the constraints of `{name}` do not hold: {}", unmet.cause),
                statement => format!("{statement}: {}", unmet.cause),
            };
            diagnostic.primary.text = format!("required by `{name}`");
            if let Some(argument) = unmet.parameter {
                let written = self.written_argument(diagnostic.primary.span, argument);
                let inner = unmet.element.zip(written).filter(|&(_, span)| {
                    let written = (0..).take_while(|&n| self.written_argument(span, n).is_some());
                    Some(written.count()) == unmet.constrained.map(|ty| self.n_value_arguments(ty))
                });
                let inner = inner.and_then(|(index, span)| self.written_argument(span, index));
                diagnostic.primary.span = inner.or(written).unwrap_or(diagnostic.primary.span);
            }
            if self.is_repeated_cause(&unmet.cause, diagnostic.primary.span) {
                diagnostic.is_consequence = true;
            }
            diagnostic.notes.retain(|note| note.kind != NoteKind::ConstraintNotSatisfied);
            if let Some(advice) = unmet.advice {
                diagnostic.notes.retain(|note| note.kind != NoteKind::Help);
                diagnostic = diagnostic.help(advice);
            }
        }
        self.report(diagnostic);
    }

    /// How many template arguments of a class are values.
    fn n_value_arguments(&self, ty: Ty) -> usize {
        let class = self.types.class_of(self.types.strip_cv(ty));
        let args = class.and_then(|class| self.entities[class].template).map(|(_, args)| args);
        let Some(args) = args else { return 0 };
        let n_values = |arg: &TemplateArg| match arg {
            TemplateArg::Value(..) => 1,
            TemplateArg::Pack(elements) => self.types.list(*elements).len(),
            _ => 0,
        };
        self.types.list(args).iter().map(n_values).sum()
    }

    /// Whether a constraint failed before for the same cause, with names in place of the numbers: it is wrong where these are
    /// declared.
    pub(crate) fn is_repeated_cause(&mut self, cause: &str, span: Span) -> bool {
        let written = self.unit.sources.text(span);
        let has_number = written.contains(|c: char| c.is_ascii_digit());
        !has_number && !self.is_tentative() && !self.check.unmet.insert(cause.to_owned())
    }

    /// Where an argument stands in `name<a, b>`, as the user wrote it.
    pub(crate) fn written_argument(&self, span: Span, index: usize) -> Option<Span> {
        let sources = self.unit.sources;
        if span.is_none()
            || sources.in_system_file(span.lo)
            || sources.backtrace(span.lo).next().is_some()
        {
            return None;
        }
        let text = sources.text(span);
        let (open, mut depth, mut start, mut seen) = (text.find('<')?, 0usize, 0, 0);
        let mut end = None;
        for (at, c) in text.char_indices().skip_while(|&(at, _)| at < open) {
            match c {
                '<' | '(' | '[' | '{' => {
                    depth += 1;
                    if depth == 1 {
                        start = at + 1;
                    }
                }
                '>' | ')' | ']' | '}' | ',' if depth == 1 => {
                    if seen == index {
                        end = Some(at);
                        break;
                    }
                    seen += 1;
                    start = at + 1;
                    if c != ',' {
                        return None;
                    }
                }
                '>' | ')' | ']' | '}' => depth = depth.checked_sub(1)?,
                // Comparisons, shifts and arrows cannot be told from brackets here.
                '-' | '=' | '"' | '\'' => return None,
                _ => {}
            }
        }
        let argument = text.get(start..end?)?;
        let lo = start + (argument.len() - argument.trim_start().len());
        let hi = start + argument.trim_end().len();
        (lo < hi).then(|| Span { lo: span.lo.offset(lo as u32), hi: span.lo.offset(hi as u32) })
    }

    /// What the `///` comment above the declaration at `span` says after `Help:`, shown with
    /// errors about it.
    pub(crate) fn advice(&self, span: Span) -> Option<String> {
        let text = self.comment(span)?;
        let (_, advice) = text.split_once(ADVICE)?;
        let advice = advice.trim().trim_end_matches('.');
        if self.unit.sources.in_system_file(span.lo) {
            return Some(self.in_users_spelling(advice));
        }
        Some(advice.to_owned())
    }

    /// The first sentence of the `///` comment above the declaration at `span`.
    fn documentation(&self, span: Span) -> Option<String> {
        let text = self.comment(span)?;
        let text = text.split_once(ADVICE).map_or(text.as_str(), |(words, _)| words);
        let end = text.find(". ").unwrap_or(text.len());
        let mut sentence = text.get(..end)?.trim_end_matches('.').trim();
        // The number of a section in parentheses is for readers of the header.
        if let Some(open) = sentence.rfind(" (")
            && sentence.ends_with(')')
            && sentence.get(open + 2..)?.starts_with(|c: char| c.is_ascii_digit())
        {
            sentence = sentence.get(..open)?;
        }
        let mut chars = sentence.chars();
        let first = chars.next()?;
        // `D is a dimension` keeps its letter, `A tile` is an article.
        let second = chars.clone().next();
        let is_word =
            second.is_some_and(char::is_lowercase) || (first == 'A' && second == Some(' '));
        let first = if is_word { first.to_lowercase().to_string() } else { first.to_string() };
        Some(format!("{first}{}", chars.as_str()))
    }

    /// The `///` comment above the declaration at `span`, on one line.
    fn comment(&self, span: Span) -> Option<String> {
        let sources = self.unit.sources;
        let (file, at) = sources.locate(span.lo)?;
        let file = sources.file(file);
        let mut lines = Vec::new();
        let mut line = at.line;
        while line > 1 {
            line -= 1;
            let text = file.line_text(line).trim();
            match text.strip_prefix("///") {
                Some(words) => lines.push(words.trim()),
                // The template head may stand on lines of its own, of a declaration that goes on.
                None if lines.is_empty()
                    && !text.is_empty()
                    && !text.ends_with([';', '{', '}']) => {}
                None => break,
            }
        }
        lines.reverse();
        Some(lines.join(" "))
    }

    /// `concept<int, 4>`
    pub fn show_template_id(&self, template: TemplateId, args: Args) -> String {
        let name = match self.entities[template].name {
            DeclName::Identifier(name) => self.text(name).to_owned(),
            name => self.show_name(name),
        };
        format!("{name}{}", self.show_args(args))
    }

    fn wrap_template(&self, template: TemplateId, args: Args, why: WhyNot, span: Span) -> WhyNot {
        let name = self.show_name(self.entities[template].name);
        let with = self.show_bindings(template, args);
        let message = if with.is_empty() {
            format!("the constraints of `{name}` do not hold")
        } else {
            format!("the constraints of `{name}` do not hold for {with}")
        };
        let declared = self.entities[template].span;
        let mut diagnostic = wrap(message, &why, span);
        // A reason that no concept names is best read at the user's line.
        if diagnostic.primary.text.is_empty() {
            let is_reason = |note: &Note| note.kind == NoteKind::ConstraintNotSatisfied;
            if let Some(at) = diagnostic.notes.iter().position(is_reason) {
                diagnostic.primary.text = diagnostic.notes.remove(at).text;
            }
        }
        diagnostic.notes.push(Note {
            kind: NoteKind::DeclaredHere,
            text: format!("`{name}` is declared here"),
            span: declared,
        });
        diagnostic
    }
}

/// `why` as the reason for something else, at `span`. Only the outermost statement and the
/// innermost reason are kept: what is between repeats the same failure in other words.
fn wrap(message: String, why: &Diagnostic, span: Span) -> WhyNot {
    let mut diagnostic = Diagnostic::new(codes::CONSTRAINT_NOT_SATISFIED, span, message);
    let reason = why
        .notes
        .iter()
        .find(|note| note.kind == NoteKind::ConstraintNotSatisfied)
        .cloned()
        .unwrap_or_else(|| Note {
            kind: NoteKind::ConstraintNotSatisfied,
            text: why.message.clone(),
            span: why.primary.span,
        });
    // The most specific statement that speaks of the user's types.
    if diagnostic.primary.text.is_empty() && why.message != reason.text {
        diagnostic.primary.text = why.message.clone();
    }
    diagnostic.notes.push(reason);
    diagnostic.notes.extend(advice_of(why).map(help));
    Box::new(diagnostic)
}

/// What to write instead, as a concept said it.
pub(crate) fn advice_of(why: &Diagnostic) -> Option<String> {
    why.notes.iter().find(|note| note.kind == NoteKind::Help).map(|note| note.text.clone())
}

fn help(text: String) -> Note {
    Note { kind: NoteKind::Help, text, span: Span::NONE }
}

/// The reason when both sides of `||` fail.
fn either(first: &Diagnostic, second: &Diagnostic) -> WhyNot {
    let message = format!("{}; and {}", first.message, second.message);
    let mut diagnostic =
        Diagnostic::new(codes::CONSTRAINT_NOT_SATISFIED, first.primary.span, message);
    let is_reason = |note: &&Note| note.kind == NoteKind::ConstraintNotSatisfied;
    diagnostic.notes.extend(second.notes.iter().find(is_reason).cloned());
    diagnostic.notes.extend(advice_of(first).or_else(|| advice_of(second)).map(help));
    Box::new(diagnostic)
}

/// A remembered reason, told for another place.
fn at(mut why: WhyNot, span: Span) -> WhyNot {
    why.primary.span = span;
    why
}
