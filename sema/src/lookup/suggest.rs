//! Suggestions when lookup finds nothing: the nearest name that it would have found.

use lang::base::{Applicability, Diagnostic, Name, Pos, Span};

use super::name::Qualifier;
use crate::Cx;
use crate::check::enter::declared_name;
use crate::codes;
use crate::entity::{ClassId, ClassRole, ClassState, DeclName, Definition, Entity, NamespaceId};
use crate::scope::{ScopeId, ScopeKind};
use crate::ty::Ty;

/// So many variables, the last ones, are looked at for one that has ended.
const MAX_LOCALS: usize = 1000;

impl Cx<'_> {
    /// Reports that unqualified lookup found nothing.
    pub fn report_undeclared(&mut self, scope: ScopeId, name: DeclName, span: Span) {
        if let DeclName::Identifier(wanted) = name
            && let Some(diagnostic) = self.declared_unreadably(wanted, span)
        {
            self.report(diagnostic);
            return;
        }
        if let Some(diagnostic) = self.absent_name(name, span) {
            self.report(diagnostic);
            return;
        }
        if let DeclName::Identifier(wanted) = name
            && let Some(diagnostic) = self.parameter_of_macro(wanted, span)
        {
            self.report(diagnostic);
            return;
        }
        let message = format!("`{}` is not declared", self.show_name(name));
        let mut diagnostic =
            Diagnostic::new(codes::UNDECLARED_NAME, span, message).label("not found in this scope");
        // Each name is reported once for a function.
        let function = self.scopes.enclosing_function(scope);
        diagnostic.is_consequence = function.is_some()
            && !self.is_tentative()
            && !self.check.undeclared.insert((function, name));
        if let DeclName::Identifier(wanted) = name {
            let mut nearest = Nearest::new(self.text(wanted));
            for id in self.scopes.chain(scope) {
                for (local, _) in self.scopes[id].locals.iter() {
                    nearest.offer(self.text(*local));
                }
                match self.scopes[id].kind {
                    ScopeKind::Namespace { ns, .. } => self.offer_namespace(ns, &mut nearest),
                    ScopeKind::Class(class) => self.offer_class(class, &mut nearest),
                    ScopeKind::Template { head, .. } => {
                        for &decl in head.params(self.ast) {
                            if let lang::ast::DeclKind::TemplateParam(param) = &self.ast[decl].kind
                                && let Some(ident) = param.name
                            {
                                nearest.offer(self.text(ident.name));
                            }
                        }
                    }
                    ScopeKind::Enum(_)
                    | ScopeKind::Function(_)
                    | ScopeKind::Parameters
                    | ScopeKind::Block
                    | ScopeKind::Expansion { .. } => {}
                }
            }
            if let Some(at) = self.declared_in_inner_block(wanted, scope, span) {
                diagnostic.primary.text = "here it is not declared any more".to_owned();
                diagnostic = diagnostic
                    .secondary(at, "declared here, in a block that has ended")
                    .help("declare it before the block, and assign in the block");
            } else if let Some(base) = self.dependent_base_with(scope, name) {
                let text = self.text(wanted);
                diagnostic = diagnostic.help(format!(
                    "`{text}` is a member of the base `{}`, which depends on template parameters \
                     and is not searched: write `this->{text}`",
                    self.show(base)
                ));
            } else if let Some(at) = self.declared_later(scope, name) {
                let text = self.text(wanted);
                diagnostic = diagnostic
                    .secondary(at, "declared here, behind its use")
                    .help(format!("declare `{text}` before it is used"));
            } else if let Some(qualified) = self.enumerator_of_scoped(wanted, span) {
                diagnostic = did_you_mean(diagnostic, span, &qualified);
            } else {
                diagnostic = match self.help_with_undeclared(diagnostic, wanted, span) {
                    Ok(helped) => helped,
                    Err(diagnostic) => match nearest.best().or_else(|| self.in_tiles(wanted)) {
                        _ if self.is_named_argument(span) => diagnostic.help(
                            "C++ has no named arguments: write the value alone, at its place in the order",
                        ),
                        Some(best) => did_you_mean(*diagnostic, span, &best),
                        None => *diagnostic,
                    },
                };
            }
        }
        self.report(diagnostic);
    }

    /// The enumerator of a scoped enumeration of the user's, with its qualifier, where one alone has the name.
    fn enumerator_of_scoped(&self, wanted: Name, span: Span) -> Option<String> {
        let mut with_name = self.entities.enums.values().filter(|enumeration| {
            enumeration.is_scoped
                && self.is_users_text(enumeration.span)
                && enumeration.enumerators.iter().any(|enumerator| enumerator.name == wanted)
        });
        let found = with_name.next()?;
        let is_one = with_name.next().is_none();
        (is_one && !self.is_called(span))
            .then(|| format!("{}::{}", self.show(found.ty), self.text(wanted)))
    }

    /// The error for `#define SQUARE (x) ((x) * (x))`: with a blank before its `(` the macro has no parameters, and stands
    /// for all that follows.
    fn parameter_of_macro(&self, wanted: Name, span: Span) -> Option<Diagnostic> {
        let sources = self.unit.sources;
        let expansion = sources.expansion(span.lo)?;
        let spelled = sources.spelling(span.lo);
        let (file, at) = sources.file_offset(spelled)?;
        let text = sources.file(file).text.get(..at as usize)?;
        let line = text.rfind('\n').map_or(0, |end| end + 1);
        let name = &*expansion.macro_name;
        let head = text.get(line..)?.trim_start().strip_prefix('#')?.trim_start();
        let body = head.strip_prefix("define")?.trim_start().strip_prefix(name)?;
        let list = body.trim_start_matches([' ', '\t']);
        let n_blanks = body.len() - list.len();
        let list = list.strip_prefix('(').filter(|_| n_blanks > 0)?;
        // The list ends behind the name, or in front of it.
        let all = sources.file(file).text.get(at as usize - list.len()..)?;
        let (params, _) = all.split_once(')')?;
        let is_name = |param: &str| {
            !param.is_empty() && param.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let mut params = params.split(',').map(str::trim);
        if !params.clone().all(is_name) || !params.any(|param| param == self.text(wanted)) {
            return None;
        }
        let before = list.len() + "(".len() + n_blanks;
        let end = Pos(spelled.0.checked_sub(u32::try_from(before).ok()?)?);
        let blanks = Span { lo: end, hi: end.offset(u32::try_from(n_blanks).ok()?) };
        let at = Span { lo: Pos(end.0.checked_sub(u32::try_from(name.len()).ok()?)?), hi: end };
        let message =
            format!("`{name}` is a macro without parameters: a blank stands before its `(`");
        let mut diagnostic = Diagnostic::new(codes::UNDECLARED_NAME, at, message)
            .label(format!(
                "so it stands for all that follows, with an undeclared `{}`",
                self.text(wanted)
            ))
            .secondary(sources.resolve(span), "used here")
            .fix("remove the blank", Applicability::Maybe, blanks, "");
        diagnostic.is_consequence = self.error_spans().contains(&diagnostic.primary.span);
        Some(diagnostic)
    }

    /// Where a block of the same function that has ended declares a variable.
    fn declared_in_inner_block(&self, name: Name, scope: ScopeId, at: Span) -> Option<Span> {
        let function = self.scopes.enclosing_function(scope)?;
        let Definition::Body(body) = self.entities[function].definition else { return None };
        let from = self.ast[body].span;
        self.typed
            .locals
            .values()
            .rev()
            .take(MAX_LOCALS)
            .filter(|local| local.name == Some(name) && !local.span.is_none())
            .map(|local| local.span)
            .find(|span| from.lo < span.lo && span.hi <= at.lo && self.is_users_text(*span))
    }

    /// Where an enclosing namespace declares a name that is not declared yet.
    fn declared_later(&self, scope: ScopeId, name: DeclName) -> Option<Span> {
        self.scopes.chain(scope).find_map(|id| {
            let ScopeKind::Namespace { ns, .. } = self.scopes[id].kind else { return None };
            let later = self.entities[ns].members.get(&name)?.first()?;
            let (_, written) = declared_name(self.ast, later.decl)?;
            let at = written.map_or(self.ast[later.decl].span, |name| self.ast[name].last.span);
            self.is_users_text(at).then_some(at)
        })
    }

    /// Whether a name stands in a call as `f(x, name = value)`.
    fn is_named_argument(&self, span: Span) -> bool {
        let sources = self.unit.sources;
        let Some((file, at)) = sources.file_offset(sources.spelling(span.lo)) else { return false };
        let text = &sources.file(file).text;
        let start = at as usize;
        let end = start + span.hi.0.saturating_sub(span.lo.0) as usize;
        let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) else {
            return false;
        };
        let after = after.trim_start();
        before.trim_end().ends_with(',') && after.starts_with('=') && !after.starts_with("==")
    }

    /// The dependent base of an enclosing class that has a member of this name.
    fn dependent_base_with(&mut self, scope: ScopeId, name: DeclName) -> Option<Ty> {
        let class = self.scopes.enclosing_class(scope)?;
        let bases = self.entities[class].bases.clone();
        let mut dependent = bases.into_iter().filter(|base| base.is_dependent);
        let found = dependent.find(|base| !self.lookup_member(base.class, name).is_empty());
        found.map(|base| base.ty)
    }

    /// Reports that a namespace, class or enumeration has no such member.
    pub fn report_no_member(&mut self, qualifier: Qualifier, name: DeclName, span: Span) {
        if let DeclName::Identifier(wanted) = name
            && let Some(diagnostic) = self.declared_unreadably(wanted, span)
        {
            self.report(diagnostic);
            return;
        }
        if let Some(diagnostic) = self.absent_name(name, span) {
            self.report(diagnostic);
            return;
        }
        if let Qualifier::Class(class) = qualifier
            && let Some(query) = self.member_under_way(class, name)
        {
            self.report(self.cycle(query, span));
            return;
        }
        let mut nearest = match name {
            DeclName::Identifier(name) => Nearest::new(self.text(name)),
            _ => Nearest::new(""),
        };
        let what = match qualifier {
            Qualifier::Namespace(ns) => {
                self.offer_namespace(ns, &mut nearest);
                if ns == self.global {
                    "the global namespace".to_owned()
                } else {
                    format!("namespace `{}`", self.show_namespace(ns))
                }
            }
            // What is wrong with the class has been reported.
            Qualifier::Class(class) if self.entities[class].state == ClassState::Invalid => return,
            Qualifier::Class(class) => {
                self.offer_class(class, &mut nearest);
                format!("`{}`", self.show(self.entities[class].ty))
            }
            Qualifier::Enum(id) => {
                for enumerator in &self.entities[id].enumerators {
                    nearest.offer(self.text(enumerator.name));
                }
                format!("`{}`", self.show(self.entities[id].ty))
            }
            Qualifier::Dependent(_) => return,
        };
        let shown = match name {
            DeclName::Conversion => self.unit.sources.text(span).to_owned(),
            _ => self.show_name(name),
        };
        let message = format!("{what} has no member `{shown}`");
        let diagnostic = Diagnostic::new(codes::NO_MEMBER, span, message);
        let helped = match (name, qualifier) {
            (DeclName::Identifier(wanted), Qualifier::Namespace(ns)) => {
                let helped = self.help_with_namespace_member(diagnostic, ns, wanted, span);
                let name = self.text(wanted);
                helped.or_else(|diagnostic| match self.missing_std_header(ns, name) {
                    Some(_) => Ok(self.with_std_header(*diagnostic, ns, name)),
                    None => Err(diagnostic),
                })
            }
            (DeclName::Identifier(wanted), Qualifier::Class(class))
                if self.entities[class].role == ClassRole::Tile =>
            {
                self.help_with_tile_member(diagnostic, wanted)
            }
            (DeclName::Identifier(wanted), Qualifier::Class(class))
                if !self.is_users_text(self.entities[class].span) =>
            {
                self.help_with_library_member(diagnostic, wanted)
            }
            _ => Err(Box::new(diagnostic)),
        };
        self.report(helped.unwrap_or_else(|diagnostic| match nearest.best() {
            Some(best) => did_you_mean(*diagnostic, span, &best),
            None => *diagnostic,
        }));
    }

    fn offer_namespace(&self, ns: NamespaceId, nearest: &mut Nearest) {
        let namespace = &self.entities[ns];
        namespace.members.keys().for_each(|&name| self.offer(name, nearest));
        namespace.children.keys().for_each(|&name| nearest.offer(self.text(name)));
        namespace.aliases.keys().for_each(|&name| nearest.offer(self.text(name)));
        for &child in &namespace.transparent {
            self.offer_namespace(child, nearest);
        }
        for directive in &namespace.directives {
            if let Some(Some(target)) = directive.target
                && target != ns
            {
                self.entities[target].members.keys().for_each(|&name| self.offer(name, nearest));
            }
        }
    }

    fn offer_class(&self, class: ClassId, nearest: &mut Nearest) {
        self.entities[class].members.keys().for_each(|&name| self.offer(name, nearest));
        for base in &self.entities[class].bases {
            self.offer_class(base.class, nearest);
        }
    }

    fn offer(&self, name: DeclName, nearest: &mut Nearest) {
        if let DeclName::Identifier(name) = name {
            nearest.offer(self.text(name));
        }
    }

    /// A name of the library with its namespace, which is easily forgotten.
    fn in_tiles(&self, name: Name) -> Option<String> {
        let tiles = self.tiles().filter(|tiles| self.tiles_declare(tiles, name))?;
        Some(format!("{}::{}", tiles.spelling, self.text(name)))
    }

    /// Where an entity is declared.
    pub fn entity_span(&self, entity: &Entity) -> Option<Span> {
        match entity {
            Entity::Type(ty) => self
                .types
                .class_of(*ty)
                .map(|id| self.entities[id].span)
                .or_else(|| self.types.enum_of(*ty).map(|id| self.entities[id].span)),
            Entity::Template(id) => Some(self.entities[*id].span),
            Entity::Function(id) => Some(self.entities[*id].span),
            Entity::Variable(id) => Some(self.entities[*id].span),
            Entity::Enumerator(id, index) => {
                self.entities[*id].enumerators.get(*index as usize).map(|e| e.span)
            }
            Entity::Field(id, index) => {
                self.entities[*id].fields.get(*index as usize).map(|field| field.span)
            }
            Entity::Local(id) => Some(self.typed.locals[*id].span),
            Entity::Expr(id) => Some(self.typed.exprs[*id].span),
            Entity::Namespace(_)
            | Entity::TemplateParam(_)
            | Entity::Value(..)
            | Entity::Param(_)
            | Entity::ArgPack(_)
            | Entity::LocalPack(_)
            | Entity::DependentMember(_)
            | Entity::DependentValue(_)
            | Entity::Error => None,
        }
    }
}

