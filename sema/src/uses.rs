//! The meaning of the names and expressions of the user's sources, recorded while they are
//! checked, for editors.
//!
//! In: notes that lookup, overload resolution and the checker make in passing. Out: [`Uses`], ordered
//! by the source. Recording is asked for with [`Options::record_uses`](crate::Options); without it a
//! note is one test of a null pointer. Names in system headers are not recorded.
//!
//! A template is checked once for each of its specialisations, so a name may denote several
//! entities; they are kept in the order in which they were found. The choice of overload
//! resolution replaces
//! the overload set that lookup had found.
//!
//! Invariant: recording changes nothing about what is checked or reported.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lang::ast;
use lang::base::{Name, Pos, Span};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Cx;
use crate::entity::{ClassId, DeclName, Entity, FunctionId};
use crate::lookup::LookupResult;
use crate::lookup::name::Qualifier;
use crate::overload::verdict::Judged;
use crate::scope::{ScopeId, ScopeKind};
use crate::ty::Ty;
use crate::typed::{self, ExprKind};

/// Specialisations that one name keeps what it denotes in.
const MAX_MEANINGS: usize = 8;

/// Set by a caller that no longer wants the result: checking then ends as soon as it can.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// One place where a name is used.
#[derive(Clone, Debug)]
pub struct Use {
    /// The last segment of the name, without template arguments.
    pub span: Span,
    pub name: DeclName,
    /// Where it was looked up the first time.
    pub scope: ScopeId,
    /// What it denotes: several for an overload set, and in several specialisations.
    pub meanings: SmallVec<[Entity; 2]>,
    /// The alias or template parameter that was named, where the entity is only what it stands for.
    pub declared: Option<Span>,
    /// Overload resolution has chosen.
    is_resolved: bool,
}

impl Use {
    /// A use that was not recorded, of a known entity.
    pub fn at(span: Span, name: DeclName, scope: ScopeId, entity: Entity) -> Use {
        let meanings = SmallVec::from_iter([entity]);
        Use { span, name, scope, meanings, declared: None, is_resolved: true }
    }
}

/// A block and the scope of its first check.
#[derive(Clone, Copy, Debug)]
pub struct BlockScope {
    pub span: Span,
    pub scope: ScopeId,
}

/// A name that stands where the user is writing, and where it would be looked up.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub scope: ScopeId,
    pub context: SiteContext,
}

#[derive(Clone, Copy, Debug)]
pub enum SiteContext {
    Unqualified,
    Qualified(Qualifier),
    /// Behind `.` or `->`, with the type of the object.
    Member(ClassId, Ty),
}

/// What was recorded.
#[derive(Default)]
pub struct Uses {
    list: Vec<Use>,
    by_span: FxHashMap<Span, usize>,
    /// By the end of the whole name, template arguments included: where a call finds its name.
    by_end: FxHashMap<Pos, usize>,
    types: FxHashMap<ast::ExprId, typed::ExprId>,
    blocks: Vec<BlockScope>,
    /// Where the names of block scopes that stand for something else were declared.
    declared: FxHashMap<(ScopeId, Name), Span>,
    /// The calls that overload resolution decided: where, and in which function.
    calls: Vec<CallUse>,
    /// What became of the candidates of the calls, by the names of their functions.
    pub(crate) judged: FxHashMap<Span, Judged>,
    /// The objects whose members are named, by where their expression ends.
    objects: FxHashMap<Pos, Site>,
    /// The call whose check was asked for.
    watched: Option<Span>,
    /// The identifier that marks where the user is writing.
    marker: Option<Name>,
    site: Option<Site>,
}

/// A call of a function by name.
#[derive(Clone, Copy, Debug)]
pub struct CallUse {
    pub span: Span,
    pub caller: Option<FunctionId>,
    pub callee: FunctionId,
}

impl Uses {
    /// The names, in the order in which they were first checked.
    pub fn list(&self) -> &[Use] {
        &self.list
    }

    pub fn blocks(&self) -> &[BlockScope] {
        &self.blocks
    }

    pub fn calls(&self) -> &[CallUse] {
        &self.calls
    }

    /// What an expression was checked to, in the first specialisation.
    pub fn expr(&self, id: ast::ExprId) -> Option<typed::ExprId> {
        self.types.get(&id).copied()
    }

