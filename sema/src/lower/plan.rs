//! Which jumps a function has, and how its statements let them through.
//!
//! In: the body of a function. Out: a [`JumpPlan`] if its jumps are more than a `switch` whose
//! labels stand directly in its block and a `goto` to a label around it; [`dispatch`](super::dispatch)
//! lowers by it.
//!
//! Labels are numbered in source order, so the labels inside any statement are an interval. A jump
//! is settled in the innermost list of statements that holds both its ends: forward by passing what
//! is between them, backward by a loop over the list from the label's statement on. Below that
//! list, each statement around the label is *entered*: it is run without its condition being asked.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::typed::{LabelId, StmtId, StmtKind, TypedArena};

/// Labels of one list that may begin loops inside each other; more share one loop.
const NESTED_LABELS: usize = 3;

/// Labels of a function that have flags of their own. Each merge of control carries all flags that
/// may be set, so many of them are quadratic; the plan carries one number whatever their count.
const FLAGGED_LABELS: usize = 32;

/// An interval of label numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Labels {
    pub first: u32,
    pub end: u32,
}

impl Labels {
    fn with(self, other: Labels) -> Labels {
        Labels { first: self.first.min(other.first), end: self.end.max(other.end) }
    }
}

#[derive(Default, Debug)]
pub(super) struct JumpPlan {
    numbers: FxHashMap<LabelId, u32>,
    /// The labels in each statement that has some.
    labels: FxHashMap<StmtId, Labels>,
    entered: FxHashSet<StmtId>,
    /// The statements that a jump leads out of.
    left: FxHashSet<StmtId>,
    /// The first statement of each of them that is a list.
    left_lists: FxHashSet<StmtId>,
    /// The lists that are jumped back in, by their first statement: where the loop begins.
    loops: FxHashMap<StmtId, usize>,
}

impl JumpPlan {
    /// The number of a label, from 1.
    pub fn number(&self, label: LabelId) -> Option<u32> {
        self.numbers.get(&label).copied()
    }

    pub fn labels(&self, stmt: StmtId) -> Option<Labels> {
        self.labels.get(&stmt).copied()
    }

    pub fn labels_of_list(&self, stmts: &[StmtId]) -> Option<Labels> {
        stmts.iter().filter_map(|&stmt| self.labels(stmt)).reduce(Labels::with)
    }

    /// Whether a jump from outside leads into the statement.
    pub fn is_entered(&self, stmt: StmtId) -> bool {
        self.entered.contains(&stmt)
    }

    /// Whether a jump inside the statement leads out of it.
    pub fn is_left(&self, stmt: StmtId) -> bool {
        self.left.contains(&stmt)
    }

    /// The same for a list.
    pub fn is_list_left(&self, stmts: &[StmtId]) -> bool {
        let is_block = matches!(stmts, [only] if self.is_left(*only));
        is_block || stmts.first().is_some_and(|first| self.left_lists.contains(first))
    }

    /// Where in the list the loop of its jumps back begins.
    pub fn loop_start(&self, stmts: &[StmtId]) -> Option<usize> {
        self.loops.get(stmts.first()?).copied()
    }

    /// The plan for a function body, `None` if it needs none.
    pub fn new(typed: &TypedArena, body: StmtId) -> Option<JumpPlan> {
        let survey = Survey::new(typed, body);
        if survey.jumps.is_empty() || survey.is_simple(typed) {
            return None;
        }
        let mut plan = JumpPlan::default();
        plan.number_labels(typed, &survey);
        for jump in &survey.jumps {
            plan.add(&survey, jump);
        }
        Some(plan)
    }

    fn number_labels(&mut self, typed: &TypedArena, survey: &Survey) {
        let mut last = 0;
        let mut previous: Option<StmtId> = None;
        for &stmt in &survey.order {
            let StmtKind::Label(label) = typed.stmts[stmt].kind else { continue };
            if !survey.targets.contains(&label) {
                continue;
            }
            // Labels of one place have one number.
            let joins = previous.is_some_and(|previous| survey.follows(previous, stmt));
            if !joins {
                last += 1;
            }
            previous = Some(stmt);
            self.numbers.insert(label, last);
            let own = Labels { first: last, end: last + 1 };
            let mut at = Some(stmt);
            while let Some(stmt) = at {
                let known = self.labels.get(&stmt).map_or(own, |known| known.with(own));
                if self.labels.insert(stmt, known) == Some(known) {
                    break;
                }
                at = survey.places.get(&stmt).map(|place| place.parent);
            }
        }
    }

    fn add(&mut self, survey: &Survey, jump: &Jump) {
        let sources: FxHashMap<StmtId, Option<usize>> = survey.lists_around(jump.from).collect();
        let mut below = vec![jump.label];
        for (list, index) in survey.lists_around_label(jump.label, &mut below) {
            let Some(&from) = sources.get(&list) else { continue };
            if let (Some(from), Some(index)) = (from, index)
                && index <= from
                && let Some(&first) = survey.lists.get(&list)
            {
                let start = self.loops.entry(first).or_insert(index);
                *start = index.min(*start);
            }
            break;
        }
        self.entered.extend(&below[1..]);
        let around: FxHashSet<StmtId> = survey.around(jump.label).collect();
        for stmt in survey.around(jump.from).take_while(|stmt| !around.contains(stmt)) {
            self.left.insert(stmt);
            self.left_lists.extend(survey.lists.get(&stmt));
        }
    }
}