pub(crate) fn did_you_mean(diagnostic: Diagnostic, span: Span, text: &str) -> Diagnostic {
    diagnostic.fix(format!("did you mean `{text}`?"), Applicability::Maybe, span, text)
}

/// The name that `wanted` was probably meant to be.
pub(crate) fn nearest_name(wanted: &str, names: &[&str]) -> Option<String> {
    let mut nearest = Nearest::new(wanted);
    names.iter().for_each(|name| nearest.offer(name));
    nearest.best()
}

/// The offered name with the smallest edit distance; of equals the first in the alphabet.
struct Nearest {
    wanted: String,
    limit: usize,
    best: Option<(usize, String)>,
}

impl Nearest {
    fn new(wanted: &str) -> Nearest {
        Nearest { wanted: wanted.to_owned(), limit: wanted.chars().count() / 3, best: None }
    }

    fn offer(&mut self, name: &str) {
        if name.starts_with("__") || self.wanted.len().abs_diff(name.len()) > self.limit {
            return;
        }
        if least_distance(&self.wanted, name) > self.limit {
            return;
        }
        let distance = edit_distance(&self.wanted, name);
        let better = match &self.best {
            None => true,
            Some((best, text)) => (distance, name) < (*best, text.as_str()),
        };
        if distance <= self.limit && distance > 0 && better {
            self.best = Some((distance, name.to_owned()));
        }
    }

