//! Class template argument deduction ([over.match.class.deduct]).
//!
//! The guides of a class template are the deduction guides that were written, one for each
//! constructor, the copy deduction candidate and, for an aggregate, one for its members. The
//! guide of a constructor has the parameters of the class and those of the constructor: both
//! levels are open in the pattern of the class.

use std::rc::Rc;

use lang::ast;
use lang::base::{Diagnostic, Span};

use super::bindings::Bindings;
use super::deduce::{ArgInfo, DeductionFailure, FailureReason};
use super::signature::{Level, Signature};
use super::unify::Mode;
use crate::Cx;
use crate::codes;
use crate::entity::{
    BodyState, ClassId, ClassState, DeclName, Definition, Entity, Function, FunctionId,
    FunctionKind, FunctionOrigin, Owner, TemplateId, TemplateKind,
};
use crate::scope::ScopeKind;
use crate::ty::flags::TyFlags;
use crate::ty::{Args, Cv, Exceptions, FunctionTy, Param, TemplateArg, TemplateRef, Ty, TyKind};

/// A guide whose deduction succeeded: a function from the arguments to the class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuideCandidate {
    /// Its parameters are what the arguments convert to, its return type is the class.
    pub function: FunctionId,
    /// Written by the user, which wins over one made from a constructor ([over.match.best]).
    pub is_user_guide: bool,
    pub is_copy_guide: bool,
    /// Made from a constructor that is a template itself, which one made from another constructor beats.
    pub is_from_template: bool,
    pub is_explicit: bool,
}

/// The guides of a class template for some arguments.
#[derive(Clone, Debug, Default)]
pub struct Guides {
    pub candidates: Vec<GuideCandidate>,
    /// Why each of the others is out.
    pub failures: Vec<DeductionFailure>,
    /// What an alias template says of the arguments of its class; those that depend on its own
    /// parameters are left to deduction.
    given: Option<Args>,
    /// The parameters of the alias template.
    alias: Option<Level>,
    /// The alias template, and what it stands for.
    meaning: Option<(TemplateId, Ty)>,
}

impl Guides {
    pub(super) fn reject(&mut self, template: TemplateId, reason: FailureReason) {
        self.failures.push(DeductionFailure { template, reason });
    }
}

impl<'a> Cx<'a> {
    /// The candidates for `template(args)`; sema's overload resolution picks one of them. For an
    /// alias template the guides of its class that yield the alias.
    pub fn ctad_candidates(
        &mut self,
        template: TemplateId,
        args: &[ArgInfo],
        span: Span,
    ) -> Guides {
        match self.entities[template].kind {
            TemplateKind::Class => self.class_guides(template, args, None, None, span),
            TemplateKind::Alias => self.alias_guides(template, args, span),
            TemplateKind::Function
            | TemplateKind::Variable
            | TemplateKind::Concept
            | TemplateKind::Guide
            | TemplateKind::Tile => Guides::default(),
        }
    }

    fn class_guides(
        &mut self,
        template: TemplateId,
        args: &[ArgInfo],
        alias: Option<(Level, Args)>,
        meaning: Option<(TemplateId, Ty)>,
        span: Span,
    ) -> Guides {
        let (alias, given) = alias.unzip();
        let mut guides = Guides { given, alias, meaning, ..Guides::default() };
        self.written_guides(template, args, span, &mut guides);
        let has_written = !guides.candidates.is_empty() || !guides.failures.is_empty();
        let class = self.pattern_class(template);
        self.complete_class(class, span);
        for entity in self.lookup_own_member(class, DeclName::Constructor).entities {
            self.constructor_guide(template, class, &entity, args, span, &mut guides);
        }
        if self.lookup_own_member(class, DeclName::Constructor).is_empty() && args.is_empty() {
            self.default_guide(template, class, span, &mut guides);
        }
        self.copy_guide(template, class, args, span, &mut guides);
        // An aggregate without guides is deduced from its members ([over.match.class.deduct]/1).
        let is_aggregate = !has_written
            && self.lookup_own_member(class, DeclName::Constructor).is_empty()
            && !self.entities[class].is_polymorphic
            && self.entities[class].fields.iter().all(|f| f.access == ast::Access::Public);
        if is_aggregate && !args.is_empty() {
            self.aggregate_guide(template, class, args, span, &mut guides);
        }
        guides
    }

