//! Access control ([class.access]): whether a member that lookup found may be named here.
//!
//! Access is judged after lookup and overload resolution, for the entity that they chose: a name
//! is hidden or ambiguous regardless of access. In: the class in which the member is named, the
//! place of the name. Out: silence, or an error; in a substitution that makes it fail.
//!
//! Nearly every member is public or belongs to a class around the place; both are seen without
//! looking further.

use lang::ast::{self, Access, DeclKind, FriendDecl};
use lang::base::{Diagnostic, Span};
use smallvec::SmallVec;

use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, DeclName, Entity, FunctionId, FunctionOrigin, MemberState, Owner};
use crate::lookup::LookupResult;
use crate::scope::{ScopeId, ScopeKind};
use crate::ty::Ty;

/// The classes and functions that a place is in, innermost first ([class.access.general]/2).
#[derive(Clone, Debug, Default)]
struct Place {
    classes: SmallVec<[ClassId; 4]>,
    functions: SmallVec<[FunctionId; 2]>,
}

/// A member as it is named.
struct Named<'e> {
    name: DeclName,
    entity: &'e Entity,
    /// The class of the object expression, where the member belongs to objects
    /// ([class.protected]).
    object: Option<ClassId>,
}

impl<'a> Cx<'a> {
    /// Checks the access to what a name denotes, functions excepted: those wait for overload
    /// resolution.
    pub(crate) fn check_found_access(
        &mut self,
        scope: ScopeId,
        found: &LookupResult,
        name: DeclName,
        object: Option<ClassId>,
        span: Span,
    ) {
        let Some(class) = found.naming_class else { return };
        let [entity] = found.entities.as_slice() else { return };
        if let Entity::Function(_) = entity {
            return;
        }
        if let Entity::Template(template) = *entity
            && self.entities[template].kind == crate::entity::TemplateKind::Function
        {
            return;
        }
        let entity = entity.clone();
        let object = object.filter(|_| matches!(entity, Entity::Field(..)));
        self.check_access_at(scope, class, name, &entity, object, span);
    }

    /// Checks the access to the function that overload resolution has chosen.
    pub fn check_function_access(
        &mut self,
        function: FunctionId,
        naming_class: ClassId,
        object: Option<ClassId>,
        span: Span,
    ) -> bool {
        if self.entities[function].access == Access::Public
            && self.entities[function].owner == Owner::Class(naming_class)
        {
            return true;
        }
        let Some(scope) = self.check.context else { return true };
        let entity = match self.entities[function].template {
            Some((template, _)) => Entity::Template(template),
            None => Entity::Function(function),
        };
        let name = self.entities[function].name;
        self.check_access_at(scope, naming_class, name, &entity, object, span)
    }

    /// Checks the access to the constructor or destructor of an object of `class`. A protected one
    /// is for the base of an object of a derived class alone ([class.protected]/1).
    pub(crate) fn check_lifetime_access(
        &mut self,
        function: FunctionId,
        class: ClassId,
        span: Span,
    ) -> bool {
        let is_base = self.check.base_under_construction == Some(class);
        self.check_function_access(function, class, (!is_base).then_some(class), span)
    }

    /// Runs `make`, which initialises a base of type `ty` and not an object of its own.
    pub(crate) fn making_base<T>(&mut self, ty: Ty, make: impl FnOnce(&mut Self) -> T) -> T {
        let base = self.types.class_of(ty);
        let outer = std::mem::replace(&mut self.check.base_under_construction, base);
        let made = make(self);
        self.check.base_under_construction = outer;
        made
    }

    /// Checks the access to field `index` of `owner` where no name says which: a structured binding
    /// names it as a member of `class`.
    pub(crate) fn check_field_access(
        &mut self,
        scope: ScopeId,
        class: ClassId,
        owner: ClassId,
        index: u32,
        span: Span,
    ) -> bool {
        let field = self.entities[owner].fields.get(index as usize);
        let Some(name) = field.and_then(|field| field.name) else { return true };
        let name = DeclName::Identifier(name);
        self.lookup_own_member(owner, name);
        self.check_access_at(scope, class, name, &Entity::Field(owner, index), Some(class), span)
    }

    /// Checks that a member `name` of `class` may be named in `scope`; reports if not.
    fn check_access_at(
        &mut self,
        scope: ScopeId,
        class: ClassId,
        name: DeclName,
        entity: &Entity,
        object: Option<ClassId>,
        span: Span,
    ) -> bool {
        let declared = self.own_access(class, name, entity);
        if declared == Some(Access::Public) || self.check.is_access_free {
            return true;
        }
        let place = self.place_of(scope);
        if declared.is_some() && place.classes.contains(&class) {
            return true;
        }
        let named = Named { name, entity, object };
        if self.is_declared_in(class, &named) && !self.is_accessible(class, &named, &place) {
            self.report_inaccessible(class, &named, span);
            return false;
        }
        true
    }

