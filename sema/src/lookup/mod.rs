//! Name lookup ([basic.lookup]).

use smallvec::SmallVec;

use lang::ast;
use lang::base::Span;

use crate::Cx;
use crate::entity::{ClassId, DeclName, Entity, NamespaceId};
use crate::scope::ScopeId;
use crate::ty::Ty;

/// What lookup found: nothing, one entity, or an overload set.
#[derive(Clone, Debug, Default)]
pub struct LookupResult {
    /// More than one only for functions, function templates and for ambiguities.
    pub entities: SmallVec<[Entity; 2]>,
    /// The class whose member was found by unqualified lookup or named before `::`: the object of
    /// a call is converted to it, and access is judged from it ([class.access.base]).
    pub naming_class: Option<ClassId>,
    /// Different entities that do not overload ([basic.lookup.general]/1).
    pub is_ambiguous: bool,
}

impl LookupResult {
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// The only entity found.
    pub fn single(&self) -> Option<&Entity> {
        match self.entities.as_slice() {
            [entity] if !self.is_ambiguous => Some(entity),
            _ => None,
        }
    }
}

/// A name as written, looked up.
#[derive(Clone, Debug)]
pub struct NameLookup<'a> {
    pub found: LookupResult,
    /// The arguments behind the last segment.
    pub args: Option<&'a ast::TemplateArgs>,
    pub is_qualified: bool,
    /// The identifier or operator, for argument-dependent lookup and messages.
    pub name: DeclName,
    pub span: Span,
}

impl<'a> Cx<'a> {
    /// Unqualified lookup ([basic.lookup.unqual]) from `scope` outwards; silent.
    pub fn lookup_unqualified(&mut self, _scope: ScopeId, _name: DeclName) -> LookupResult {
        LookupResult::default()
    }

    /// A member of a class or of its bases ([class.member.lookup]); silent.
    pub fn lookup_member(&mut self, _class: ClassId, _name: DeclName) -> LookupResult {
        LookupResult::default()
    }

    /// A member of a namespace and of what it includes ([namespace.qual]); silent.
    pub fn lookup_in_namespace(&mut self, _ns: NamespaceId, _name: DeclName) -> LookupResult {
        LookupResult::default()
    }

    /// Looks up a name as written, its qualifiers included. Reports what is wrong with a qualifier
    /// and returns `None` then; that nothing was found for the last segment is for the caller to
    /// report (ADL may still find it).
    pub fn lookup_name(
        &mut self,
        _scope: ScopeId,
        _name: ast::QualNameId,
    ) -> Option<NameLookup<'a>> {
        None
    }

    /// Argument-dependent lookup ([basic.lookup.argdep]) of functions and function templates.
    pub fn lookup_adl(&mut self, _name: DeclName, _args: &[Ty]) -> LookupResult {
        LookupResult::default()
    }
}
