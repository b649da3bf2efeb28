//! Checks of the user's declarations at namespace scope, used or not: names that
//! mean two things, *using-directive*s and aliases of namespaces that are not there.
//!
//! Declarations are checked when their name is used, so unused ones are checked here.
//! Only names that are declared more than once are: a host declaration that stands alone
//! costs nothing, and its types may be anybody's.

use lang::ast::{DeclId, DeclKind, Spaces, SpecFlags};

use crate::Cx;
use crate::entity::{DeclName, Member, NamespaceId, Owner};
use crate::scope::Order;

impl Cx<'_> {
    pub(crate) fn check_unused_declarations(&mut self) {
        // The declarations of a header that was not found are unknown.
        if self.options.has_missing_headers {
            return;
        }
        for (_, ns, name) in self.names_declared_twice() {
            self.resolve_members(Owner::Namespace(ns), name);
        }
        let namespaces: Vec<NamespaceId> = self.entities.namespaces.keys().collect();
        for ns in namespaces {
            self.resolve_nominated(ns);
        }
    }

    /// In the order of their first declarations.
    fn names_declared_twice(&self) -> Vec<(Order, NamespaceId, DeclName)> {
        let mut names = Vec::new();
        for (ns, namespace) in &self.entities.namespaces {
            for (&name, members) in namespace.members.iter() {
                let DeclName::Identifier(identifier) = name else { continue };
                let count =
                    members.len() + usize::from(namespace.children.contains_key(&identifier));
                if count > 1
                    && let Some(first) = members.first()
                    && members.iter().all(|member| self.is_users(member))
                    && members.iter().any(|member| !self.is_hosts(member.decl))
                {
                    names.push((first.order, ns, name));
                }
            }
        }
        names.sort_unstable_by_key(|&(order, ns, _)| (order, ns));
        names
    }

    fn is_users(&self, member: &Member) -> bool {
        let decl = self.ast.decls.get(member.decl);
        decl.is_some_and(|decl| !self.unit.sources.in_system_file(decl.span.lo))
    }

    /// Functions and variables of the host, whose types may not be known here.
    fn is_hosts(&self, decl: DeclId) -> bool {
        let specs = match &self.ast[self.ast.templated(decl)].kind {
            DeclKind::Function(function) => &function.specs,
            DeclKind::Variable(variable) => &variable.specs,
            _ => return false,
        };
        let is_constant =
            specs.flags.has(SpecFlags::CONSTEXPR) || specs.flags.has(SpecFlags::CONSTEVAL);
        let is_tile = specs.spaces.has(Spaces::TILE) || specs.spaces.has(Spaces::TILE_GLOBAL);
        !is_constant && !is_tile
    }
}
