//! Pack expansion and dependence ([temp.variadic], [temp.dep]): what the names in a piece of syntax
//! say about it.
//!
//! To expand `pattern...`, ask [`Cx::expansion_len`] and check the pattern once in each of the
//! scopes [`Scopes::expansion`](crate::scope::Scopes::expansion) of its elements. In the signature
//! of a template an element may itself be an expansion that stays open ([`Element::Open`]); the
//! result of checking is then wrapped as one again.

use std::rc::Rc;

use lang::ast;
use lang::base::{Diagnostic, Name, Span};

pub use super::walk::Pattern;
use super::walk::{Mention, Nested, mentions, n_nodes};
use crate::Cx;
use crate::check::enter::segment_name;
use crate::codes;
use crate::entity::{DeclName, Entity, Owner};
use crate::lookup::{PackUse, Wanted};
use crate::scope::{ScopeId, ScopeKind, TemplateHead};
use crate::ty::flags::TyFlags;
use crate::ty::{Args, TemplateArg, Ty, TyKind};

/// An element of an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    Closed,
    /// Stands for an unknown number of elements.
    Open,
}

/// The intrinsic that makes a pack of integers.
pub(crate) const INTEGER_PACK: &str = "__integer_pack";

/// The longest pack, of integers or of anything else.
const MAX_PACK: usize = 1 << 16;

/// Below so many elements it is not asked how large what they are expanded to is.
const FEW_ELEMENTS: usize = 16;

impl<'a> Cx<'a> {
    /// How many elements the expansion of `pattern` has in `scope`. `None` after reporting unequal
    /// lengths or the lack of a pack.
    pub fn expansion_len(&mut self, scope: ScopeId, pattern: Pattern) -> Option<u32> {
        self.expansion(scope, pattern).map(|elements| elements.len() as u32)
    }

    /// The elements of the expansion of `pattern`.
    pub(crate) fn expansion(&mut self, scope: ScopeId, pattern: Pattern) -> Option<Vec<Element>> {
        if let Some(count) = self.integer_pack(pattern) {
            return self.integer_pack_elements(scope, count);
        }
        let mut result: Option<(Vec<Element>, DeclName)> = None;
        let mut is_error = false;
        for &mention in self.mentions(pattern, Nested::Exclude).iter() {
            let Some((name, entity)) = self.mentioned(scope, mention, PackUse::Whole) else {
                continue;
            };
            let elements: Vec<Element> = match &entity {
                Entity::ArgPack(args) => {
                    let list = self.types.list(*args);
                    let element = |arg| {
                        if self.is_expansion(arg) { Element::Open } else { Element::Closed }
                    };
                    list.iter().map(element).collect()
                }
                Entity::LocalPack(list) => vec![Element::Closed; list.len()],
                // The parameter `T... x` of a signature is one open element.
                Entity::Local(local) => match self.types.kind(self.typed.locals[*local].ty) {
                    TyKind::PackExpansion(_) => vec![Element::Open],
                    _ => continue,
                },
                Entity::Error => {
                    is_error = true;
                    continue;
                }
                _ => continue,
            };
            match &mut result {
                None => result = Some((elements, name)),
                Some((known, first)) => {
                    let is_open = |list: &[Element]| list.contains(&Element::Open);
                    if known.len() != elements.len() && !is_open(known) && !is_open(&elements) {
                        let message = format!(
                            "packs of different lengths are expanded together: `{}` has {}, `{}` has {}",
                            self.show_name(*first),
                            known.len(),
                            self.show_name(name),
                            elements.len()
                        );
                        let span = self.pattern_span(pattern);
                        self.error(codes::PACK_LENGTH, span, message);
                        return None;
                    }
                    if !is_open(known) && is_open(&elements) {
                        *known = elements;
                    }
                }
            }
        }
        if result.is_none() && !is_error {
            let span = self.pattern_span(pattern);
            let diagnostic = Diagnostic::new(
                codes::NO_PACK_TO_EXPAND,
                span,
                "`...` follows something that names no parameter pack",
            );
            self.report(diagnostic);
        }
        let (elements, name) = result?;
        if !self.check_pack_len(elements.len(), name, pattern) {
            return None;
        }
        self.scopes.expand(scope, elements.len() as u32);
        Some(elements)
    }

