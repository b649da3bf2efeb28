//! Grammars of programs, and texts drawn from them.
//!
//! In: the text of a grammar. Out: a text for each stream of random numbers.
//!
//! A grammar is a list of rules. A rule is a name in the first column, then its alternatives, one an indented line; `*3 ` before
//! one gives it the weight of three. Lines that begin with `#` are comments. In an alternative
//!
//! ```text
//! @name         is a text drawn from that rule, or the text that this name was given
//! @(a|b)        is one of these texts; their parentheses, brackets and braces are in pairs
//! @{1,3,x:a}    is one to three texts drawn from `a`, with `x` between them
//! @=name{a}     gives the name a text drawn from `a`, and is empty
//! @-name        takes the text away from the name, and is empty
//! @+            is a number: 1, then 2, and so on
//! ```

use std::collections::BTreeMap;

use crate::random::Random;

/// How deep rules may nest before those that end soonest are drawn.
const DEPTH: usize = 10;

/// The rules of a grammar.
#[derive(Debug)]
pub struct Grammar {
    rules: BTreeMap<String, Rule>,
}

#[derive(Default, Debug)]
struct Rule {
    alternatives: Vec<Vec<GrammarPart>>,
    /// The weights of all alternatives up to each.
    weights: Vec<usize>,
    /// An alternative of the least depth.
    shallow: usize,
}

#[derive(Clone, Debug)]
enum GrammarPart {
    Text(String),
    Name(String),
    Choice(Vec<Vec<GrammarPart>>),
    Repeated { least: usize, most: usize, between: String, what: Vec<GrammarPart> },
    Given { name: String, what: Vec<GrammarPart> },
    Taken(String),
    Number,
}

impl Grammar {
    /// # Errors
    /// The line that is wrong.
    pub fn read(text: &str) -> Result<Grammar, String> {
        let mut rules: BTreeMap<String, Rule> = BTreeMap::new();
        let mut current = String::new();
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            if !line.starts_with(' ') {
                line.trim().clone_into(&mut current);
                rules.entry(current.clone()).or_default();
                continue;
            }
            let line = line.trim();
            let weighted = line.strip_prefix('*').and_then(|rest| rest.split_once(' '));
            let (weight, text) = match weighted.and_then(|(n, rest)| Some((n.parse().ok()?, rest)))
            {
                Some((weight, rest)) => (weight, rest),
                None => (1, line),
            };
            let parts = parts(text).ok_or_else(|| format!("cannot be read: {line}"))?;
            let rule = rules.get_mut(&current).ok_or_else(|| format!("no rule: {line}"))?;
            rule.weights.push(rule.weights.last().unwrap_or(&0) + weight);
            rule.alternatives.push(parts);
        }
        let mut grammar = Grammar { rules };
        grammar.measure();
        Ok(grammar)
    }

    /// Finds, for each rule, an alternative of the least depth.
    fn measure(&mut self) {
        let mut depths: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..self.rules.len() {
            for (name, rule) in &mut self.rules {
                let deep = |parts: &Vec<GrammarPart>| depth(parts, &depths);
                let least =
                    rule.alternatives.iter().enumerate().map(|(at, parts)| (deep(parts), at)).min();
                if let Some((least, at)) = least.filter(|(least, _)| *least < usize::MAX) {
                    rule.shallow = at;
                    depths.insert(name.clone(), least + 1);
                }
            }
        }
    }

    /// A text drawn from a rule.
    pub fn draw(&self, rule: &str, random: &mut Random) -> String {
        let mut drawing = GrammarDrawing {
            grammar: self,
            random,
            given: BTreeMap::new(),
            number: 0,
            text: String::new(),
        };
        drawing.name(rule, 0);
        drawing.text
    }
}

/// The depth of rules below these parts; names without a known depth may be given ones.
fn depth(parts: &[GrammarPart], depths: &BTreeMap<String, usize>) -> usize {
    let one = |part: &GrammarPart| match part {
        GrammarPart::Text(_) | GrammarPart::Taken(_) | GrammarPart::Number => 0,
        GrammarPart::Name(name) => depths.get(name).copied().unwrap_or(usize::MAX),
        GrammarPart::Choice(all) => all.iter().map(|parts| depth(parts, depths)).max().unwrap_or(0),
        GrammarPart::Repeated { what, .. } | GrammarPart::Given { what, .. } => depth(what, depths),
    };
    parts.iter().map(one).max().unwrap_or(0)
}