    fn place_of(&self, scope: ScopeId) -> Place {
        let mut place = Place::default();
        for id in self.scopes.chain(scope) {
            match self.scopes[id].kind {
                ScopeKind::Class(class) => place.classes.push(class),
                ScopeKind::Function(function) => place.functions.push(function),
                _ => {}
            }
        }
        place
    }

    /// The access with which the class itself declares the member; `None` for a member of a base.
    fn own_access(&self, class: ClassId, name: DeclName, entity: &Entity) -> Option<Access> {
        if let Entity::Function(function) = *entity
            && self.entities[function].owner == Owner::Class(class)
            && !matches!(self.entities[function].origin, FunctionOrigin::Declared(_))
        {
            // Of an inherited constructor that of the base's ([namespace.udecl]/19).
            return Some(self.entities[function].access);
        }
        if let Entity::Type(ty) = *entity
            && ty == self.entities[class].ty
        {
            return Some(Access::Public);
        }
        for member in self.entities[class].members.get(&name).into_iter().flatten() {
            if let MemberState::Done(entities) = &member.state
                && entities.contains(entity)
            {
                return Some(self.declared_access(member.decl, entity));
            }
        }
        let Entity::Field(inner, _) = *entity else { return None };
        self.entities[class].fields.iter().find_map(|field| {
            let holder = self.types.class_of(field.ty).filter(|_| field.name.is_none())?;
            let is_inside = holder == inner || self.own_access(holder, name, entity).is_some();
            is_inside.then_some(field.access)
        })
    }

    fn declared_access(&self, decl: ast::DeclId, entity: &Entity) -> Access {
        let declared = match *entity {
            // An enumerator has the access of its enumeration.
            Entity::Enumerator(id, _) => self.entities[id].decl,
            _ => decl,
        };
        // What could not be read has no declaration.
        let written = self.ast.decls.get(declared).and_then(|node| node.access);
        written.unwrap_or(Access::Public)
    }

    /// Whether the class or one of its bases declares the member in its own table.
    fn is_declared_in(&self, class: ClassId, named: &Named<'_>) -> bool {
        self.own_access(class, named.name, named.entity).is_some()
            || self.entities[class].bases.iter().any(|base| self.is_declared_in(base.class, named))
    }

    /// The access of the member as a member of `class` ([class.access.base]/1); `None` where it is
    /// private in a base.
    fn access_in(&self, class: ClassId, named: &Named<'_>) -> Option<Access> {
        if let Some(own) = self.own_access(class, named.name, named.entity) {
            return Some(own);
        }
        let inherited = self.entities[class].bases.iter().filter_map(|base| {
            let inner = self.access_in(base.class, named)?;
            (inner != Access::Private).then(|| stricter(inner, base.access))
        });
        inherited.min_by_key(|access| strictness(*access))
    }

    /// [class.access.base]/5
    fn is_accessible(&mut self, class: ClassId, named: &Named<'_>, place: &Place) -> bool {
        let is_open = match self.access_in(class, named) {
            Some(access) => self.grants(class, access, named.object, place),
            None => false,
        };
        // What a using-declaration makes a member of the class has the access that it gives ([namespace.udecl]/19).
        if is_open || self.own_access(class, named.name, named.entity).is_some() {
            return is_open;
        }
        (0..self.entities[class].bases.len()).any(|index| {
            let base = &self.entities[class].bases[index];
            let (inner, access) = (base.class, base.access);
            self.is_declared_in(inner, named)
                && self.grants(class, access, None, place)
                && self.is_accessible(inner, named, place)
        })
    }

    /// Whether `place` may use a member that has `access` as a member of `class`.
    fn grants(
        &mut self,
        class: ClassId,
        access: Access,
        object: Option<ClassId>,
        place: &Place,
    ) -> bool {
        if access == Access::Public || self.befriends(class, place) {
            return true;
        }
        if access == Access::Private {
            return false;
        }
        // Protected: in the members and friends of a class derived from `class`, on objects of
        // that class ([class.protected]).
        let mut derived: SmallVec<[ClassId; 4]> = place.classes.clone();
        if let Some(object) = object {
            derived.push(object);
        }
        derived.into_iter().any(|user| {
            self.is_base_of(class, user)
                && object.is_none_or(|object| object == user || self.is_base_of(user, object))
                && self.befriends(user, place)
        })
    }