    /// Whether the `...` of the last parameter is that of C, without a comma before it: the type names
    /// no pack ([dcl.fct]/22).
    pub(crate) fn ends_in_ellipsis(&mut self, scope: ScopeId, params: &[ast::DeclId]) -> bool {
        let last = params.last().map(|&decl| &self.ast[decl].kind);
        let Some(ast::DeclKind::Param(ast::ParamDecl { ty, is_pack: true, name: None, .. })) = last
        else {
            return false;
        };
        let pattern = Pattern::Type(*ty);
        let expanded = self.tentatively(|cx| cx.expansion(scope, pattern).is_some());
        expanded.is_err_and(|why| why.code == codes::NO_PACK_TO_EXPAND)
    }

    /// The pack that `name` denotes, if each of its elements is a closed type or a value, so that the
    /// expansion of the name alone is the list of them.
    pub(crate) fn closed_pack(
        &mut self,
        scope: ScopeId,
        name: Name,
        pattern: Pattern,
    ) -> Option<Args> {
        let name = DeclName::Identifier(name);
        let found = self.lookup_packs(scope, name, Wanted::Any, PackUse::Whole);
        let Some(&Entity::ArgPack(pack)) = found.single() else { return None };
        let is_plain =
            |arg: &TemplateArg| matches!(arg, TemplateArg::Type(_) | TemplateArg::Value(..));
        let flags = self.types.list_flags(pack);
        let list = self.types.list(pack);
        let is_closed = !flags.has(TyFlags::DEPENDENT.union(TyFlags::ERROR));
        if !is_closed || list.is_empty() || !list.iter().all(is_plain) {
            return None;
        }
        self.check_pack_len(list.len(), name, pattern).then_some(pack)
    }

    /// Whether a pack is short enough, and its expansion not too large; reports that it is not. A
    /// call that expands its pack twice for the next one doubles it with each step.
    fn check_pack_len(&mut self, len: usize, name: DeclName, pattern: Pattern) -> bool {
        let span = self.pattern_span(pattern);
        if len > MAX_PACK {
            let message =
                format!("the pack `{}` has more than {MAX_PACK} elements", self.show_name(name));
            self.error(codes::PACK_LENGTH, span, message);
            return false;
        }
        self.n_elements = self.n_elements.saturating_add(len);
        let ahead = if len < FEW_ELEMENTS { len } else { len * self.pattern_size(pattern) };
        self.beyond_size(ahead, span).is_none()
    }

    /// How many nodes a pattern has.
    fn pattern_size(&mut self, pattern: Pattern) -> usize {
        let ast = self.ast;
        *self.pattern_sizes.entry(pattern).or_insert_with(|| n_nodes(ast, pattern))
    }

    /// The argument of `__integer_pack(n)`, which stands for `0, 1, ... n - 1` when expanded.
    fn integer_pack(&self, pattern: Pattern) -> Option<ast::ExprId> {
        let Pattern::Expr(expr) = pattern else { return None };
        let ast::ExprKind::Call { callee, args } = &self.ast[expr].kind else { return None };
        let ast::ExprKind::Name(name) = self.ast[*callee].kind else { return None };
        match (self.ast.simple_name(name), args.as_slice()) {
            (Some(name), [count]) if self.text(name) == INTEGER_PACK => Some(*count),
            _ => None,
        }
    }

    fn integer_pack_elements(
        &mut self,
        scope: ScopeId,
        count: ast::ExprId,
    ) -> Option<Vec<Element>> {
        if self.is_dependent_in(scope, Pattern::Expr(count)) {
            return Some(vec![Element::Open]);
        }
        let span = self.ast[count].span;
        let count = self.converted_constant(scope, count, Ty::SIZE).ok()?.as_int()?;
        match usize::try_from(count) {
            Ok(count) if count <= MAX_PACK => {
                self.n_elements = self.n_elements.saturating_add(count);
                self.beyond_size(count, span).is_none().then(|| vec![Element::Closed; count])
            }
            _ => {
                let message = format!("a pack of {count} integers is too long");
                self.error(codes::PACK_LENGTH, span, message);
                None
            }
        }
    }

