//! The verdict of overload resolution on each candidate of a call, for editors.
//!
//! In: calls by name, noted in passing where uses are recorded ([`crate::uses`]). Out: one
//! [`Verdict`] for each candidate, put into words only when it is shown.
//!
//! Invariant: noting a call keeps what resolution made anyway; it checks nothing.

use lang::base::Span;

use super::{CandidateSet, Reason, Rejection, Resolution};
use crate::Cx;
use crate::check::operand::Operand;
use crate::entity::{Entity, FunctionId};
use crate::template::deduce::FailureReason;

/// A call whose candidates were judged.
#[derive(Debug)]
pub struct Judged {
    candidates: CandidateSet,
    resolution: Resolution,
    args: Vec<Operand>,
}

/// What became of one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is called.
    Chosen,
    /// It could be called; another one fits better.
    Viable,
    /// It could be called, and so could others that fit no worse.
    Ambiguous,
    /// It wants more arguments.
    TooFew(String),
    /// It cannot be called with these arguments.
    Rejected(String),
}

/// A candidate with what became of it.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub entity: Entity,
    pub verdict: Verdict,
    /// Whether its declaration has constraints. Those of a candidate that could be called hold.
    pub is_constrained: bool,
}

impl<'a> Cx<'a> {
    /// Overload resolution has judged the candidates of the function that is named up to where `span`
    /// ends. Of the specialisations of a template
    /// the first counts, or the first in which the call is wrong.
    pub(crate) fn note_candidates(
        &mut self,
        span: Span,
        candidates: &CandidateSet,
        resolution: &Resolution,
        args: &[Operand],
    ) {
        let is_wrong = |resolution: &Resolution| !matches!(resolution, Resolution::Best(_));
        let Some(name) = self.recorded_name(span) else { return };
        let Some(uses) = &mut self.uses else { return };
        let is_known = uses
            .judged
            .get(&name)
            .is_some_and(|known| is_wrong(&known.resolution) || !is_wrong(resolution));
        if !is_known {
            let (candidates, resolution) = (candidates.clone(), resolution.clone());
            uses.judged.insert(name, Judged { candidates, resolution, args: args.to_vec() });
        }
    }

    /// What became of each candidate of the call whose function is named at `span`.
    pub fn judgements(&mut self, span: Span) -> Vec<Judgement> {
        let Some(judged) = self.uses.as_mut().and_then(|uses| uses.judged.remove(&span)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (index, candidate) in judged.candidates.viable.iter().enumerate() {
            let Some(function) = candidate.function() else { continue };
            let verdict = match &judged.resolution {
                Resolution::Best(best) if *best == index => Verdict::Chosen,
                Resolution::Ambiguous(equal) if equal.contains(&index) => Verdict::Ambiguous,
                Resolution::Best(_) | Resolution::Ambiguous(_) | Resolution::NoViable => {
                    Verdict::Viable
                }
            };
            let is_constrained = self.is_constrained_function(function);
            found.push(Judgement { entity: Entity::Function(function), verdict, is_constrained });
        }
        for rejection in &judged.candidates.rejected {
            let (why, _) = self.explain(rejection, &judged.args);
            let verdict = match is_too_few(rejection) {
                true => Verdict::TooFew(why),
                false => Verdict::Rejected(why),
            };
            let is_constrained = match rejection.entity {
                Entity::Function(function) => self.is_constrained_function(function),
                Entity::Template(template) => {
                    self.is_constrained(self.entities[template].params.head)
                }
                _ => false,
            };
            found.push(Judgement { entity: rejection.entity.clone(), verdict, is_constrained });
        }
        // It stays for the next question.
        if let Some(uses) = &mut self.uses {
            uses.judged.insert(span, judged);
        }
        found
    }

    fn is_constrained_function(&self, function: FunctionId) -> bool {
        let entity = &self.entities[function];
        let head = entity.template.map(|(template, _)| self.entities[template].params.head);
        entity.requires.is_some() || head.is_some_and(|head| self.is_constrained(head))
    }
}

/// Whether all that a candidate lacks is arguments.
fn is_too_few(rejection: &Rejection) -> bool {
    match &rejection.reason {
        Reason::TooFew { .. } => true,
        Reason::Deduction(failure) => {
            matches!(failure.reason, FailureReason::TooFewArguments { .. })
        }
        Reason::TooMany { .. }
        | Reason::Argument { .. }
        | Reason::Object
        | Reason::Release(_)
        | Reason::Constraint(_)
        | Reason::NotATemplate
        | Reason::CopiesBase
        | Reason::Declaration(_) => false,
    }
}