    /// Whether `place` is in a member of the class or in a friend ([class.friend]).
    fn befriends(&mut self, class: ClassId, place: &Place) -> bool {
        if place.classes.contains(&class) {
            return true;
        }
        let ast = self.ast;
        let Some(written) = self.entities[class].decl.and_then(|decl| self.class_decl(decl)) else {
            return false;
        };
        let scope = self.entities[class].scope;
        written.members.iter().any(|&decl| match ast.friend(decl) {
            Some(FriendDecl::Type(ty)) => {
                let ty = self.tentatively(|cx| cx.resolve_type(scope, *ty));
                ty.is_ok_and(|ty| {
                    let friend = self.types.class_of(ty);
                    friend.is_some_and(|friend| self.is_inside(friend, place))
                })
            }
            Some(FriendDecl::Decl(friend)) => {
                let is_template = !matches!(ast[decl].kind, DeclKind::Friend(_));
                self.is_friend_decl(scope, *friend, is_template, place)
            }
            None => false,
        })
    }

    fn is_inside(&self, class: ClassId, place: &Place) -> bool {
        let friend = &self.entities[class];
        // A class that only the friend declaration declares is the one defined later by that name.
        place.classes.contains(&class)
            || friend.decl.is_none()
                && place.classes.iter().any(|&at| self.entities[at].name == friend.name)
    }

    /// Whether `place` is in what a friend declaration declares. Templates are friends with all
    /// their specialisations.
    fn is_friend_decl(
        &mut self,
        scope: ScopeId,
        decl: ast::DeclId,
        is_template: bool,
        place: &Place,
    ) -> bool {
        let ast = self.ast;
        let inner = ast.templated(decl);
        match &ast[inner].kind {
            DeclKind::Class(class) => {
                let Some(name) = class.name else { return false };
                if inner == decl
                    && !is_template
                    && let Ok(Some(lookup)) = self.tentatively(|cx| {
                        cx.lookup_name_wanted(scope, name, crate::lookup::Wanted::Tags)
                    })
                    && let Some(Entity::Type(ty)) = lookup.found.single()
                {
                    let friend = self.types.class_of(*ty);
                    return friend.is_some_and(|friend| self.is_inside(friend, place));
                }
                let name = ast[name].last.identifier();
                place.classes.iter().any(|&class| self.entities[class].name == name)
            }
            DeclKind::Function(function) => {
                let Some((name, _)) = crate::check::enter::declared_name(ast, inner) else {
                    return false;
                };
                let owner = ast[function.name].qualifiers.last().and_then(|last| last.identifier());
                let has_pack = function.ty.params.iter().any(
                    |&param| matches!(&ast[param].kind, DeclKind::Param(param) if param.is_pack),
                );
                let named = place.functions.iter().copied().filter(|&id| {
                    let candidate = &self.entities[id];
                    let is_same_owner = match candidate.owner {
                        Owner::Class(class) => {
                            owner.is_some() && self.entities[class].name == owner
                        }
                        Owner::Namespace(_) => true,
                        Owner::Function => false,
                    };
                    candidate.name == name
                        && is_same_owner
                        && (has_pack || candidate.params.len() == function.ty.params.len())
                });
                let named: SmallVec<[FunctionId; 2]> = named.collect();
                named.into_iter().any(|id| {
                    has_pack || is_template || self.has_parameters_of(id, scope, function)
                })
            }
            _ => false,
        }
    }

    /// Whether a function has the parameters that a friend declaration in `scope` gives it; also where that depends on
    /// arguments that are not known.
    fn has_parameters_of(
        &mut self,
        function: FunctionId,
        scope: ScopeId,
        declared: &'a ast::FunctionDecl,
    ) -> bool {
        let ast = self.ast;
        let Some(ty) = self.types.function_of(self.entities[function].ty).cloned() else {
            return true;
        };
        declared.ty.params.iter().zip(ty.params.iter()).all(|(&param, &found)| {
            let DeclKind::Param(param) = &ast[param].kind else { return true };
            // Behind a qualified name, the class of the function comes first ([basic.lookup.unqual]).
            let own = match self.entities[function].owner {
                Owner::Class(class) => Some(self.entities[class].scope),
                Owner::Namespace(_) | Owner::Function => None,
            };
            let resolved = own
                .and_then(|own| self.tentatively(|cx| cx.resolve_type(own, param.ty)).ok())
                .or_else(|| self.tentatively(|cx| cx.resolve_type(scope, param.ty)).ok());
            let Some(wanted) = resolved else { return true };
            let wanted = self.types.decay(wanted);
            let wanted = self.types.strip_cv(wanted);
            wanted == found
                || self.types.is_error(wanted)
                || self.types.is_dependent(wanted)
                || self.types.is_dependent(found)
        })
    }