    /// The number of elements of a pack, for `sizeof...`; an open one has none yet.
    pub fn pack_length(&mut self, scope: ScopeId, name: Name, span: Span) -> Option<u32> {
        let key = DeclName::Identifier(name);
        let found = self.lookup_packs(scope, key, Wanted::Any, PackUse::Whole);
        match found.single() {
            Some(Entity::ArgPack(args)) => Some(self.types.list(*args).len() as u32),
            Some(Entity::LocalPack(list)) => Some(list.len() as u32),
            Some(Entity::Error) => None,
            Some(_) => {
                let message = format!("`{}` is not a parameter pack", self.text(name));
                self.error(codes::NO_PACK_TO_EXPAND, span, message);
                None
            }
            None => {
                self.report_undeclared(scope, key, span);
                None
            }
        }
    }

    /// Whether what `pattern` means depends on template parameters that are open in `scope`.
    pub(crate) fn is_dependent_in(&mut self, scope: ScopeId, pattern: Pattern) -> bool {
        if !self.scopes[scope].is_open {
            return false;
        }
        for &mention in self.mentions(pattern, Nested::Include).iter() {
            if mention == Mention::This {
                return true;
            }
            let Some((_, entity)) = self.mentioned(scope, mention, PackUse::Whole) else {
                continue;
            };
            if self.is_dependent_entity(&entity) {
                return true;
            }
        }
        false
    }

    /// Whether what `pattern` means depended on template parameters where it is written, whether
    /// they are open or bound in `scope`.
    pub(crate) fn depends_on_parameter(&mut self, scope: ScopeId, pattern: Pattern) -> bool {
        let ast = self.ast;
        self.mentions(pattern, Nested::Include).iter().any(|&mention| {
            let name = match mention {
                Mention::Name(id) if !ast[id].is_global => {
                    segment_name(ast[id].qualifiers.first().unwrap_or(&ast[id].last))
                }
                Mention::Ident(ident) => Some(DeclName::Identifier(ident.name)),
                Mention::Name(_) | Mention::Invented(_) | Mention::This => None,
            };
            match name {
                Some(DeclName::Identifier(name)) => self.is_parameter_name(scope, name),
                _ => false,
            }
        })
    }