    /// Deduction guides in the source.
    fn written_guides(
        &mut self,
        template: TemplateId,
        args: &[ArgInfo],
        span: Span,
        guides: &mut Guides,
    ) {
        let DeclName::Identifier(name) = self.entities[template].name else { return };
        let key = DeclName::Guide(name);
        let written = match self.entities[template].owner {
            Owner::Namespace(ns) => {
                let mut found = crate::lookup::LookupResult::default();
                self.search_namespace(ns, crate::scope::Order::END, key, &mut found);
                found.entities
            }
            Owner::Class(class) => self.lookup_own_member(class, key).entities,
            Owner::Function => return,
        };
        for guide in written {
            let function = match guide {
                Entity::Function(function) => function,
                Entity::Template(id) => match self.deduce_guide(id, guides.given, args, span) {
                    Ok(function) => function,
                    Err(failure) => {
                        guides.failures.push(*failure);
                        continue;
                    }
                },
                _ => continue,
            };
            guides.candidates.push(GuideCandidate {
                function,
                is_user_guide: true,
                is_copy_guide: false,
                is_from_template: false,
                is_explicit: self.entities[function].is_explicit,
            });
        }
    }

    /// Bindings for the parameters of the class, those bound that the alias says.
    pub(super) fn class_bindings(&mut self, levels: &[Level], guides: &Guides) -> Bindings {
        let mut bindings = Bindings::new(levels);
        if let (Some(given), Some(level)) = (guides.given, levels.first()) {
            for (index, arg) in self.types.list(given).to_vec().into_iter().enumerate() {
                let pack = matches!(arg, TemplateArg::Pack(_));
                let param = Param { depth: level.depth, index: index as u16, pack };
                self.bind_known(&mut bindings, param, arg);
            }
        }
        bindings
    }

    /// Binds the parameters of the class that deduction has left open and an alias template names with parameters of its
    /// own that have default arguments ([over.match.class.deduct]/3.2).
    pub(super) fn bind_alias_defaults(
        &mut self,
        levels: &[Level],
        bindings: &mut Bindings,
        guides: &Guides,
        span: Span,
    ) {
        let (Some(alias), Some(given), Some(level)) = (&guides.alias, guides.given, levels.first())
        else {
            return;
        };
        let mut known = Bindings::new(std::slice::from_ref(alias));
        let mut open = Vec::new();
        for (index, arg) in self.types.list(given).to_vec().into_iter().enumerate() {
            let param = Param { depth: level.depth, index: index as u16, pack: false };
            // What is left of a pack that nothing has been deduced for.
            if let TemplateArg::Pack(list) = arg {
                let param = Param { pack: true, ..param };
                if bindings.pack(&self.types, param).is_some_and(|pack| pack.is_empty()) {
                    let own =
                        self.types.list(list).iter().map(|arg| self.own_parameter(arg, alias));
                    let own: Vec<Option<Param>> = own.collect();
                    let indices = own.into_iter().map(|own| Some(usize::from(own?.index)));
                    open.extend(
                        indices.collect::<Option<Vec<usize>>>().into_iter().flat_map(|indices| {
                            indices.into_iter().map(move |index| (param, index))
                        }),
                    );
                }
                continue;
            }
            let Some(own) = self.own_parameter(&arg, alias) else { continue };
            match bindings.arg(param).cloned() {
                Some(arg) => known.set_explicit(&self.types, own, arg),
                None => open.push((param, usize::from(own.index))),
            }
        }
        if open.is_empty() {
            return;
        }
        let Ok(args) = self.finish_level(alias, alias.outer, &known, span) else { return };
        for (param, index) in open {
            if let Some(arg) = self.types.list(args).get(index).cloned() {
                self.bind_known(bindings, param, arg);
            }
        }
    }