    /// Checks that the base of `derived` that a conversion leads to is accessible
    /// ([class.access.base]/4): as its public members would be.
    pub(crate) fn check_base_access(&mut self, derived: ClassId, base: ClassId, span: Span) {
        let is_plain = |cx: &Self, class: ClassId| {
            cx.entities[class].bases.iter().all(|b| b.access == Access::Public)
        };
        if is_plain(self, derived) && self.entities[derived].bases.iter().any(|b| b.class == base)
            || self.check.is_access_free
        {
            return;
        }
        let Some(scope) = self.check.context else { return };
        let place = self.place_of(scope);
        let ty = self.entities[base].ty;
        let name = self.entities[base].name.map_or(DeclName::Constructor, DeclName::Identifier);
        let entity = Entity::Type(ty);
        let named = Named { name, entity: &entity, object: None };
        if self.is_accessible(derived, &named, &place) {
            return;
        }
        let (from, to) = (self.show(self.entities[derived].ty), self.show(ty));
        let message = format!("`{to}` is a base of `{from}` that is not accessible here");
        let mut diagnostic = Diagnostic::new(codes::INACCESSIBLE, span, message);
        if let Some(direct) = self.entities[derived].bases.iter().find(|b| b.class == base) {
            let word = access_word(direct.access);
            diagnostic = diagnostic.secondary(direct.span, format!("a {word} base"));
        }
        self.report(diagnostic);
    }

    /// Whether the members of `class` may use a member function of another class, as the implicit
    /// definitions of its special members would.
    pub(crate) fn may_use(&mut self, class: ClassId, function: FunctionId) -> bool {
        if self.entities[function].access == Access::Public {
            return true;
        }
        let Owner::Class(owner) = self.entities[function].owner else { return true };
        let mut place = Place::default();
        place.classes.push(class);
        let access = self.entities[function].access;
        self.grants(owner, access, None, &place)
    }

    fn report_inaccessible(&mut self, class: ClassId, named: &Named<'_>, span: Span) {
        let (declared, declaring) = self.declaring_access(class, named);
        let shown = match named.entity {
            Entity::Function(function) => self.show_function(*function),
            _ => match named.name {
                DeclName::Constructor => "constructor".to_owned(),
                name => self.show_name(name),
            },
        };
        let owner = self.show(self.entities[declaring].ty);
        let word = access_word(declared);
        let message = if declared == Access::Public {
            format!("`{shown}` is not accessible here: `{owner}` is not a public base")
        } else {
            format!("`{shown}` is {word} in `{owner}`")
        };
        let mut diagnostic = Diagnostic::new(codes::INACCESSIBLE, span, message);
        if let Some(at) = self.entity_span(named.entity) {
            diagnostic = diagnostic.secondary(at, format!("declared {word} here"));
        }
        if declared == Access::Protected {
            diagnostic = diagnostic.help(
                "a protected member is for the members of derived classes, on their own objects",
            );
        }
        if self.has_no_access_specifier(declaring) {
            diagnostic = diagnostic.help(format!(
                "the members of a `class` are private unless `public:` stands before them; those of a `struct` are public: `{owner}` has no `public:`"
            ));
            // That is one mistake, whichever members are named.
            diagnostic.is_consequence =
                !self.is_tentative() && !self.check.private_classes.insert(declaring);
        }
        self.report(diagnostic);
    }

    /// Whether all members of a class are private because nothing says otherwise.
    fn has_no_access_specifier(&self, class: ClassId) -> bool {
        let decl = self.entities[class].decl;
        let Some(written) = decl.and_then(|decl| self.class_decl(decl)) else { return false };
        written.key == ast::TagKey::Class
            && written.members.iter().all(|&member| {
                self.ast[member].access.is_none_or(|access| access == Access::Private)
            })
    }

    fn declaring_access(&self, class: ClassId, named: &Named<'_>) -> (Access, ClassId) {
        if let Some(own) = self.own_access(class, named.name, named.entity) {
            return (own, class);
        }
        for base in &self.entities[class].bases {
            if self.is_declared_in(base.class, named) {
                return self.declaring_access(base.class, named);
            }
        }
        (Access::Private, class)
    }
}

fn strictness(access: Access) -> u8 {
    match access {
        Access::Public => 0,
        Access::Protected => 1,
        Access::Private => 2,
    }
}

fn stricter(a: Access, b: Access) -> Access {
    if strictness(a) >= strictness(b) { a } else { b }
}

fn access_word(access: Access) -> &'static str {
    match access {
        Access::Public => "public",
        Access::Protected => "protected",
        Access::Private => "private",
    }
}