    /// Where a member is named of the object whose expression ends at `end`, in the first
    /// specialisation. It need not be a name yet.
    pub fn member_site(&self, end: Pos) -> Option<Site> {
        self.objects.get(&end).copied()
    }

    /// Where the marker was met.
    pub fn site(&self) -> Option<Site> {
        self.site
    }

    fn has_seen_watched(&self) -> bool {
        self.watched.is_some_and(|watched| self.judged.contains_key(&watched))
    }
}

impl<'a> Cx<'a> {
    /// Starts recording; with a marker, also where that name is looked up.
    /// With a call that is watched, until its candidates are judged.
    pub fn record_uses(&mut self, marker: Option<&str>, watched: Option<Span>) {
        let marker = marker.and_then(|text| self.names.get(text));
        self.uses = Some(Box::new(Uses { marker, watched, ..Uses::default() }));
    }

    /// Whether the check was cancelled.
    pub fn is_interrupted(&self) -> bool {
        self.options.interrupt.is_raised()
            || self.uses.as_ref().is_some_and(|uses| uses.site.is_some() || uses.has_seen_watched())
    }

    fn is_recorded(&self, span: Span) -> bool {
        self.uses.is_some() && !span.is_none() && !self.unit.sources.in_system_file(span.lo)
    }

    /// The recorded name that ends where `span` does.
    pub(crate) fn recorded_name(&self, span: Span) -> Option<Span> {
        let uses = self.uses.as_ref().filter(|_| self.is_recorded(span))?;
        Some(uses.list.get(*uses.by_end.get(&span.hi)?)?.span)
    }

    /// A name was looked up; `whole` is the name with its qualifiers and template arguments.
    #[inline]
    pub(crate) fn note_use(
        &mut self,
        scope: ScopeId,
        name: DeclName,
        span: Span,
        whole: Span,
        found: &LookupResult,
    ) {
        if self.is_recorded(span) {
            self.record_use(scope, name, span, whole, found);
        }
    }

    fn record_use(
        &mut self,
        scope: ScopeId,
        name: DeclName,
        span: Span,
        whole: Span,
        found: &LookupResult,
    ) {
        let is_known = |entity: &&Entity| {
            !matches!(
                entity,
                Entity::Error | Entity::DependentMember(_) | Entity::DependentValue(_)
            )
        };
        let found: SmallVec<[Entity; 2]> =
            found.entities.iter().filter(is_known).take(MAX_MEANINGS).cloned().collect();
        if found.is_empty() {
            return;
        }
        let declared = self.stand_in_declaration(scope, name, &found);
        let Some(uses) = &mut self.uses else { return };
        let index = match uses.by_span.get(&span) {
            Some(&index) => index,
            None => {
                uses.list.push(Use {
                    span,
                    name,
                    scope,
                    meanings: SmallVec::new(),
                    declared,
                    is_resolved: false,
                });
                uses.by_span.insert(span, uses.list.len() - 1);
                uses.list.len() - 1
            }
        };
        uses.by_end.insert(span.hi, index);
        uses.by_end.insert(whole.hi, index);
        let Some(noted) = uses.list.get_mut(index) else { return };
        if noted.is_resolved {
            return;
        }
        for entity in found {
            if noted.meanings.len() < MAX_MEANINGS && !noted.meanings.contains(&entity) {
                noted.meanings.push(entity);
            }
        }
    }

    /// A member, capture or designator was named without lookup.
    pub(crate) fn note_entity(&mut self, scope: ScopeId, name: Name, span: Span, entity: Entity) {
        if self.uses.is_some() {
            let found = LookupResult::one(entity);
            self.note_use(scope, DeclName::Identifier(name), span, span, &found);
        }
    }

    /// Overload resolution chose `function` for the name that ends where `span` does.
    pub(crate) fn note_call(&mut self, scope: ScopeId, span: Span, function: FunctionId) {
        if !self.is_recorded(span) {
            return;
        }
        let caller = self.scopes.enclosing_function(scope);
        let Some(uses) = &mut self.uses else { return };
        let Some(noted) = uses.by_end.get(&span.hi).and_then(|&index| uses.list.get_mut(index))
        else {
            return;
        };
        if !noted.is_resolved {
            noted.meanings.clear();
            noted.is_resolved = true;
        }
        let entity = Entity::Function(function);
        if noted.meanings.len() < MAX_MEANINGS && !noted.meanings.contains(&entity) {
            noted.meanings.push(entity);
            uses.calls.push(CallUse { span: noted.span, caller, callee: function });
        }
    }

