//! Declarations that not every release of CUDA has.
//!
//! `[[tilec::since(13, 4)]]` on a declaration of the library names the first release that has it, and
//! `[[tilec::until(13, 4)]]` the first that has it no longer. A class, alias, concept, variable or enumerator that the
//! chosen release does not have is not entered, so that a program may use its name. A function is a candidate, and
//! overload resolution rejects it last: so the error says that another release takes the call.
//! `[[tilec::preview(13, 5)]]` on a class names the release of a preview, which an option switches on.

use lang::ast::{AttributeKind, DeclId, DeclKind};
use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::check::operand::Operand;
use crate::codes;
use crate::entity::{DeclName, Entity, EnumId, FunctionOrigin};
use crate::overload::{CandidateSet, Reason};

/// Why the chosen release does not have a declaration: the numbers of the release that changed it, or of a preview that is
/// switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    Since(u32, u32),
    Until(u32, u32),
    Preview(u32, u32),
}

impl Cx<'_> {
    /// Why the chosen release does not have a declaration; `None` if it has it.
    pub(crate) fn absence(&self, decl: DeclId) -> Option<Absence> {
        let chosen = self.options.release.numbers();
        let inner = self.ast.templated(decl);
        let (outer, inner) = (&self.ast[decl].attrs, &self.ast[inner].attrs);
        outer.iter().chain(inner).find_map(|attr| {
            let AttributeKind::Standard { scope: Some(scope), name, args: Some(args) } = attr.kind
            else {
                return None;
            };
            if self.text(scope) != "tilec" {
                return None;
            }
            let tokens = self.unit.tokens.get(args.indices()).unwrap_or_default();
            let mut numbers = tokens.iter().filter_map(|token| self.text(token.name).parse().ok());
            let (major, minor) = (numbers.next()?, numbers.next()?);
            match self.text(name) {
                "since" if chosen < (major, minor) => Some(Absence::Since(major, minor)),
                "until" if chosen >= (major, minor) => Some(Absence::Until(major, minor)),
                "preview" if !self.options.simt_preview => Some(Absence::Preview(major, minor)),
                _ => None,
            }
        })
    }

    /// The string of the attribute `[[tilec::NAME("...")]]` of a declaration.
    pub(crate) fn text_attribute(&self, decl: DeclId, wanted: &str) -> Option<&str> {
        let inner = self.ast.templated(decl);
        self.ast[inner].attrs.iter().find_map(|attr| {
            let AttributeKind::Standard { scope: Some(scope), name, args: Some(args) } = attr.kind
            else {
                return None;
            };
            let is_wanted = self.text(scope) == "tilec" && self.text(name) == wanted;
            let token = self.unit.tokens.get(args.indices())?.first().filter(|_| is_wanted)?;
            Some(self.unit.sources.text(token.span).trim_matches('"'))
        })
    }

    /// Whether a declaration is left out: the chosen release does not have it, and it is not a function. Its name is
    /// remembered for [`Cx::absent_name`].
    pub(crate) fn is_left_out(&mut self, name: DeclName, decl: DeclId) -> bool {
        if let DeclKind::Function(_) = self.ast[self.ast.templated(decl)].kind {
            return false;
        }
        let Some(absence) = self.absence(decl) else { return false };
        self.index.absent.insert(name, absence);
        true
    }

    /// Why the chosen release does not have a function or function template.
    pub(crate) fn absence_of(&self, entity: &Entity) -> Option<Absence> {
        match *entity {
            Entity::Function(function) => match self.entities[function].origin {
                FunctionOrigin::Declared(decl) => self.absence(decl),
                _ => None,
            },
            Entity::Template(template) => self.absence(self.entities[template].decl?),
            _ => None,
        }
    }

    /// Why the chosen release does not have an enumerator.
    pub(crate) fn absence_of_enumerator(&self, id: EnumId, index: usize) -> Option<Absence> {
        let DeclKind::Enum(written) = &self.ast[self.entities[id].decl].kind else { return None };
        self.absence(*written.enumerators.get(index)?)
    }

    /// The error for a name that lookup did not find, if another release has it.
    pub(crate) fn absent_name(&self, name: DeclName, span: Span) -> Option<Diagnostic> {
        let absence = *self.index.absent.get(&name)?;
        Some(self.other_release(&format!("`{}`", self.show_name(name)), absence, span))
    }

    /// The error for a call that fits a function of another release alone.
    pub(crate) fn fits_other_release(
        &self,
        set: &CandidateSet,
        args: &[Operand],
        span: Span,
    ) -> Option<Diagnostic> {
        let (absence, entity) = set.rejected.iter().find_map(|it| match it.reason {
            Reason::Release(absence) => Some((absence, &it.entity)),
            _ => None,
        })?;
        let types: Vec<String> = args.iter().map(|arg| arg.describe(self)).collect();
        let what = format!("`{}` of ({})", self.show_candidate(entity), types.join(", "));
        Some(self.other_release(&what, absence, span))
    }

    /// The error for something that another release has.
    pub(crate) fn other_release(&self, what: &str, absence: Absence, span: Span) -> Diagnostic {
        let chosen = self.options.release;
        let (message, option) = match absence {
            Absence::Since(major, minor) => {
                let message =
                    format!("{what} is new in CUDA {major}.{minor}, and {chosen} is chosen");
                (message, format!("`--cuda-version={major}.{minor}` chooses that release"))
            }
            Absence::Until(major, minor) => {
                let message =
                    format!("CUDA {major}.{minor} removed {what}, and {chosen} is chosen");
                (message, format!("`--cuda-version` with a release before {major}.{minor} has it"))
            }
            Absence::Preview(major, minor) => {
                let message = format!("{what} belongs to a preview of CUDA {major}.{minor}");
                (message, "`--tile-preview=simt` switches it on".to_owned())
            }
        };
        Diagnostic::new(codes::OTHER_RELEASE, span, message).help(option)
    }
}