    fn best(self) -> Option<String> {
        self.best.map(|(_, text)| text)
    }
}

/// A lower bound of [`edit_distance`]: the letters of `a` that `b` has nowhere, of which an edit takes away one at most.
/// Letters may share a bit. An edit takes away several bytes of a letter that is not ASCII: of such names nothing is said.
fn least_distance(a: &str, b: &str) -> usize {
    if !a.is_ascii() || !b.is_ascii() {
        return 0;
    }
    let letters = |text: &str| text.bytes().fold(0u64, |set, letter| set | 1 << (letter % 64));
    (letters(a) & !letters(b)).count_ones() as usize
}

/// Levenshtein distance, with a swap of neighbours as one edit.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best =
                    (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edit_distance("tile", "tile"), 0);
        assert_eq!(edit_distance("reshpae", "reshape"), 1);
        assert_eq!(edit_distance("iota", "itoa"), 1);
        assert_eq!(edit_distance("full", "fill"), 1);
    }

    #[test]
    fn no_distance_is_below_its_bound() {
        let names = [
            "",
            "tile",
            "tlie",
            "fill",
            "reshape",
            "shape",
            "rank_type",
            "breite",
            "h\u{f6}he",
            "h\u{e4}he",
        ];
        for a in names {
            for b in names {
                assert!(least_distance(a, b) <= edit_distance(a, b), "{a} {b}");
            }
        }
        assert_eq!(least_distance("rank", "fill"), 4);
    }
}