/// A jump from a `goto`, or from the head of a `switch`, to the label of a statement.
struct Jump {
    from: StmtId,
    label: StmtId,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    parent: StmtId,
    /// Its index, if the parent is a list of statements.
    index: Option<usize>,
}

struct Survey {
    /// Every statement, in source order.
    order: Vec<StmtId>,
    places: FxHashMap<StmtId, Place>,
    /// The statements that are lists, and the first of each list.
    lists: FxHashMap<StmtId, StmtId>,
    jumps: Vec<Jump>,
    targets: FxHashSet<LabelId>,
    /// Whether some `case` is not directly in the block of its `switch`.
    has_nested_case: bool,
}

impl Survey {
    fn new(typed: &TypedArena, body: StmtId) -> Survey {
        let mut survey = Survey {
            order: Vec::new(),
            places: FxHashMap::default(),
            lists: FxHashMap::default(),
            jumps: Vec::new(),
            targets: FxHashSet::default(),
            has_nested_case: false,
        };
        let mut labels: FxHashMap<LabelId, StmtId> = FxHashMap::default();
        let mut todo = vec![body];
        while let Some(stmt) = todo.pop() {
            survey.order.push(stmt);
            let kind = &typed.stmts[stmt].kind;
            if let StmtKind::Label(label) = kind {
                labels.insert(*label, stmt);
            }
            let is_list = matches!(kind, StmtKind::Block(_) | StmtKind::Switch { .. });
            let children = kind.stmts();
            for (index, &child) in children.iter().enumerate() {
                let index = is_list.then_some(index);
                survey.places.insert(child, Place { parent: stmt, index });
            }
            if is_list && let Some(&first) = children.first() {
                survey.lists.insert(stmt, first);
            }
            todo.extend(children.into_iter().rev());
        }
        let mut jumps = Vec::new();
        for &stmt in &survey.order {
            let mut jump = |label: &LabelId| {
                if let Some(&to) = labels.get(label) {
                    survey.targets.insert(*label);
                    jumps.push(Jump { from: stmt, label: to });
                }
            };
            match &typed.stmts[stmt].kind {
                StmtKind::Goto(label) => jump(label),
                StmtKind::Switch { cases, body, .. } => {
                    for case in cases {
                        jump(&case.label);
                        let is_direct = body.get(case.start as usize) == labels.get(&case.label);
                        survey.has_nested_case |= !is_direct;
                    }
                }
                _ => {}
            }
        }
        survey.jumps = jumps;
        survey
    }

    /// The statement and those around it, innermost first.
    fn around(&self, stmt: StmtId) -> impl Iterator<Item = StmtId> {
        std::iter::successors(Some(stmt), |at| self.places.get(at).map(|place| place.parent))
    }

    /// The lists around a statement, innermost first, with the index of the part that holds it;
    /// the statement itself comes first if it is a list, as a jump from its head.
    fn lists_around(&self, stmt: StmtId) -> impl Iterator<Item = (StmtId, Option<usize>)> {
        let own = self.lists.contains_key(&stmt).then_some((stmt, None));
        let mut at = stmt;
        let outer = std::iter::from_fn(move || {
            loop {
                let place = *self.places.get(&at)?;
                at = place.parent;
                if place.index.is_some() {
                    return Some((at, place.index));
                }
            }
        });
        own.into_iter().chain(outer)
    }

    /// The same for a label; `below` collects what is passed on the way up.
    fn lists_around_label<'a>(
        &'a self,
        label: StmtId,
        below: &'a mut Vec<StmtId>,
    ) -> impl Iterator<Item = (StmtId, Option<usize>)> + 'a {
        let mut at = label;
        std::iter::from_fn(move || {
            loop {
                let place = *self.places.get(&at)?;
                if at != label {
                    below.push(at);
                }
                at = place.parent;
                if place.index.is_some() {
                    return Some((at, place.index));
                }
            }
        })
    }

    /// Whether `b` stands right behind `a` in one list.
    fn follows(&self, a: StmtId, b: StmtId) -> bool {
        match (self.places.get(&a), self.places.get(&b)) {
            (Some(a), Some(b)) => {
                a.parent == b.parent && a.index.is_some() && b.index == a.index.map(|at| at + 1)
            }
            _ => false,
        }
    }

    /// Whether flags will do: every jump goes to a label of a block around it, few go back.
    fn is_simple(&self, typed: &TypedArena) -> bool {
        if self.has_nested_case || self.targets.len() > FLAGGED_LABELS {
            return false;
        }
        let mut back: FxHashMap<StmtId, FxHashSet<StmtId>> = FxHashMap::default();
        for jump in &self.jumps {
            if !matches!(typed.stmts[jump.from].kind, StmtKind::Goto(_)) {
                continue;
            }
            let Some(place) = self.places.get(&jump.label) else { return false };
            // The groups of a `switch` are lowered one by one.
            if !matches!(typed.stmts[place.parent].kind, StmtKind::Block(_)) {
                return false;
            }
            let mut around = self.lists_around(jump.from);
            let Some((_, from)) = around.find(|(list, _)| *list == place.parent) else {
                return false;
            };
            if from >= place.index {
                let labels = back.entry(place.parent).or_default();
                labels.insert(jump.label);
                if labels.len() > NESTED_LABELS {
                    return false;
                }
            }
        }
        true
    }
}
