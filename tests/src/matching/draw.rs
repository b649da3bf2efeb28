//! Drawing patterns, arguments that match them more or less, and queries.

use super::pattern::{Arg, Number, Ty, is_pack, list_bound, list_params};
use crate::random::Random;

/// The parameters that patterns may have; a head declares those that its patterns name.
pub const PARAMS: &[(&str, &str)] = &[
    ("T0", "class T0"),
    ("T1", "class T1"),
    ("N0", "int N0"),
    ("N1", "int N1"),
    ("C0", "template<class...> class C0"),
    ("P0", "class... P0"),
    ("P1", "class... P1"),
    ("M0", "int... M0"),
    ("K0", "template<class...> class... K0"),
];

const NAMES: &[&str] = &["int", "char", "long", "C", "float"];
const TEMPLATES: &[&str] = &["Y", "V", "D"];

/// What the parameters stand for.
#[derive(Clone, Debug)]
pub struct Binding {
    types: Vec<Ty>,
    numbers: Vec<i64>,
    templates: Vec<&'static str>,
    lens: [usize; 4],
}

impl Binding {
    fn draw(random: &mut Random) -> Binding {
        let len = random.below(4);
        let one = |random: &mut Random| match random.below(4) {
            0 => random.below(4),
            _ => len,
        };
        let lens = [one(random), one(random), one(random), one(random)];
        let mut draw = Draw { random, params: false, depth: 0 };
        let types = (0..12).map(|_| draw.ty(2, false)).collect();
        let numbers = (0..12).map(|_| draw.random.below(4) as i64 + 1).collect();
        let templates = (0..6).map(|_| draw.random.pick(TEMPLATES)).collect();
        Binding { types, numbers, templates, lens }
    }

    pub fn len(&self, pack: &str) -> usize {
        match pack {
            "P0" => self.lens[0],
            "P1" => self.lens[1],
            "M0" => self.lens[2],
            _ => self.lens[3],
        }
    }

    fn place(name: &str, element: Option<usize>) -> usize {
        let digit = usize::from(name.ends_with('1'));
        match element {
            Some(element) if is_pack(name) => 2 + digit * 4 + element,
            _ => digit,
        }
    }

    pub fn ty(&self, name: &str, element: Option<usize>) -> Ty {
        self.types[Binding::place(name, element) % self.types.len()].clone()
    }

    pub fn number(&self, name: &str, element: Option<usize>) -> i64 {
        self.numbers[Binding::place(name, element) % self.numbers.len()]
    }

    /// Of a template parameter.
    pub fn template(&self, name: &str, element: Option<usize>) -> Option<&'static str> {
        let place = Binding::place(name, element) % self.templates.len();
        matches!(name, "C0" | "K0").then(|| self.templates[place])
    }
}

/// What a list consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Ty,
    Number,
    Template,
}

struct Draw<'r> {
    random: &'r mut Random,
    /// Whether there are parameters.
    params: bool,
    /// How many expansions are around.
    depth: usize,
}