    /// The parameter of an alias template that an argument is, unless it is a pack.
    fn own_parameter(&self, arg: &TemplateArg, alias: &Level) -> Option<Param> {
        let own = match *arg {
            TemplateArg::Type(ty) => match *self.types.kind(ty) {
                TyKind::Param(own) => own,
                _ => return None,
            },
            TemplateArg::Param(own) | TemplateArg::Template(TemplateRef::Param(own)) => own,
            _ => return None,
        };
        (own.depth == alias.depth && !own.pack).then_some(own)
    }

    /// Binds a parameter whose argument is known before deduction.
    pub(crate) fn bind_known(&self, bindings: &mut Bindings, param: Param, arg: TemplateArg) {
        match arg {
            TemplateArg::Pack(pack) if !self.types.list_flags(pack).has(TyFlags::DEPENDENT) => {
                for arg in self.types.list(pack) {
                    bindings.set_explicit(&self.types, param, arg.clone());
                }
            }
            TemplateArg::Type(ty) if !self.types.is_dependent(ty) => {
                bindings.set_explicit(&self.types, param, TemplateArg::Type(ty));
            }
            arg @ (TemplateArg::Value(..) | TemplateArg::Template(TemplateRef::Template(_))) => {
                bindings.set_explicit(&self.types, param, arg);
            }
            _ => {}
        }
    }

    /// The level of the class's own parameters.
    pub(super) fn class_level(&self, template: TemplateId, class: ClassId) -> Level {
        let outer = self.entities[template].scope;
        Level {
            depth: self.open_depth(outer),
            params: self.entities[template].params.clone(),
            outer,
            scope: self.entities[class].outer,
        }
    }

    fn constructor_guide(
        &mut self,
        template: TemplateId,
        class: ClassId,
        constructor: &Entity,
        args: &[ArgInfo],
        span: Span,
        guides: &mut Guides,
    ) {
        let level = self.class_level(template, class);
        let scope = self.entities[class].scope;
        let signature = match *constructor {
            Entity::Function(id) => {
                let FunctionOrigin::Declared(decl) = self.entities[id].origin else { return };
                let Some(source) = self.function_source(decl) else { return };
                let mut signature = self.pattern_signature(scope, vec![level], &source);
                signature.class_level_only = true;
                signature
            }
            Entity::Template(id) => {
                let Some(source) = self.template_source(id) else { return };
                let params = self.entities[id].params.clone();
                self.open_signature(scope, vec![level], params, &source)
            }
            _ => return,
        };
        let mut bindings = self.class_bindings(&signature.levels, guides);
        if let Err(reason) = self.deduce_from_args(&signature, &mut bindings, args) {
            return guides.reject(template, reason);
        }
        self.bind_alias_defaults(&signature.levels, &mut bindings, guides, span);
        if !self.alias_may_mean(template, &signature, &bindings, guides, span) {
            return;
        }
        let instance = match self.finish_class(template, &signature, &bindings, span) {
            Ok(instance) => instance,
            Err(reason) => return guides.reject(template, reason),
        };
        // The constructor of the class just deduced: the same declaration there.
        let function = match self.constructor_of(instance, constructor, &signature, &bindings, span)
        {
            Some(Ok(function)) => function,
            Some(Err(failure)) => return guides.failures.push(failure),
            None => return,
        };
        if let Err(why) = self.constraints_satisfied(function) {
            return guides.reject(template, FailureReason::Substitution(why.into()));
        }
        let is_explicit = self.entities[function].is_explicit;
        let variadic =
            self.types.function_of(self.entities[function].ty).is_some_and(|ty| ty.variadic);
        let params: Vec<Ty> = self.entities[function].params.iter().map(|p| p.ty).collect();
        let defaults = self.entities[function].params.iter().map(|p| p.default).collect::<Vec<_>>();
        let guide = self.guide_function(template, instance, &params, is_explicit, span);
        if variadic && let Some(ty) = self.types.function_of(self.entities[guide].ty).cloned() {
            self.entities[guide].ty = self.types.function(FunctionTy { variadic, ..ty });
        }
        for (param, default) in self.entities[guide].params.iter_mut().zip(defaults) {
            param.default = default;
        }
        self.entities[guide].requires = None;
        self.guide_signatures.insert(guide, Rc::new(signature));
        guides.candidates.push(GuideCandidate {
            function: guide,
            is_user_guide: false,
            is_copy_guide: false,
            is_from_template: matches!(constructor, Entity::Template(_)),
            is_explicit,
        });
    }