    /// Whether the innermost declaration of `name` around `scope` is a template parameter.
    fn is_parameter_name(&mut self, scope: ScopeId, name: Name) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            let kind = self.scopes[id].kind;
            match kind {
                ScopeKind::Template { head, .. } if self.head_declares(head, name) => return true,
                ScopeKind::Class(class)
                    if !self.lookup_member(class, DeclName::Identifier(name)).is_empty() =>
                {
                    return false;
                }
                ScopeKind::Namespace { .. } => return false,
                _ if self.scopes[id].locals.iter().any(|(local, _)| *local == name) => {
                    return false;
                }
                _ => {}
            }
            at = self.scopes[id].parent;
        }
        false
    }

    /// The head of a template around `scope` that has a parameter `name`, whatever hides it.
    pub(crate) fn parameter_head(&self, scope: ScopeId, name: Name) -> Option<TemplateHead> {
        self.scopes.chain(scope).find_map(|id| match self.scopes[id].kind {
            ScopeKind::Template { head, .. }
                if self.scopes.may_have_parameter(id, name) && self.head_declares(head, name) =>
            {
                Some(head)
            }
            _ => None,
        })
    }

    fn head_declares(&self, head: TemplateHead, name: Name) -> bool {
        let ast = self.ast;
        head.params(ast).iter().any(|&decl| match &ast[decl].kind {
            ast::DeclKind::TemplateParam(param) => param.name.is_some_and(|id| id.name == name),
            _ => false,
        })
    }

    pub(crate) fn is_dependent_entity(&self, entity: &Entity) -> bool {
        match entity {
            Entity::Type(ty) => self.types.is_dependent(*ty),
            Entity::TemplateParam(_)
            | Entity::Param(_)
            | Entity::DependentMember(_)
            | Entity::DependentValue(_) => true,
            Entity::ArgPack(args) => self.types.list_flags(*args).has(TyFlags::DEPENDENT),
            Entity::Local(local) => self.types.is_dependent(self.typed.locals[*local].ty),
            Entity::LocalPack(list) => list.iter().any(|entity| self.is_dependent_entity(entity)),
            Entity::Value(args, index) => {
                let constant = self.types.constant(*args, *index);
                constant.is_some_and(|(_, ty)| self.types.is_dependent(ty))
            }
            Entity::Function(id) => self.is_pattern_member(self.entities[*id].owner),
            Entity::Variable(id) => self.is_pattern_member(self.entities[*id].owner),
            Entity::Template(id) => self.is_pattern_member(self.entities[*id].owner),
            Entity::Field(class, _) => self.entities[*class].is_pattern,
            Entity::Enumerator(id, _) => self.is_pattern_member(self.entities[*id].owner),
            Entity::Namespace(_) | Entity::Expr(_) | Entity::Error => false,
        }
    }

    fn is_pattern_member(&self, owner: Owner) -> bool {
        match owner {
            Owner::Class(class) => self.types.is_dependent(self.entities[class].ty),
            Owner::Namespace(_) | Owner::Function => false,
        }
    }

    fn mentioned(
        &mut self,
        scope: ScopeId,
        mention: Mention,
        packs: PackUse,
    ) -> Option<(DeclName, Entity)> {
        let ast = self.ast;
        let name = match mention {
            Mention::Name(id) => {
                let name = &ast[id];
                if name.is_global {
                    return None;
                }
                segment_name(name.qualifiers.first().unwrap_or(&name.last))?
            }
            Mention::Ident(ident) => DeclName::Identifier(ident.name),
            Mention::Invented(decl) => {
                let entity = self.invented_parameter(scope, decl, packs)?;
                return Some((DeclName::Constructor, entity));
            }
            Mention::This => return None,
        };
        let found = self.lookup_packs(scope, name, Wanted::Any, packs);
        Some((name, found.entities.into_iter().next()?))
    }

    fn mentions(&mut self, pattern: Pattern, nested: Nested) -> Rc<[Mention]> {
        if let Some(found) = self.mention_cache.get(&(pattern, nested)) {
            return found.clone();
        }
        let found: Rc<[Mention]> = mentions(self.ast, pattern, nested).into();
        self.mention_cache.insert((pattern, nested), found.clone());
        found
    }

    fn pattern_span(&self, pattern: Pattern) -> Span {
        match pattern {
            Pattern::Expr(id) => self.ast[id].span,
            Pattern::Type(id) => self.ast[id].span,
            Pattern::Name(id) => self.ast[id].span,
        }
    }

    /// `arg...`
    pub(crate) fn wrap_expansion(&mut self, arg: TemplateArg) -> TemplateArg {
        match arg {
            TemplateArg::Type(ty) => {
                TemplateArg::Type(self.types.intern(TyKind::PackExpansion(ty)))
            }
            other => TemplateArg::Expansion(Box::new(other)),
        }
    }

    /// The arguments with those of packs in line: `[int, [1, 2]]` is `[int, 1, 2]`.
    pub(crate) fn flatten_packs(&self, args: Args) -> Vec<TemplateArg> {
        self.flatten_list(self.types.list(args))
    }

    pub(crate) fn flatten_list(&self, list: &[TemplateArg]) -> Vec<TemplateArg> {
        let mut flat = Vec::with_capacity(list.len());
        for arg in list {
            match arg {
                TemplateArg::Pack(pack) => flat.extend(self.types.list(*pack).iter().cloned()),
                other => flat.push(other.clone()),
            }
        }
        flat
    }

    /// The template argument that stands before `...`, as a pattern to look for packs in.
    pub(crate) fn argument_pattern(kind: &ast::TemplateArgKind) -> Option<Pattern> {
        match kind {
            ast::TemplateArgKind::Type(ty) => Some(Pattern::Type(*ty)),
            ast::TemplateArgKind::Expr(expr) => Some(Pattern::Expr(*expr)),
            ast::TemplateArgKind::Template(name) | ast::TemplateArgKind::Unresolved(name) => {
                Some(Pattern::Name(*name))
            }
            ast::TemplateArgKind::Error => None,
        }
    }
}
