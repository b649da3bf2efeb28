//! Friend declarations of specialisations, `friend void f<>(S);` ([temp.friend]/1).
//!
//! In: a class that is complete. Out: an error for each friend whose type is not that of a specialisation of a template
//! declared before ([temp.deduct.decl]).

use lang::ast::{self, DeclKind, FriendDecl};

use crate::Cx;
use crate::entity::{ClassId, Entity, TemplateId};
use crate::scope::ScopeId;

impl<'a> Cx<'a> {
    pub(crate) fn check_friend_specializations(
        &mut self,
        class: ClassId,
        written: &'a ast::ClassDecl,
    ) {
        let scope = self.entities[class].scope;
        if self.types.is_dependent(self.entities[class].ty)
            || self.unit.sources.in_foreign_file(self.entities[class].span.lo)
        {
            return;
        }
        for &member in &written.members {
            if let DeclKind::Friend(FriendDecl::Decl(decl)) = self.ast[member].kind
                && let DeclKind::Function(function) = &self.ast[decl].kind
                && self.ast[function.name].last.args.is_some()
            {
                self.check_friend_specialization(scope, decl, function.name);
            }
        }
    }

    fn check_friend_specialization(
        &mut self,
        scope: ScopeId,
        decl: ast::DeclId,
        name: ast::QualNameId,
    ) {
        let Ok(Some(lookup)) = self.tentatively(|cx| cx.lookup_name(scope, name)) else { return };
        let templates: Vec<TemplateId> = lookup
            .found
            .entities
            .iter()
            .filter_map(|entity| match *entity {
                Entity::Template(template) => Some(template),
                _ => None,
            })
            .collect();
        let Some(&first) = templates.first() else { return };
        let Some((_, ty, span)) = self.declared_beside(first, decl, scope) else { return };
        if self.types.is_dependent(ty) {
            return;
        }
        let explicit = lookup.args.and_then(|args| self.resolve_template_args(scope, args));
        let mut failure = None;
        for template in templates {
            match self.deduce_address(template, explicit, Some(ty), span) {
                Ok(_) => return,
                Err(why) => failure = Some(why),
            }
        }
        self.report_no_specialization(&lookup.found.entities, failure, span);
    }
}
