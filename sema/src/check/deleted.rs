//! Deleted functions ([dcl.fct.def.delete]), and why the language deletes a special member
//! function ([class.default.ctor], [class.copy.ctor], [class.copy.assign], [class.dtor]).

use lang::base::{Diagnostic, NoteKind, Span};

use super::operand::{Check, Reported};
use crate::Cx;
use crate::codes;
use crate::entity::{
    ClassId, Definition, FunctionId, FunctionKind, FunctionOrigin, Owner, SpecialKind,
};
use crate::ty::TyKind;

impl Cx<'_> {
    /// Reports what is wrong with the declaration of a function that is named: of a function of the host nothing was said
    /// until tile code needs it.
    pub(crate) fn check_declared(&mut self, function: FunctionId) -> Check<()> {
        match self.unusable.get(&function).cloned() {
            Some(why) => {
                self.report(*why);
                Err(Reported)
            }
            None => Ok(()),
        }
    }

    /// Reports the use of a deleted function, with the reason where the language deleted it.
    pub fn check_deleted(&mut self, function: FunctionId, span: Span) -> Check<()> {
        self.check_function_comes_before(function, span);
        let uncomparable = self.uncomparable_part(function);
        if !self.is_deleted(function) && uncomparable.is_none() {
            return Ok(());
        }
        let shown = self.show_function(function);
        let copied = match (self.entities[function].special, self.entities[function].owner) {
            (Some(SpecialKind::CopyConstructor), Owner::Class(class)) => {
                Some(self.show(self.entities[class].ty))
            }
            _ => None,
        };
        let message = match &copied {
            Some(class) => format!("`{class}` cannot be copied: `{shown}` is deleted"),
            None => format!("`{shown}` is deleted"),
        };
        let mut diagnostic = Diagnostic::new(codes::DELETED_FUNCTION, span, message);
        if let Some(class) = copied {
            diagnostic = diagnostic
                .label("copied here")
                .help(format!("a parameter or variable of type `const {class} &` makes no copy"));
        }
        if self.is_tentative() {
            self.report(diagnostic);
            return Err(Reported);
        }
        let declared = self.entities[function].span;
        match uncomparable.or_else(|| self.why_deleted(function)) {
            Some((at, reason)) => {
                diagnostic = diagnostic.note_at(NoteKind::Note, at, reason);
            }
            None => {
                diagnostic = diagnostic.note_at(NoteKind::DeclaredHere, declared, "deleted here");
            }
        }
        self.report(diagnostic);
        Err(Reported)
    }

    /// Reports when the function that was chosen may not be used: it is deleted, or not accessible
    /// here.
    pub fn check_usable(&mut self, function: FunctionId, span: Span) -> Check<()> {
        let Owner::Class(class) = self.entities[function].owner else {
            return self.check_deleted(function, span);
        };
        self.check_usable_in(function, class, span)
    }

    /// The same for a function that is found as a member of `class`.
    pub fn check_usable_in(
        &mut self,
        function: FunctionId,
        class: ClassId,
        span: Span,
    ) -> Check<()> {
        self.check_deleted(function, span)?;
        let may_be_used = match self.entities[function].kind {
            FunctionKind::Constructor | FunctionKind::Destructor => {
                self.check_lifetime_access(function, class, span)
            }
            _ => self.check_function_access(function, class, None, span),
        };
        match may_be_used {
            true => Ok(()),
            false => Err(Reported),
        }
    }

    pub fn is_deleted(&self, function: FunctionId) -> bool {
        self.entities[function].definition == Definition::Deleted
    }

    /// What keeps the language from defining a special member function, and where that stands;
    /// `None` for a function whose declaration says `= delete`.
    fn why_deleted(&mut self, function: FunctionId) -> Option<(Span, String)> {
        let special = self.entities[function].special?;
        let Owner::Class(class) = self.entities[function].owner else { return None };
        if let FunctionOrigin::Declared(decl) = self.entities[function].origin
            && let lang::ast::DeclKind::Function(written) = &self.ast[decl].kind
            && written.body == lang::ast::FunctionBody::Deleted
        {
            return None;
        }
        let verb = match special {
            SpecialKind::DefaultConstructor => "default-constructed",
            SpecialKind::CopyConstructor => "copied",
            SpecialKind::MoveConstructor => "moved",
            SpecialKind::CopyAssignment | SpecialKind::MoveAssignment => "assigned",
            SpecialKind::Destructor => "destroyed",
            SpecialKind::Comparison(_) => "compared",
        };
        let is_copy = matches!(special, SpecialKind::CopyConstructor | SpecialKind::CopyAssignment);
        let members = self.special_members(class);
        if let Some(moving) = members.move_constructor.or(members.move_assignment)
            && is_copy
            && self.entities[moving].origin != FunctionOrigin::Implicit
        {
            let text = "a class that declares how it is moved is not copied implicitly";
            return Some((self.entities[moving].span, text.to_owned()));
        }
        if self.entities[class].closure.is_some() {
            let text = format!("a lambda with captures cannot be {verb}");
            return Some((self.entities[class].span, text));
        }
        for index in 0..self.entities[class].bases.len() {
            let base = &self.entities[class].bases[index];
            let (ty, at) = (base.ty, base.span);
            if !self.subobject_has(class, ty, special) {
                let text = format!("the base `{}` cannot be {verb}", self.show(ty));
                return Some((at, text));
            }
        }
        for index in 0..self.entities[class].fields.len() {
            let field = self.entities[class].fields[index].clone();
            let name = field.name.map_or("", |name| self.text(name)).to_owned();
            let shown = self.show(field.ty);
            if special == SpecialKind::DefaultConstructor {
                if self.default_element_is_given(&field) {
                    continue;
                }
                if self.types.is_ref(field.ty) {
                    let text = format!("the reference `{name}` would be left unbound");
                    return Some((field.span, text));
                }
                if self.types.cv(field.ty).is_const() && self.types.class_of(field.ty).is_none() {
                    let text = format!("the constant `{name}` would be left without a value");
                    return Some((field.span, text));
                }
            }
            if !self.subobject_has(class, field.ty, special) {
                let text = match *self.types.kind(field.ty) {
                    TyKind::LRef(_) | TyKind::RRef(_) => {
                        format!("the reference member `{name}` cannot be {verb}")
                    }
                    _ => format!("the member `{name}` of type `{shown}` cannot be {verb}"),
                };
                return Some((field.span, text));
            }
            if !self.subobject_has(class, field.ty, SpecialKind::Destructor) {
                let text = format!("the member `{name}` of type `{shown}` cannot be destroyed");
                return Some((field.span, text));
            }
        }
        None
    }

    fn default_element_is_given(&self, field: &crate::entity::Field) -> bool {
        field.decl.is_some_and(|decl| match &self.ast[decl].kind {
            lang::ast::DeclKind::Field(field) => {
                !matches!(field.init, lang::ast::Initializer::None)
            }
            _ => false,
        })
    }
}
