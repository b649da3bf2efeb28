//! Exception specifications of functions that do not write one ([except.spec]/7 to 13).

use crate::Cx;
use crate::entity::{
    ClassId, Definition, FunctionId, FunctionKind, FunctionOrigin, Owner, SpecialKind,
};
use crate::ty::Ty;

impl Cx<'_> {
    /// Whether a function without a *noexcept-specifier* is non-throwing: a destructor, or a
    /// defaulted function, if all that it calls for bases and members is.
    pub(crate) fn is_implicitly_noexcept(&mut self, function: FunctionId) -> bool {
        let entity = &self.entities[function];
        if let FunctionOrigin::Inherited(inherited) = entity.origin {
            return self.is_noexcept_function(inherited);
        }
        let is_defaulted =
            entity.definition == Definition::Defaulted || entity.origin == FunctionOrigin::Implicit;
        let is_destructor = entity.kind == FunctionKind::Destructor;
        let (Some(special), Owner::Class(class)) = (entity.special, entity.owner) else {
            return is_defaulted || is_destructor;
        };
        if !is_defaulted && !is_destructor {
            return false;
        }
        let parts: Vec<Ty> = {
            let class = &self.entities[class];
            let bases = class.bases.iter().map(|base| base.ty);
            bases.chain(class.fields.iter().map(|field| field.ty)).collect()
        };
        let bases = self.entities[class].bases.len();
        parts.into_iter().enumerate().all(|(index, ty)| {
            let field = index.checked_sub(bases);
            self.part_is_noexcept(class, field, ty, special)
        })
    }

    fn part_is_noexcept(
        &mut self,
        class: ClassId,
        field: Option<usize>,
        ty: Ty,
        special: SpecialKind,
    ) -> bool {
        let element = self.element_of(ty);
        if special == SpecialKind::DefaultConstructor
            && let Some(field) = field
        {
            let field = self.entities[class].fields[field].clone();
            let span = field.span;
            let value = self.tentatively(|cx| cx.field_default(class, &field, span));
            if let Ok(Ok(Some(value))) = value {
                return self.is_noexcept(value);
            }
        }
        let Some(inner) = self.types.class_of(element) else { return true };
        let members = self.special_members(inner);
        let called = match special {
            SpecialKind::DefaultConstructor => members.default_constructor,
            SpecialKind::CopyConstructor => members.copy_constructor,
            SpecialKind::MoveConstructor => members.move_constructor.or(members.copy_constructor),
            SpecialKind::CopyAssignment => members.copy_assignment,
            SpecialKind::MoveAssignment => members.move_assignment.or(members.copy_assignment),
            SpecialKind::Destructor => members.destructor,
            SpecialKind::Comparison(_) => None,
        };
        called.is_none_or(|called| self.is_noexcept_function(called))
    }
}