impl Draw<'_> {
    /// A type; `pack`: one that names a pack that is to be expanded.
    fn ty(&mut self, depth: usize, pack: bool) -> Ty {
        if depth == 0 || self.random.one_in(3) {
            return match (self.params, pack) {
                (true, true) => Ty::Param(if self.random.one_in(4) { "P1" } else { "P0" }),
                (true, false) if !self.random.one_in(3) => {
                    Ty::Param(self.random.pick(&["T0", "T0", "T1"]))
                }
                _ => Ty::Name(self.random.pick(NAMES)),
            };
        }
        let depth = depth - 1;
        match self.random.below(if self.params { 21 } else { 20 }) {
            0..=1 => Ty::Pointer(Box::new(self.part(depth, pack))),
            2 => Ty::LRef(Box::new(self.part(depth, pack))),
            3 => Ty::RRef(Box::new(self.part(depth, pack))),
            4 => match self.part(depth, pack) {
                ty @ (Ty::Const(_) | Ty::LRef(_) | Ty::RRef(_) | Ty::Function { .. }) => ty,
                ty => Ty::Const(Box::new(ty)),
            },
            5 => {
                let len = self.number(false);
                match self.part(depth, pack) {
                    Ty::Function { .. } => Ty::Array(Box::new(Ty::Name("int")), len),
                    ty => Ty::Array(Box::new(ty), len),
                }
            }
            6..=8 => {
                let ret = self.part(depth, pack).decayed();
                let noexcept = self.random.one_in(8);
                let params = self.list(Kind::Ty, depth, 3);
                let decay = |arg: Arg| match arg {
                    Arg::Ty(ty) => Arg::Ty(ty.decayed()),
                    Arg::Expansion(inner) => match *inner {
                        Arg::Ty(ty) => Arg::Expansion(Box::new(Arg::Ty(ty.decayed()))),
                        other => Arg::Expansion(Box::new(other)),
                    },
                    other => other,
                };
                let params = params.into_iter().map(decay).collect();
                Ty::Function { ret: Box::new(ret), params, noexcept }
            }
            9 => match self.part(depth, pack) {
                ty @ Ty::Function { .. } => Ty::Pointer(Box::new(ty)),
                ty => Ty::Member(Box::new(Ty::Name("C")), Box::new(ty)),
            },
            10 if self.params => {
                let ty = self.ty(depth, pack);
                Ty::Of("C0", vec![Arg::Ty(ty)])
            }
            11 if self.params => Ty::Of("C0", self.around(Kind::Ty, depth, pack)),
            12 => {
                let number = self.number(false);
                Ty::Of("A", vec![Arg::Ty(self.ty(depth, pack)), Arg::Number(number)])
            }
            13 => {
                let (a, b) = (self.ty(depth, pack), self.ty(depth, false));
                let swap = self.random.one_in(2);
                let pair = if swap { [b, a] } else { [a, b] };
                Ty::Of("Q", pair.into_iter().map(Arg::Ty).collect())
            }
            14 if !pack => Ty::Of("X", self.list(Kind::Number, depth, 3)),
            15 if !pack => Ty::Of("Z", self.list(Kind::Template, depth, 3)),
            20 => Ty::Hidden(Box::new(self.ty(depth.min(1), pack))),
            _ => Ty::Of(self.random.pick(TEMPLATES), self.around(Kind::Ty, depth, pack)),
        }
    }

    /// What a compound type is made of: no reference.
    fn part(&mut self, depth: usize, pack: bool) -> Ty {
        match self.ty(depth, pack) {
            Ty::LRef(ty) | Ty::RRef(ty) => *ty,
            ty => ty,
        }
    }

    /// A list in which, with `pack`, a pack is left for an expansion around.
    fn around(&mut self, kind: Kind, depth: usize, pack: bool) -> Vec<Arg> {
        let mut list = self.list(kind, depth, 2);
        if pack {
            let ty = self.ty(depth, true);
            list.insert(0, Arg::Ty(ty));
        }
        list
    }

    fn number(&mut self, pack: bool) -> Number {
        match (self.params, pack) {
            (true, true) if self.random.one_in(10) => Number::After("M0"),
            (true, true) => Number::Param("M0"),
            (true, false) if self.random.one_in(16) => Number::After("N0"),
            (true, false) if !self.random.one_in(4) => {
                Number::Param(self.random.pick(&["N0", "N0", "N1"]))
            }
            _ => Number::Value(self.random.below(4) as i64 + 1),
        }
    }

    fn arg(&mut self, kind: Kind, depth: usize, pack: bool) -> Arg {
        match kind {
            Kind::Ty => Arg::Ty(self.ty(depth, pack)),
            Kind::Number => Arg::Number(self.number(pack)),
            Kind::Template => match (self.params, pack) {
                (true, true) => Arg::Template("K0"),
                (true, false) if self.random.one_in(2) => Arg::Template("C0"),
                _ => Arg::Template(self.random.pick(TEMPLATES)),
            },
        }
    }

    fn list(&mut self, kind: Kind, depth: usize, most: usize) -> Vec<Arg> {
        let len = self.random.below(most + 1);
        let mut list: Vec<Arg> = (0..len).map(|_| self.arg(kind, depth, false)).collect();
        if self.params && self.depth == 0 && !self.random.one_in(3) {
            self.depth += 1;
            let inner = self.arg(kind, depth.min(2), true);
            self.depth -= 1;
            let mut params = Vec::new();
            inner.params(true, &mut params);
            if params.iter().any(|(name, _)| is_pack(name)) {
                let at = match self.random.one_in(12) {
                    true => self.random.below(list.len() + 1),
                    false => list.len(),
                };
                list.insert(at, Arg::Expansion(Box::new(inner)));
            }
        }
        list
    }
}

/// Patterns of these kinds, and whether more may follow.
pub fn patterns(random: &mut Random, kinds: &[Kind], rest: Option<Kind>) -> Vec<Arg> {
    let mut draw = Draw { random, params: true, depth: 0 };
    let mut list: Vec<Arg> = kinds.iter().map(|&kind| draw.arg(kind, 3, false)).collect();
    if let Some(kind) = rest {
        list.extend(draw.list(kind, 2, 2));
    }
    list
}

