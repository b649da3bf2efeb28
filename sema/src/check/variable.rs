//! Variables with static storage: namespace-scope variables, static data members, specialisations
//! of variable templates. Their initialisers are checked by expression checking.

use lang::ast::{self, DeclId, DeclKind, SpecFlags};
use lang::base::{Diagnostic, Span};
use smallvec::smallvec;

use super::decl::{Declared, Place};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::cx::Instantiated;
use crate::entity::{Entity, Owner, TemplateId, VarId, Variable, VariableState};
use crate::evaluate::Query;
use crate::scope::ScopeId;
use crate::ty::{Args, ArrayLen, Ty, TyKind};

impl<'a> Cx<'a> {
    pub(crate) fn declare_plain_variable(
        &mut self,
        place: Place,
        decl: DeclId,
        before: &[Entity],
    ) -> Declared {
        let Some(written) = self.variable_decl(decl) else { return Declared::new() };
        if let Some(declared) = self.declare_function_by_type(place, decl, before) {
            return declared;
        }
        for entity in before {
            if let Entity::Variable(var) = *entity {
                self.check_variable_agrees(place, var, decl);
                self.declare_variable_again(place, var, decl, written);
                self.entities[var].spaces.insert(written.specs.spaces);
                return Declared::new();
            }
        }
        let Some(var) = self.new_variable(place, decl, place.scope, None) else {
            return Declared::new();
        };
        smallvec![Entity::Variable(var)]
    }

    /// The declaration that says most stands for the variable: the one with an initialiser
    /// (`extern const int n; const int n = 3;`, a static member that is defined outside), or else the one with
    /// the bound of an array (`extern int a[]; int a[3];`).
    fn declare_variable_again(
        &mut self,
        place: Place,
        var: VarId,
        decl: DeclId,
        again: &'a ast::VariableDecl,
    ) {
        let Some(before) = self.variable_decl(self.entities[var].decl) else { return };
        let has_init =
            |variable: &ast::VariableDecl| !matches!(variable.init, ast::Initializer::None);
        if has_init(before) {
            return;
        }
        let scope = self.entities[var].scope;
        let gives_bound = !has_init(again)
            && self.leaves_bound_out(scope, before)
            && !self.leaves_bound_out(place.scope, again);
        if has_init(again) || gives_bound {
            self.entities[var].decl = decl;
            self.entities[var].scope = place.scope;
        }
        if gives_bound {
            self.entities[var].bounded_from = Some(place.order);
        }
    }

    pub(crate) fn leaves_bound_out(
        &mut self,
        scope: ScopeId,
        written: &'a ast::VariableDecl,
    ) -> bool {
        match self.tentatively(|cx| cx.resolve_type(scope, written.ty)) {
            Ok(ty) => matches!(self.types.kind(ty), TyKind::Array(_, ArrayLen::Unknown)),
            Err(_) => false,
        }
    }