    /// The specialisation of the class that the bindings say.
    pub(super) fn finish_class(
        &mut self,
        template: TemplateId,
        signature: &Signature,
        bindings: &Bindings,
        span: Span,
    ) -> Result<ClassId, FailureReason> {
        let undeduced = FailureReason::Undeduced { parameter: 0 };
        let Some(level) = signature.levels.first() else { return Err(undeduced) };
        let args = self.finish_level(level, level.outer, bindings, span)?;
        let class =
            self.tentatively(|cx| cx.specialize_class(template, args, span)).map_err(|why| {
                let why = Rc::<Diagnostic>::from(why);
                match why.code {
                    codes::CONSTRAINT_NOT_SATISFIED => FailureReason::Constraint { why, args },
                    _ => FailureReason::Substitution(why),
                }
            })?;
        match class {
            Some(class) if self.complete_class(class, span) => Ok(class),
            _ => Err(undeduced),
        }
    }

    fn constructor_of(
        &mut self,
        class: ClassId,
        constructor: &Entity,
        signature: &Signature,
        bindings: &Bindings,
        span: Span,
    ) -> Option<Result<FunctionId, DeductionFailure>> {
        let wanted = match *constructor {
            Entity::Function(id) => match self.entities[id].origin {
                FunctionOrigin::Declared(decl) => decl,
                _ => return None,
            },
            Entity::Template(id) => self.entities[id].decl?,
            _ => return None,
        };
        let mut declared = self.lookup_own_member(class, DeclName::Constructor).entities;
        // Those of a specialisation are its own; a guide is made from the primary template alone.
        if let Some(primary) = self.primary_class_beside(class) {
            let found = self
                .tentatively(|cx| cx.lookup_own_member(primary, DeclName::Constructor).entities);
            declared = found.ok()?;
        }
        for entity in declared {
            match entity {
                Entity::Function(id)
                    if self.entities[id].origin == FunctionOrigin::Declared(wanted) =>
                {
                    return Some(Ok(id));
                }
                Entity::Template(id) if self.entities[id].decl == Some(wanted) => {
                    let level = signature.levels.last()?;
                    let scope = self.entities[id].scope;
                    let function = self
                        .finish_level(level, scope, bindings, span)
                        .and_then(|args| self.specialize_finished(id, args, span));
                    return Some(
                        function.map_err(|reason| DeductionFailure { template: id, reason }),
                    );
                }
                _ => {}
            }
        }
        None
    }

    /// What the primary template would make of the arguments of `class`, if that is made from another definition.
    fn primary_class_beside(&mut self, class: ClassId) -> Option<ClassId> {
        let (template, args) = self.entities[class].template?;
        let decl =
            self.entities[template].decl.filter(|&decl| self.entities[class].decl != Some(decl))?;
        let (owner, order) = (self.entities[template].owner, self.entities[template].order);
        let outer = self.bound_scope(template, args);
        let primary = self.new_class(owner, outer, decl, Some((template, args)), order);
        // Its name in itself is that of the class. Of its members nothing but the constructors is asked, so that it has
        // neither bases nor a layout.
        self.entities[primary].ty = self.entities[class].ty;
        self.entities[primary].is_pattern = true;
        let written = self.class_decl(decl).filter(|written| written.is_definition)?;
        self.enter_class(primary, written);
        self.entities[primary].state = ClassState::Complete;
        Some(primary)
    }

