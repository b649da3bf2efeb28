//! Which bodies are parsed before checking starts.
//!
//! Checking borrows the tree, so bodies are parsed first. Those of the user's own functions that
//! tile code or a constant expression may call all are, and what is wrong with them is reported.
//! Of a header, the bodies of those functions are parsed that are *mentioned*: their name stands
//! in a declaration or in a body that is parsed, apart from where it is declared itself. So a
//! kernel pays for the part of the library that it uses.
//!
//! That goes by names alone, without look-up, and may miss a call that no token stands for.
//! Checking then notes the body as missing, and is done again once that is parsed
//! ([`crate::program::check`]): the guess decides on time, never on meaning.

use std::collections::VecDeque;

use lang::ast::{
    self, BodyId, BodyState, DeclId, DeclKind, FunctionBody, OverloadedOperator, SpecFlags,
    TypeExprKind, UnqualifiedId,
};
use lang::base::{Diagnostics, Interner, Name, SourceMap};
use lang::parse::{TranslationUnit, parse_body};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::function::tile_spaces;

/// What is wrong with bodies that tile code may call and perhaps does not: reported once it does.
pub type WithheldDiagnostics = FxHashMap<BodyId, Diagnostics>;

/// Functions that are called without their name: by a range-based `for` ([stmt.ranged]) and by a
/// structured binding ([dcl.struct.bind]), and the operators that stand in for others
/// ([over.match.oper]/3).
const IMPLIED: &[&str] = &["begin", "end", "get", "==", "<=>", "!=", "++", "*"];

/// Parses bodies as they turn out to be needed.
#[derive(Default)]
pub struct Needed {
    /// Declarations that have been looked at.
    n_declarations: usize,
    /// Bodies in headers, by the name of a function that nothing mentions so far.
    waiting: FxHashMap<Name, Vec<BodyId>>,
    /// By name: how often it stands outside of unparsed bodies, less the times that it declares.
    mentions: Vec<i32>,
    /// Whether names are counted: not if all bodies of headers are parsed.
    counts: bool,
    queue: VecDeque<(BodyId, Report)>,
    /// The bodies that were taken out of the queue.
    done: FxHashSet<BodyId>,
    /// What is wrong with the bodies of tile functions.
    found: Diagnostics,
    withheld: WithheldDiagnostics,
}

/// When the user hears of what is wrong with a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Report {
    Always,
    /// Once tile code calls the function.
    OnCall,
}

impl Needed {
    /// Parses what a unit needs as far as names tell, and interns the names that attributes carry
    /// in strings.
    pub fn parse(unit: &mut TranslationUnit, interner: &mut Interner, map: &SourceMap) -> Needed {
        let is_waiting = |body: &ast::Body| {
            matches!(body.state, BodyState::Unparsed) && map.in_system_file(body.span.lo)
        };
        let counts = unit.ast.bodies.values().any(is_waiting);
        let mut needed = Needed { counts, ..Needed::default() };
        if !counts {
            needed.n_declarations = unit.n_ready();
        }
        needed.enter(unit, interner, map);
        if counts {
            needed.mention_declarations(unit);
        }
        for name in IMPLIED {
            let name = interner.intern(name);
            needed.mention(name);
        }
        needed.drain(unit, interner, map);
        needed
    }

    /// Parses bodies that checking missed.
    pub fn parse_missing(
        &mut self,
        missing: &[BodyId],
        unit: &mut TranslationUnit,
        interner: &mut Interner,
        map: &SourceMap,
    ) {
        self.queue.extend(missing.iter().map(|&body| (body, Report::OnCall)));
        self.drain(unit, interner, map);
    }