    pub(crate) fn variable_decl(&self, decl: DeclId) -> Option<&'a ast::VariableDecl> {
        match &self.ast[self.ast.templated(decl)].kind {
            DeclKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// A variable entity; `scope` binds the template arguments.
    pub(crate) fn new_variable(
        &mut self,
        place: Place,
        decl: DeclId,
        scope: ScopeId,
        template: Option<(TemplateId, Args)>,
    ) -> Option<VarId> {
        let ast = self.ast;
        let written = self.variable_decl(decl)?;
        let name = ast[written.name].last.identifier()?;
        let inner = ast.templated(decl);
        let flags = written.specs.flags;
        Some(self.entities.vars.push(Variable {
            name,
            owner: place.owner,
            decl: inner,
            scope,
            ty: Ty::ERROR,
            template,
            spaces: written.specs.spaces,
            is_constexpr: flags.has(SpecFlags::CONSTEXPR),
            is_static: flags.has(SpecFlags::STATIC) || matches!(place.owner, Owner::Class(_)),
            is_local: matches!(place.owner, Owner::Function),
            is_temporary: false,
            state: VariableState::Unresolved,
            value: None,
            broken: None,
            access: ast[decl].access.or(ast[inner].access).unwrap_or(ast::Access::Public),
            order: place.order,
            bounded_from: None,
            span: ast[written.name].span,
        }))
    }

    /// The type of a variable; of a placeholder type, what its initialiser says.
    pub fn variable_type(&mut self, var: VarId, span: Span) -> Ty {
        self.resolve_variable(var);
        let ty = self.entities[var].ty;
        // The bound of `int a[] = {1, 2}` is in the initialiser too.
        let is_unbounded = matches!(self.types.kind(ty), TyKind::Array(_, ArrayLen::Unknown))
            && matches!(self.entities[var].state, VariableState::Typed);
        if is_unbounded {
            self.check_initializer(var, span);
            return self.entities[var].ty;
        }
        let has_placeholder = self.types.has_placeholder(ty);
        // The initialiser also says how long an array is ([dcl.init.aggr]/10).
        let has_no_length = matches!(self.types.kind(ty), TyKind::Array(_, ArrayLen::Unknown));
        match self.entities[var].state {
            VariableState::Typed if has_placeholder || has_no_length => {
                self.check_initializer(var, span);
                let ty = self.entities[var].ty;
                if self.types.has_placeholder(ty) { Ty::ERROR } else { ty }
            }
            // Its type is not known yet.
            VariableState::InProgress if ty == Ty::ERROR => {
                let cycle = self.cycle(Query::VariableType(var), span);
                self.report(cycle);
                Ty::ERROR
            }
            VariableState::InProgress if has_placeholder => {
                let name = self.text(self.entities[var].name);
                let message = format!("`{name}` is used in its own initialiser");
                let diagnostic = Diagnostic::new(codes::CYCLE, span, message)
                    .secondary(self.entities[var].span, "declared here");
                self.report(self.with_cycle(Query::Variable(var), span, diagnostic));
                Ty::ERROR
            }
            VariableState::Unresolved
            | VariableState::InProgress
            | VariableState::Typed
            | VariableState::Checked(_)
            | VariableState::Error => ty,
        }
    }

    /// Checks the initialiser, outside of the immediate context of its use.
    pub fn check_initializer(&mut self, var: VarId, span: Span) {
        self.resolve_variable(var);
        if !matches!(self.entities[var].state, VariableState::Typed) {
            return;
        }
        self.entities[var].state = VariableState::InProgress;
        let query = Query::Variable(var);
        let is_instantiated = self.entities[var].template.is_some()
            || self.is_of_specialization(self.entities[var].owner);
        if is_instantiated {
            let run = |cx: &mut Self| cx.under_way(query, span, |cx| cx.check_variable(var));
            self.instantiating(Instantiated::Variable(var), span, run);
        } else {
            self.under_way_deeper(query, span, false, |cx| cx.check_variable(var));
        }
        if matches!(self.entities[var].state, VariableState::InProgress) {
            self.entities[var].state = VariableState::Error;
        }
    }

    /// Finds the type that a variable is declared with, unless that is known.
    pub(super) fn resolve_variable(&mut self, var: VarId) {
        if !matches!(self.entities[var].state, VariableState::Unresolved) {
            return;
        }
        self.adopt_outside_definition(var);
        let Some(written) = self.variable_decl(self.entities[var].decl) else { return };
        self.entities[var].state = VariableState::InProgress;
        let scope = self.entities[var].scope;
        let around = self.incomplete_in_type(var);
        let (query, span) = (Query::VariableType(var), self.entities[var].span);
        let mut ty = self.under_way(query, span, |cx| {
            cx.before_brace(&around, |cx| cx.outside(|cx| cx.resolve_type(scope, written.ty)))
        });
        if written.specs.flags.has(SpecFlags::CONSTEXPR) {
            ty = self.types.add_const(ty);
        }
        self.entities[var].ty = ty;
        self.entities[var].state =
            if ty == Ty::ERROR { VariableState::Error } else { VariableState::Typed };
    }

    /// The value of a variable that nothing can change: one usable in constant expressions, or any
    /// other constant with a constant initialiser.
    pub fn static_constant(&mut self, var: VarId) -> Option<Value> {
        let span = self.entities[var].span;
        if let Some(value) = self.constant_value(var, span) {
            return Some(value);
        }
        let ty = self.variable_type(var, span);
        let elem = self.types.element_of_arrays(ty);
        let cv = self.types.cv(elem);
        if !cv.is_const() || cv.is_volatile() || self.has_mutable_member(elem) {
            return None;
        }
        self.initial_value(var).ok().flatten()
    }

    /// The value that static initialisation gives a variable ([basic.start.static]); `None` for
    /// one that is declared only. The error says why there is none, unless that has been said.
    pub fn initial_value(&mut self, var: VarId) -> Result<Option<Value>, Option<Box<Diagnostic>>> {
        let span = self.entities[var].span;
        self.variable_type(var, span);
        self.check_initializer(var, span);
        match self.entities[var].state {
            VariableState::Checked(None) => Ok(None),
            VariableState::Checked(Some(init)) => self
                .outside(|cx| crate::constexpr::evaluate_initial(cx, var, init))
                .map(Some)
                .map_err(Some),
            VariableState::Unresolved
            | VariableState::InProgress
            | VariableState::Typed
            | VariableState::Error => Err(None),
        }
    }

    /// Whether other translation units, and the host by name, can refer to the variable
    /// ([basic.link]).
    pub fn has_external_linkage(&self, var: VarId) -> bool {
        let variable = &self.entities[var];
        let Some(written) = self.variable_decl(variable.decl) else { return false };
        if variable.is_temporary {
            return false;
        }
        let flags = written.specs.flags;
        let mut owner = variable.owner;
        loop {
            match owner {
                Owner::Function => return false,
                Owner::Class(class) => owner = self.entities[class].owner,
                Owner::Namespace(namespace) => {
                    let is_member = matches!(variable.owner, Owner::Class(_));
                    if self.is_in_unnamed_namespace(namespace) {
                        return false;
                    }
                    let is_inline = flags.has(SpecFlags::INLINE) || variable.template.is_some();
                    let is_const = self.types.cv(variable.ty).is_const();
                    let declared_extern = flags.has(SpecFlags::EXTERN);
                    return is_member
                        || !flags.has(SpecFlags::STATIC)
                            && (!is_const || is_inline || declared_extern);
                }
            }
        }
    }

    /// Whether the innermost named owner is an unnamed namespace.
    pub fn is_of_unnamed_namespace(&self, owner: Owner) -> bool {
        matches!(owner, Owner::Namespace(namespace) if self.is_in_unnamed_namespace(namespace))
    }

    fn is_in_unnamed_namespace(&self, namespace: crate::entity::NamespaceId) -> bool {
        let mut at = Some(namespace);
        while let Some(namespace) = at {
            let data = &self.entities[namespace];
            if data.name.is_none() && data.parent.is_some() {
                return true;
            }
            at = data.parent;
        }
        false
    }

    /// A variable that a function declares `extern`: in CUDA C++, memory that the threads of a block share.
    pub(super) fn report_extern_local(&mut self, variable: &ast::VariableDecl, span: Span) {
        let (code, message) = match variable.specs.spaces.has(ast::Spaces::SHARED) {
            true => (
                codes::SHARED_MEMORY,
                "tile code has no `__shared__` memory; use a local array or a tile",
            ),
            false => (codes::UNSUPPORTED, "an `extern` variable in a function is not supported"),
        };
        self.error(code, span, message);
    }

    fn has_mutable_member(&mut self, ty: Ty) -> bool {
        let elem = self.types.element_of_arrays(ty);
        let Some(class) = self.types.class_of(elem) else { return false };
        let parts = self.subobject_types(class);
        self.entities[class].fields.iter().any(|field| field.is_mutable)
            || parts.into_iter().any(|part| self.has_mutable_member(part))
    }
}