struct GrammarDrawing<'g, 'r> {
    grammar: &'g Grammar,
    random: &'r mut Random,
    given: BTreeMap<&'g str, String>,
    number: usize,
    text: String,
}

impl<'g> GrammarDrawing<'g, '_> {
    fn name(&mut self, name: &str, depth: usize) {
        if let Some(text) = self.given.get(name) {
            self.text.push_str(text);
            return;
        }
        let Some(rule) = self.grammar.rules.get(name).filter(|rule| !rule.weights.is_empty())
        else {
            // A name that has no text yet; the compilers refuse it, and `meaning check` lists it.
            self.text.push('@');
            self.text.push_str(name);
            return;
        };
        let at = if depth > DEPTH {
            rule.shallow
        } else {
            let drawn = self.random.below(rule.weights.last().copied().unwrap_or(1));
            rule.weights.partition_point(|weight| *weight <= drawn)
        };
        self.parts(&rule.alternatives[at], depth + 1);
    }

    fn parts(&mut self, parts: &'g [GrammarPart], depth: usize) {
        for part in parts {
            match part {
                GrammarPart::Text(text) => self.text.push_str(text),
                GrammarPart::Name(name) => self.name(name, depth),
                GrammarPart::Choice(all) => {
                    let at = self.random.below(all.len());
                    self.parts(&all[at], depth);
                }
                GrammarPart::Repeated { least, most, between, what } => {
                    let n = least + self.random.below(most + 1 - least);
                    for index in 0..n {
                        if index > 0 {
                            self.text.push_str(between);
                        }
                        self.parts(what, depth);
                    }
                }
                GrammarPart::Given { name, what } => {
                    let before = std::mem::take(&mut self.text);
                    self.parts(what, depth);
                    let text = std::mem::replace(&mut self.text, before);
                    self.given.insert(name, text);
                }
                GrammarPart::Taken(name) => {
                    self.given.remove(name.as_str());
                }
                GrammarPart::Number => {
                    self.number += 1;
                    self.text.push_str(&self.number.to_string());
                }
            }
        }
    }
}

/// The length of an identifier at the beginning.
fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// The length of what is inside a pair whose opening is before `text`.
fn inside(text: &str) -> Option<usize> {
    let mut open = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' if open == 0 => return Some(at),
            ')' | ']' | '}' => open -= 1,
            _ => {}
        }
    }
    None
}

/// The texts between `|` outside of pairs.
fn alternatives(text: &str) -> Vec<&str> {
    let (mut open, mut begin, mut all) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            '|' if open == 0 => {
                all.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    all.push(&text[begin..]);
    all
}

fn parts(mut text: &str) -> Option<Vec<GrammarPart>> {
    let mut found = Vec::new();
    while let Some(at) = text.find('@') {
        if at > 0 {
            found.push(GrammarPart::Text(text[..at].to_owned()));
        }
        text = &text[at + 1..];
        let (part, len) = match text.chars().next()? {
            '+' => (GrammarPart::Number, 1),
            '(' => {
                let len = inside(&text[1..])?;
                let all =
                    alternatives(&text[1..=len]).into_iter().map(parts).collect::<Option<_>>()?;
                (GrammarPart::Choice(all), len + 2)
            }
            '{' => {
                let len = inside(&text[1..])?;
                let (head, body) = text[1..=len].split_once(':')?;
                let mut head = head.splitn(3, ',');
                let (least, most) = (head.next()?.parse().ok()?, head.next()?.parse().ok()?);
                let between = head.next().unwrap_or_default().to_owned();
                (GrammarPart::Repeated { least, most, between, what: parts(body)? }, len + 2)
            }
            '=' => {
                let end = word(&text[1..]);
                let rest = text[1 + end..].strip_prefix('{')?;
                let len = inside(rest)?;
                let name = text[1..=end].to_owned();
                (GrammarPart::Given { name, what: parts(&rest[..len])? }, end + len + 3)
            }
            '-' => {
                (GrammarPart::Taken(text[1..=word(&text[1..])].to_owned()), word(&text[1..]) + 1)
            }
            _ => (GrammarPart::Name(text[..word(text)].to_owned()), word(text)),
        };
        found.push(part);
        text = &text[len..];
    }
    if !text.is_empty() {
        found.push(GrammarPart::Text(text.to_owned()));
    }
    Some(found)
}