    /// What is wrong with what was parsed, whether it is called or not.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    pub fn withheld(&self) -> &WithheldDiagnostics {
        &self.withheld
    }

    fn drain(&mut self, unit: &mut TranslationUnit, interner: &mut Interner, map: &SourceMap) {
        while let Some((body, report)) = self.queue.pop_front() {
            if !self.done.insert(body) {
                continue;
            }
            let tokens = unit.ast[body].tokens.indices();
            match report {
                Report::Always => {
                    parse_body(unit, interner, body, &mut self.found);
                }
                Report::OnCall => {
                    let mut found = Diagnostics::new();
                    parse_body(unit, interner, body, &mut found);
                    if !found.is_empty() {
                        self.withheld.insert(body, found);
                    }
                }
            }
            if self.counts {
                for index in tokens {
                    self.mention(unit.tokens[index].name);
                }
            }
            // Local classes have members.
            self.enter(unit, interner, map);
        }
    }

    /// Enters declarations that are new.
    fn enter(&mut self, unit: &TranslationUnit, interner: &mut Interner, map: &SourceMap) {
        while self.n_declarations < unit.ast.decls.len() {
            let id = DeclId::from_u32(self.n_declarations as u32);
            self.n_declarations += 1;
            unit.intern_strings(interner, id);
            match &unit.ast[id].kind {
                DeclKind::Function(function) => self.enter_function(unit, interner, map, function),
                // Makes a name known, and uses nothing.
                DeclKind::UsingDecl(using) => {
                    if let Some(name) = unit.ast[using.name].last.identifier() {
                        *self.count(name) -= 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn enter_function(
        &mut self,
        unit: &TranslationUnit,
        interner: &mut Interner,
        map: &SourceMap,
        function: &ast::FunctionDecl,
    ) {
        let ast = &unit.ast;
        let name = match ast[function.name].last.id {
            UnqualifiedId::Identifier(name) if function.kind == ast::FunctionKind::Ordinary => {
                Some(name)
            }
            // The brackets of a call or an index mention nothing in particular.
            UnqualifiedId::Operator(OverloadedOperator::Call | OverloadedOperator::Subscript) => {
                None
            }
            UnqualifiedId::Operator(operator) => Some(interner.intern(operator.text())),
            // Called without a name of their own.
            UnqualifiedId::Identifier(_)
            | UnqualifiedId::Conversion(_)
            | UnqualifiedId::Literal(_)
            | UnqualifiedId::Destructor(_)
            | UnqualifiedId::Decltype(_)
            | UnqualifiedId::Error => None,
        };
        if let Some(name) = name {
            *self.count(name) -= 1;
        }
        let FunctionBody::Definition(body) = function.body else { return };
        let is_known = |body: &ast::Body| {
            matches!(body.state, BodyState::Parsed(_)) && map.in_system_file(body.span.lo)
        };
        if !may_be_needed(ast, function) || (!self.counts && is_known(&ast[body])) {
            return;
        }
        match name {
            Some(name) if map.in_system_file(ast[body].span.lo) => {
                if *self.count(name) > 0 {
                    self.queue.push_back((body, Report::OnCall));
                } else {
                    self.waiting.entry(name).or_default().push(body);
                }
            }
            Some(_) | None if function.specs.spaces.intersects(tile_spaces()) => {
                self.queue.push_back((body, Report::Always));
            }
            Some(_) | None => self.queue.push_back((body, Report::OnCall)),
        }
    }

    /// Mentions what stands outside of all bodies.
    fn mention_declarations(&mut self, unit: &TranslationUnit) {
        let mut bodies: Vec<_> = unit.ast.bodies.values().map(|body| body.tokens).collect();
        // The declarations left out are not mentioned.
        bodies.extend(&unit.left_out);
        bodies.sort_by_key(|tokens| tokens.start);
        let mut at = 0;
        for body in bodies {
            let body = body.indices();
            for token in unit.tokens.get(at..body.start).unwrap_or_default() {
                self.mention(token.name);
            }
            at = at.max(body.end);
        }
        for token in unit.tokens.get(at..).unwrap_or_default() {
            self.mention(token.name);
        }
    }

    fn mention(&mut self, name: Name) {
        let count = self.count(name);
        *count += 1;
        if *count == 1
            && let Some(bodies) = self.waiting.remove(&name)
        {
            self.queue.extend(bodies.into_iter().map(|body| (body, Report::OnCall)));
        }
    }

    fn count(&mut self, name: Name) -> &mut i32 {
        let index = name.index();
        if self.mentions.len() <= index {
            self.mentions.resize(index + 1, 0);
        }
        &mut self.mentions[index]
    }
}

/// Whether tile code or a constant expression may call a function.
pub fn may_be_needed(ast: &ast::Ast, function: &ast::FunctionDecl) -> bool {
    let specs = &function.specs;
    // A conversion function has its type in its name.
    let converts_to = match ast[function.name].last.id {
        UnqualifiedId::Conversion(ty) => Some(ty),
        _ => None,
    };
    let deduces_return = function.ty.ret.or(converts_to).is_some_and(|ret| is_deduced(ast, ret));
    specs.spaces.intersects(tile_spaces())
        || specs.flags.has(SpecFlags::CONSTEXPR)
        || specs.flags.has(SpecFlags::CONSTEVAL)
        || deduces_return
}

/// Whether a type is a placeholder or a compound of one, as `auto&` is ([dcl.spec.auto.general]).
fn is_deduced(ast: &ast::Ast, mut ty: ast::TypeExprId) -> bool {
    loop {
        ty = match ast[ty].kind {
            TypeExprKind::Auto { .. } | TypeExprKind::DecltypeAuto { .. } => return true,
            TypeExprKind::Pointer(inner)
            | TypeExprKind::LvalueRef(inner)
            | TypeExprKind::RvalueRef(inner)
            | TypeExprKind::MemberPointer { pointee: inner, .. } => inner,
            _ => return false,
        };
    }
}