    /// `C()` for a class without constructors.
    fn default_guide(
        &mut self,
        template: TemplateId,
        class: ClassId,
        span: Span,
        guides: &mut Guides,
    ) {
        let level = self.class_level(template, class);
        let mut bindings = self.class_bindings(std::slice::from_ref(&level), guides);
        let signature = blank_signature(level, Vec::new());
        self.bind_alias_defaults(&signature.levels, &mut bindings, guides, span);
        if let Ok(instance) = self.finish_class(template, &signature, &bindings, span) {
            let function = self.guide_function(template, instance, &[], false, span);
            self.guide_signatures.insert(function, Rc::new(signature));
            guides.candidates.push(plain(function));
        }
    }

    /// `C(C<T...>)`
    fn copy_guide(
        &mut self,
        template: TemplateId,
        class: ClassId,
        args: &[ArgInfo],
        span: Span,
        guides: &mut Guides,
    ) {
        let [arg] = args else { return };
        let level = self.class_level(template, class);
        let pattern = self.entities[class].ty;
        let signature = blank_signature(level.clone(), vec![pattern]);
        let bindings = match arg {
            ArgInfo::Expr { ty, .. } => {
                let mut bindings = Bindings::new(std::slice::from_ref(&level));
                let found = self.types.strip_cv(*ty);
                if self.unify(&mut bindings, pattern, found, Mode::Argument).is_err() {
                    return;
                }
                bindings
            }
            // Nothing is deduced from a list ([temp.deduct.call]/1): packs are empty, other parameters have their defaults.
            ArgInfo::InitList(_) => {
                let mut bindings = self.class_bindings(std::slice::from_ref(&level), guides);
                self.bind_alias_defaults(&signature.levels, &mut bindings, guides, span);
                bindings
            }
            ArgInfo::Overloaded(_) => return,
        };
        if let Ok(instance) = self.finish_class(template, &signature, &bindings, span) {
            let ty = self.entities[instance].ty;
            let function = self.guide_function(template, instance, &[ty], false, span);
            self.guide_signatures.insert(function, Rc::new(signature));
            guides.candidates.push(GuideCandidate { is_copy_guide: true, ..plain(function) });
        }
    }

    /// A function `(params) -> class` for overload resolution.
    pub(super) fn guide_function(
        &mut self,
        template: TemplateId,
        class: ClassId,
        params: &[Ty],
        is_explicit: bool,
        span: Span,
    ) -> FunctionId {
        let entity = &self.entities[template];
        let (name, owner, outer, order) = (entity.name, entity.owner, entity.scope, entity.order);
        let parameters = params.iter().map(|&ty| self.unnamed_parameter(ty, span)).collect();
        let types: Vec<Ty> = params.iter().map(|&ty| self.types.strip_cv(ty)).collect();
        let ret = self.entities[class].ty;
        let ty = self.types.function(FunctionTy {
            ret,
            params: types.into(),
            variadic: false,
            cv: Cv::NONE,
            ref_qualifier: None,
            exceptions: Exceptions::MayThrow,
        });
        let scope = self.scopes.push(Some(outer), ScopeKind::Parameters);
        let declared = self.entities[class].span;
        let id = self.entities.functions.push(Function {
            name,
            kind: FunctionKind::DeductionGuide,
            origin: FunctionOrigin::DeductionCandidate,
            owner: match owner {
                Owner::Class(_) | Owner::Function => Owner::Function,
                Owner::Namespace(ns) => Owner::Namespace(ns),
            },
            outer,
            scope,
            ty,
            params: parameters,
            // Made from a template, which a guide without template parameters beats.
            template: self.entities[class].template,
            definition: Definition::None,
            special: None,
            spaces: ast::Spaces::NONE,
            is_static: false,
            is_constexpr: false,
            is_consteval: false,
            is_virtual: false,
            is_inline: false,
            is_explicit,
            is_extern_c: false,
            is_explicit_specialization: false,
            access: ast::Access::Public,
            requires: None,
            noexcept: ast::Noexcept::Absent,
            intrinsic: None,
            foreign: None,
            queued: false,
            has_looked_for_definition: true,
            body: BodyState::Unchecked,
            order,
            span: declared,
        });
        self.scopes[scope].kind = ScopeKind::Function(id);
        id
    }