    /// An expression was checked.
    pub(crate) fn note_expr(&mut self, id: ast::ExprId, expr: typed::ExprId) {
        if self.uses.is_some() && self.is_recorded(self.ast[id].span) {
            let is_error = matches!(self.typed.exprs[expr].kind, ExprKind::Error);
            if let Some(uses) = &mut self.uses
                && !is_error
            {
                uses.types.entry(id).or_insert(expr);
            }
        }
    }

    /// A block is about to be checked.
    pub(crate) fn note_block(&mut self, span: Span, scope: ScopeId) {
        if self.is_recorded(span)
            && let Some(uses) = &mut self.uses
        {
            uses.blocks.push(BlockScope { span, scope });
        }
    }

    /// A block declares a name for something that has a declaration of its own elsewhere.
    pub(crate) fn note_declared(&mut self, scope: ScopeId, name: Name, span: Span) {
        if let Some(uses) = &mut self.uses {
            uses.declared.insert((scope, name), span);
        }
    }

    /// A member is named of `object`, which has turned out to be of a class type.
    pub(crate) fn note_object(
        &mut self,
        scope: ScopeId,
        object: ast::ExprId,
        class: ClassId,
        ty: Ty,
    ) {
        let span = self.ast[object].span;
        if self.is_recorded(span)
            && let Some(uses) = &mut self.uses
        {
            let context = SiteContext::Member(class, ty);
            uses.objects.entry(span.hi).or_insert(Site { scope, context });
        }
    }

    /// Whether `name` marks where the user is writing; the first place is remembered.
    pub(crate) fn note_site(
        &mut self,
        scope: ScopeId,
        name: DeclName,
        context: impl FnOnce(&mut Self) -> Option<SiteContext>,
    ) {
        let Some(uses) = &self.uses else { return };
        let DeclName::Identifier(name) = name else { return };
        if uses.marker != Some(name) || uses.site.is_some() {
            return;
        }
        let Some(context) = context(self) else { return };
        if let Some(uses) = &mut self.uses {
            uses.site = Some(Site { scope, context });
        }
    }

    /// The declaration of an alias or template parameter that the name found, whose entity is what
    /// it stands for.
    fn stand_in_declaration(
        &self,
        scope: ScopeId,
        name: DeclName,
        found: &[Entity],
    ) -> Option<Span> {
        let DeclName::Identifier(name) = name else { return None };
        match found.first()? {
            Entity::Type(_)
            | Entity::Namespace(_)
            | Entity::Template(_)
            | Entity::TemplateParam(_)
            | Entity::Value(..)
            | Entity::Param(_)
            | Entity::ArgPack(_)
            | Entity::Expr(_)
            | Entity::LocalPack(_) => {}
            Entity::Function(_)
            | Entity::Variable(_)
            | Entity::Enumerator(..)
            | Entity::Field(..)
            | Entity::Local(_)
            | Entity::DependentMember(_)
            | Entity::DependentValue(_)
            | Entity::Error => return None,
        }
        let uses = self.uses.as_ref()?;
        for id in self.scopes.chain(scope) {
            if let Some(span) = uses.declared.get(&(id, name)) {
                return Some(*span);
            }
            let scope = &self.scopes[id];
            match scope.locals.get(name) {
                Some(Entity::Local(local)) => return Some(self.typed.locals[*local].span),
                // A capture: the variable is declared outside of the closure.
                Some(Entity::Expr(_) | Entity::LocalPack(_))
                    if matches!(scope.kind, ScopeKind::Class(_)) => {}
                Some(_) => return None,
                None => {}
            }
            if let ScopeKind::Template { head, .. } = scope.kind {
                let declared =
                    head.params(self.ast).iter().find_map(|&decl| match &self.ast[decl].kind {
                        ast::DeclKind::TemplateParam(param) => {
                            param.name.filter(|ident| ident.name == name)
                        }
                        _ => None,
                    });
                if let Some(ident) = declared {
                    return Some(ident.span);
                }
            }
        }
        None
    }
}