/// Another pattern near `list`: some parts are more general or more special.
pub fn near(random: &mut Random, list: &[Arg]) -> Vec<Arg> {
    let mut list = list.to_vec();
    let n = random.below(2) + 1;
    for _ in 0..n {
        let at = random.below(list.len());
        if let Some(arg) = list.get_mut(at) {
            change(random, arg, 3, true);
        }
    }
    list
}

fn change(random: &mut Random, arg: &mut Arg, depth: usize, params: bool) {
    match arg {
        Arg::Expansion(inner) => {
            let before = inner.clone();
            change(random, inner, depth, params);
            let mut named = Vec::new();
            inner.params(true, &mut named);
            if !named.iter().any(|(name, _)| is_pack(name)) {
                *inner = before;
            }
        }
        Arg::Number(number) => *number = (Draw { random, params, depth: 1 }).number(false),
        Arg::Template(name) => *name = random.pick(TEMPLATES),
        Arg::Ty(ty) => change_type(random, ty, depth, params),
    }
}

fn change_type(random: &mut Random, ty: &mut Ty, depth: usize, params: bool) {
    if depth == 0 || random.one_in(3) {
        let mut draw = Draw { random, params, depth: 1 };
        *ty = match draw.random.below(3) {
            0 => draw.ty(1, false),
            1 if params => Ty::Param("T1"),
            _ => draw.ty(0, false),
        };
        return;
    }
    match ty {
        Ty::Pointer(inner) | Ty::Const(inner) | Ty::Array(inner, _) | Ty::Member(_, inner) => {
            let mut part = (**inner).clone();
            change_type(random, &mut part, depth - 1, params);
            // References and functions do not go everywhere.
            if matches!(part, Ty::Name(_) | Ty::Param(_) | Ty::Of(..) | Ty::Pointer(_)) {
                **inner = part;
            }
        }
        Ty::LRef(inner) | Ty::RRef(inner) => {
            let mut part = (**inner).clone();
            change_type(random, &mut part, depth - 1, params);
            if !matches!(part, Ty::LRef(_) | Ty::RRef(_)) {
                **inner = part;
            }
        }
        Ty::Function { params: list, .. } | Ty::Of(_, list) => {
            change_list(random, list, depth, params)
        }
        Ty::Name(_) | Ty::Param(_) | Ty::Hidden(_) => {
            *ty = (Draw { random, params, depth: 1 }).ty(1, false);
        }
    }
}

fn change_list(random: &mut Random, list: &mut Vec<Arg>, depth: usize, params: bool) {
    match random.below(5) {
        0 if !params && list.len() > 1 => drop(list.pop()),
        1 if !params && !list.is_empty() => {
            let again = list[random.below(list.len())].clone();
            list.push(again);
        }
        2 if list.len() > 1 && !params => {
            let at = random.below(list.len() - 1);
            list.swap(at, at + 1);
        }
        _ => {
            let at = random.below(list.len());
            if let Some(arg) = list.get_mut(at) {
                change(random, arg, depth - 1, params);
            }
        }
    }
}

/// Arguments made from `list`, as they match it or nearly so, and what they were made with.
pub fn arguments(random: &mut Random, list: &[Arg]) -> (Vec<Arg>, Binding) {
    let binding = Binding::draw(random);
    let mut bound = list_bound(list, &binding, None);
    if random.one_in(3) && !bound.is_empty() {
        let at = random.below(bound.len());
        change(random, &mut bound[at], 3, false);
        let any = Binding::draw(random);
        bound = list_bound(&bound, &any, None);
    }
    (bound, binding)
}

/// The head for `list`: its parameters, in some order. `None` when one of them cannot be deduced.
pub fn head(random: &mut Random, list: &[Arg]) -> Option<Vec<&'static str>> {
    let mut found = Vec::new();
    list_params(list, true, &mut found);
    let is_named = |name: &str| found.iter().any(|(other, _)| *other == name);
    let is_deduced = |name: &str| found.iter().any(|(other, ok)| *other == name && *ok);
    let mut names: Vec<&'static str> =
        PARAMS.iter().map(|(name, _)| *name).filter(|name| is_named(name)).collect();
    if !names.iter().all(|name| is_deduced(name)) {
        return None;
    }
    if random.one_in(3) {
        for at in (1..names.len()).rev() {
            names.swap(at, random.below(at + 1));
        }
    }
    Some(names)
}