    /// `A(args)` for an alias template `A`: the guides of the class that it names, kept when the
    /// class they deduce is one that the alias can mean ([over.match.class.deduct]/3).
    fn alias_guides(&mut self, template: TemplateId, args: &[ArgInfo], span: Span) -> Guides {
        let ast = self.ast;
        let outer = self.entities[template].scope;
        let head = self.entities[template].params.head;
        let Some(decl) = self.entities[template].decl else { return Guides::default() };
        let ast::DeclKind::TypeAlias(alias) = &ast[ast.templated(decl)].kind else {
            return Guides::default();
        };
        let scope = self.open_template_scope(outer, head);
        let pattern = self.outside(|cx| cx.resolve_type(scope, alias.ty));
        let (target, given) = match *self.types.kind(pattern) {
            TyKind::Specialization { template: TemplateRef::Template(target), args } => {
                (target, args)
            }
            TyKind::Class(class) => match self.entities[class].template {
                Some(target) => target,
                None => return Guides::default(),
            },
            _ => return Guides::default(),
        };
        let level = Level {
            depth: self.open_depth(outer),
            params: self.entities[template].params.clone(),
            outer,
            scope,
        };
        let (alias, meaning) = (Some((level.clone(), given)), Some((template, pattern)));
        let mut guides = self.class_guides(target, args, alias, meaning, span);
        for candidate in std::mem::take(&mut guides.candidates) {
            let function = self.types.function_of(self.entities[candidate.function].ty);
            let Some(class) = function.map(|function| function.ret) else { continue };
            match self.alias_can_mean(template, &level, pattern, class, span) {
                Ok(()) => guides.candidates.push(candidate),
                Err(reason) => reason.into_iter().for_each(|why| guides.reject(template, why)),
            }
        }
        guides
    }

    /// Whether the alias template that is deduced for can mean the class, which is not completed to know it.
    fn alias_may_mean(
        &mut self,
        template: TemplateId,
        signature: &Signature,
        bindings: &Bindings,
        guides: &mut Guides,
        span: Span,
    ) -> bool {
        let (Some((alias, pattern)), Some(own), Some(level)) =
            (guides.meaning, guides.alias.clone(), signature.levels.first())
        else {
            return true;
        };
        let Ok(args) = self.finish_level(level, level.outer, bindings, span) else { return true };
        let made = self.tentatively(|cx| cx.specialize_class(template, args, span));
        let Ok(Some(class)) = made else { return true };
        let ty = self.entities[class].ty;
        match self.alias_can_mean(alias, &own, pattern, ty, span) {
            Ok(()) => true,
            Err(reason) => {
                reason.into_iter().for_each(|why| guides.reject(alias, why));
                false
            }
        }
    }

    /// Whether arguments of an alias template make it `class`, `pattern` being what it stands for.
    ///
    /// # Errors
    /// Why not, unless the two are just different types.
    fn alias_can_mean(
        &mut self,
        template: TemplateId,
        level: &Level,
        pattern: Ty,
        class: Ty,
        span: Span,
    ) -> Result<(), Option<FailureReason>> {
        let mut bindings = Bindings::new(std::slice::from_ref(level));
        self.unify(&mut bindings, pattern, class, Mode::Exact).map_err(|_| None)?;
        // The class decides where an argument of the alias is open or has another type.
        let Ok(args) = self.finish_level(level, level.outer, &bindings, span) else {
            return Ok(());
        };
        self.check_template_constraints(template, args, span)
            .map_err(|why| Some(FailureReason::Constraint { why: why.into(), args }))
    }
}

pub(super) fn plain(function: FunctionId) -> GuideCandidate {
    GuideCandidate {
        function,
        is_user_guide: false,
        is_copy_guide: false,
        is_from_template: false,
        is_explicit: false,
    }
}

pub(super) fn blank_signature(level: Level, params: Vec<Ty>) -> Signature {
    let has_default = vec![false; params.len()];
    Signature {
        levels: vec![level],
        params,
        has_default,
        variadic: false,
        ret: None,
        requires: None,
        class_level_only: false,
    }
}
