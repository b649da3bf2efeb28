//! The statements of a program on its objects.

use std::fmt::Write;

use super::classes::{BOOL, Classes, Leaf, Number, Step};
use super::{MEMORY, RESULTS};
use crate::random::Random;

/// An object that is visible.
#[derive(Clone)]
struct Object {
    /// An lvalue of it.
    text: String,
    class: usize,
}

struct Body<'a> {
    random: &'a mut Random,
    classes: &'a Classes,
    text: String,
    objects: Vec<Object>,
    results: usize,
    names: usize,
    indent: usize,
}

/// Results that are kept for what the objects hold in the end.
const LAST: usize = 12;
/// Bytes between objects in memory.
const SPACE: usize = 1024;

pub fn draw(random: &mut Random, classes: &Classes) -> String {
    let mut body = Body {
        random,
        classes,
        text: String::new(),
        objects: Vec::new(),
        results: 0,
        names: 0,
        indent: 1,
    };
    for at in 0..2 + body.random.below(3) {
        body.object(at);
    }
    for _ in 0..10 + body.random.below(25) {
        body.statement(0);
    }
    body.last();
    body.text
}

impl Body<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn put(&mut self, value: &str) {
        if self.results + LAST < RESULTS {
            let line = format!("out[{}] = {value};", self.results);
            self.results += 1;
            self.line(&line);
        }
    }

    fn new_name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    /// A new object, all of whose scalars get values.
    fn object(&mut self, at: usize) {
        let class = self.random.below(self.classes.all.len());
        let ty = self.classes.name(class).to_owned();
        let name = self.new_name();
        let text = match self.random.below(4) {
            0 => {
                self.line(&format!("{ty} {name}[3];"));
                format!("{name}[{}]", self.index(1))
            }
            1 if at * SPACE < MEMORY => {
                let from = at * SPACE;
                self.line(&format!("{ty}& {name} = *reinterpret_cast<{ty}*>(mem + {from});"));
                name
            }
            2 => {
                self.line(&format!("{ty} {name};"));
                let pointer = self.new_name();
                self.line(&format!("{ty}* {pointer} = &{name};"));
                format!("(*{pointer})")
            }
            _ => {
                self.line(&format!("{ty} {name};"));
                name
            }
        };
        let object = Object { text, class };
        for leaf in self.classes.leaves(class) {
            let target = self.write(&object, &leaf.steps);
            let value = self.value(leaf.number);
            self.line(&format!("{target} = {value};"));
        }
        self.objects.push(object);
    }

    /// A number that is known, or that only the launch knows.
    fn index(&mut self, value: usize) -> String {
        if self.random.one_in(2) { value.to_string() } else { format!("in[{value}]") }
    }

    fn value(&mut self, number: Number) -> String {
        let draw = self.random.below(100);
        if number == BOOL {
            return if draw.is_multiple_of(2) { "true".into() } else { "in[0]".into() };
        }
        if number.is_float {
            return format!("{draw}.5f");
        }
        match number.signed && draw < 40 {
            true => format!("-{draw}"),
            false if draw < 50 => format!("{draw}"),
            false => format!("{} + in[{}]", draw / 2, draw % 8),
        }
    }

    fn write(&mut self, object: &Object, steps: &[Step]) -> String {
        self.classes.write(self.random, &object.text, object.class, steps, false)
    }

    fn any(&mut self) -> Object {
        let at = self.random.below(self.objects.len());
        self.objects[at].clone()
    }

    /// An object with a scalar for which `wanted` holds.
    fn leaf(&mut self, wanted: impl Fn(&Leaf) -> bool) -> Option<(Object, Leaf)> {
        let object = self.any();
        let mut leaves = self.classes.leaves(object.class);
        leaves.retain(wanted);
        if leaves.is_empty() {
            return None;
        }
        let at = self.random.below(leaves.len());
        Some((object, leaves.swap_remove(at)))
    }

    fn statement(&mut self, depth: usize) {
        let drawn = match self.random.below(22) {
            0..3 => self.assign(),
            3..6 => self.update(),
            6..8 => self.read(),
            8 => self.distance(),
            9 => self.read_byte(),
            10 => self.write_byte(),
            11 => self.by_offset(),
            12 => self.copy(),
            13 => self.slice(),
            14 => self.base_pointer(),
            15 => self.functions(),
            16 => self.sizes(),
            17 => self.copy_part(),
            18 => self.chosen_pointer(),
            19 => self.cast_bits(),
            _ if depth < 2 => self.region(depth),
            _ => self.assign(),
        };
        // Nothing fits: something that always does.
        if drawn.is_none() {
            self.sizes();
        }
    }

    fn assign(&mut self) -> Option<()> {
        let (object, leaf) = self.leaf(|_| true)?;
        let target = self.write(&object, &leaf.steps);
        let value = self.value(leaf.number);
        self.line(&format!("{target} = {value};"));
        Some(())
    }

    fn update(&mut self) -> Option<()> {
        let (object, leaf) = self.leaf(|leaf| !leaf.number.is_float && leaf.number != BOOL)?;
        let target = self.write(&object, &leaf.steps);
        let is_promoted = leaf.bits.unwrap_or(leaf.number.bytes * 8) < 31;
        let wraps = is_promoted || !leaf.number.signed;
        let amount = 1 + self.random.below(9);
        let update = match self.random.below(8) {
            0 => format!("{target} ^= {amount}"),
            1 => format!("{target} |= {amount}"),
            2 => format!("{target} &= ~{amount}"),
            3 if wraps => format!("{target} += {amount}"),
            4 if wraps => format!("{target} -= in[{}]", amount % 8),
            5 if wraps => format!("{target}++"),
            6 if wraps => format!("--{target}"),
            7 if !leaf.number.signed => format!("{target} <<= 1"),
            _ => format!("{target} = {target} ^ {amount}"),
        };
        match self.random.one_in(2) {
            true => self.put(&format!("(ull)({update})")),
            false => self.line(&format!("{update};")),
        }
        Some(())
    }

    /// The bits of a scalar.
    fn bits(text: &str, number: Number) -> String {
        match (number.is_float, number.bytes) {
            (true, 4) => format!("(ull)__builtin_bit_cast(unsigned, {text})"),
            (true, _) => format!("__builtin_bit_cast(ull, {text})"),
            (false, _) => format!("(ull)({text})"),
        }
    }

    fn read(&mut self) -> Option<()> {
        let (object, leaf) = self.leaf(|_| true)?;
        let text = self.write(&object, &leaf.steps);
        self.put(&Self::bits(&text, leaf.number));
        Some(())
    }

    fn distance(&mut self) -> Option<()> {
        let (object, leaf) = self.leaf(|leaf| leaf.bits.is_none())?;
        let a = self.write(&object, &leaf.steps);
        let mut others = self.classes.leaves(object.class);
        others.retain(|leaf| leaf.bits.is_none());
        let at = self.random.below(others.len());
        let b = match self.random.one_in(3) {
            true => object.text.clone(),
            false => self.write(&object, &others[at].steps),
        };
        let text = match self.random.below(3) {
            0 => format!("(char*)&{a} < (char*)&{b}"),
            1 => format!("(void*)&{a} == (void*)&{b}"),
            _ => format!("(ull)((char*)&{a} - (char*)&{b})"),
        };
        self.put(&text);
        Some(())
    }

    fn read_byte(&mut self) -> Option<()> {
        let (object, leaf) = self.leaf(|leaf| leaf.bits.is_none())?;
        let text = self.write(&object, &leaf.steps);
        let byte = self.random.below(leaf.number.bytes as usize);
        let byte = self.index(byte);
        self.put(&format!("reinterpret_cast<const unsigned char*>(&{text})[{byte}]"));
        Some(())
    }

    fn write_byte(&mut self) -> Option<()> {
        let fits =
            |leaf: &Leaf| leaf.bits.is_none() && !leaf.number.is_float && leaf.number != BOOL;
        let (object, leaf) = self.leaf(fits)?;
        let text = self.write(&object, &leaf.steps);
        let byte = self.random.below(leaf.number.bytes as usize);
        let (byte, value) = (self.index(byte), self.random.below(128));
        self.line(&format!("((unsigned char*)&{text})[{byte}] = {value};"));
        Some(())
    }

    /// A scalar at its offset from the beginning of its object.
    fn by_offset(&mut self) -> Option<()> {
        let (object, leaf) = self.leaf(|leaf| leaf.bits.is_none())?;
        let text = self.write(&object, &leaf.steps);
        let (whole, name, ty) = (object.text, self.new_name(), leaf.number.name);
        self.line(&format!("char* {name} = reinterpret_cast<char*>(&{whole});"));
        let offset = format!("((char*)&{text} - {name})");
        let at = format!("*reinterpret_cast<{ty}*>({name} + {offset})");
        if !leaf.number.is_float && leaf.number != BOOL && self.random.one_in(2) {
            self.line(&format!("{at} ^= 3;"));
        }
        self.put(&Self::bits(&at, leaf.number));
        Some(())
    }

    fn copy(&mut self) -> Option<()> {
        let object = self.any();
        let (ty, name) = (self.classes.name(object.class).to_owned(), self.new_name());
        let same: Vec<Object> =
            self.objects.iter().filter(|other| other.class == object.class).cloned().collect();
        let from = &object.text;
        match self.random.below(4) {
            0 if same.len() > 1 => {
                let to = &same[self.random.below(same.len())].text;
                self.line(&format!("{to} = {from};"));
            }
            1 if !self.classes.all[object.class].is_polymorphic => {
                self.line(&format!("{ty} {name};"));
                self.line(&format!("copy_bytes(&{name}, &{from}, sizeof({ty}));"));
                self.objects.push(Object { text: name, class: object.class });
            }
            2 => {
                let copy = self.new_name();
                self.line(&format!("auto {name} = [&]({ty} {copy}) {{ return {copy}; }}({from});"));
                self.objects.push(Object { text: name, class: object.class });
            }
            _ => {
                self.line(&format!("{ty} {name} = {from};"));
                self.objects.push(Object { text: name, class: object.class });
            }
        }
        Some(())
    }

    /// A base of an object, as an object of its own, or assigned to.
    fn slice(&mut self) -> Option<()> {
        let object = self.any();
        let bases = self.classes.bases(object.class);
        let way = bases.get(self.random.below(bases.len()))?;
        let Some(Step::Base(base)) = way.last() else { return None };
        let part = self.write(&object, way);
        let (ty, name) = (self.classes.name(*base).to_owned(), self.new_name());
        let same: Vec<Object> =
            self.objects.iter().filter(|other| other.class == *base).cloned().collect();
        if !same.is_empty() && self.random.one_in(2) {
            let from = &same[self.random.below(same.len())].text;
            self.line(&format!("{part} = {from};"));
        } else {
            self.line(&format!("{ty} {name} = {part};"));
            self.objects.push(Object { text: name, class: *base });
        }
        Some(())
    }

    /// A pointer to a base, what it points to, and the way back.
    fn base_pointer(&mut self) -> Option<()> {
        let object = self.any();
        let bases = self.classes.bases(object.class);
        let way = bases.get(self.random.below(bases.len()))?.clone();
        let Some(Step::Base(base)) = way.last() else { return None };
        let part = self.write(&object, &way);
        let (ty, name) = (self.classes.name(*base).to_owned(), self.new_name());
        let whole = &object.text;
        self.line(&format!("{ty}* {name} = &{part};"));
        self.put(&format!("(ull)((char*){name} - (char*)&{whole})"));
        let inner = Object { text: format!("(*{name})"), class: *base };
        let leaves = self.classes.leaves(*base);
        if let Some(leaf) = leaves.get(self.random.below(leaves.len())) {
            let text = self.write(&inner, &leaf.steps);
            self.put(&Self::bits(&text, leaf.number));
        }
        // Down again, step by step.
        let mut derived = vec![object.class];
        derived.extend(way.iter().filter_map(|step| match step {
            Step::Base(base) => Some(*base),
            Step::Field(..) | Step::Index(_) => None,
        }));
        let mut back = format!("(*{name})");
        for class in derived.iter().rev().skip(1) {
            back = format!("static_cast<{}&>({back})", self.classes.name(*class));
        }
        self.put(&format!("&{back} == &{whole}"));
        let again = Object { text: back, class: object.class };
        let leaves = self.classes.leaves(object.class);
        if let Some(leaf) = leaves.get(self.random.below(leaves.len())) {
            let text = self.write(&again, &leaf.steps);
            self.put(&Self::bits(&text, leaf.number));
        }
        Some(())
    }

    fn functions(&mut self) -> Option<()> {
        let object = self.any();
        if self.classes.all[object.class].is_union {
            return None;
        }
        let mut of = object.clone();
        let bases = self.classes.bases(object.class);
        let mut qualifier = String::new();
        if let Some(way) = bases.get(self.random.below(bases.len().max(1)))
            && let Some(&Step::Base(base)) = way.last()
        {
            if self.classes.ways(object.class, base) == 1 && self.random.one_in(2) {
                qualifier = format!("{}::", self.classes.name(base));
            } else {
                of = Object { text: self.write(&object, way), class: base };
            }
        }
        let text = of.text;
        if self.random.one_in(2) {
            self.line(&format!("{text}.{qualifier}bump();"));
        }
        self.put(&format!("{text}.{qualifier}sum()"));
        Some(())
    }

    fn sizes(&mut self) -> Option<()> {
        let class = self.random.below(self.classes.all.len());
        let name = self.classes.name(class).to_owned();
        self.put(&format!("sizeof({name}) * 64 + alignof({name})"));
        Some(())
    }

    /// Copies the bytes of a scalar to another of its type.
    fn copy_part(&mut self) -> Option<()> {
        let (from, leaf) = self.leaf(|leaf| leaf.bits.is_none())?;
        let number = leaf.number;
        let (to, target) = self.leaf(|leaf| leaf.bits.is_none() && leaf.number == number)?;
        let (a, b) = (self.write(&to, &target.steps), self.write(&from, &leaf.steps));
        self.line(&format!("copy_bytes(&{a}, &{b}, sizeof({}));", number.name));
        Some(())
    }

    /// A pointer to one of two objects, which only the launch decides.
    fn chosen_pointer(&mut self) -> Option<()> {
        let (object, leaf) = self.leaf(|leaf| leaf.bits.is_none())?;
        let number = leaf.number;
        let (other, second) = self.leaf(|leaf| leaf.bits.is_none() && leaf.number == number)?;
        let (a, b) = (self.write(&object, &leaf.steps), self.write(&other, &second.steps));
        let (name, ty, which) = (self.new_name(), number.name, self.random.below(2));
        self.line(&format!("{ty}* {name} = in[{which}] ? &{a} : &{b};"));
        let value = self.value(number);
        self.line(&format!("*{name} = {value};"));
        self.put(&Self::bits(&a, number));
        Some(())
    }

    /// The bytes of an object without padding as one number.
    fn cast_bits(&mut self) -> Option<()> {
        let words: Vec<Object> = self
            .objects
            .iter()
            .filter(|object| self.classes.all[object.class].is_word)
            .cloned()
            .collect();
        let object = words.get(self.random.below(words.len()))?;
        let (text, ty) = (&object.text, self.classes.name(object.class).to_owned());
        if self.random.one_in(2) {
            let name = self.new_name();
            self.line(&format!(
                "{ty} {name} = __builtin_bit_cast({ty}, {}ull);",
                self.names * 1357
            ));
            self.objects.push(Object { text: name, class: object.class });
        } else {
            self.put(&format!("__builtin_bit_cast(ull, {text})"));
        }
        Some(())
    }

    /// Statements that run or not, or several times. Objects made inside end there.
    fn region(&mut self, depth: usize) -> Option<()> {
        let visible = self.objects.len();
        let at = self.random.below(4);
        let head = match self.random.below(4) {
            0 => format!("if (in[{at}] > 1) {{"),
            1 => format!("for (int i{depth} = 0; i{depth} < in[{at}]; ++i{depth}) {{"),
            2 => format!("for (int i{depth} = 0; i{depth} < 2; ++i{depth}) {{"),
            _ => format!("if (in[{at}] != {at}) {{ out[{}] = 1; }} else {{", RESULTS - 1),
        };
        self.line(&head);
        self.indent += 1;
        for _ in 0..1 + self.random.below(4) {
            self.statement(depth + 1);
        }
        self.indent -= 1;
        self.line("}");
        self.objects.truncate(visible);
        Some(())
    }

    /// What the objects hold in the end.
    fn last(&mut self) {
        self.results = RESULTS - LAST;
        let objects = std::mem::take(&mut self.objects);
        for object in objects.iter().take(LAST - 1) {
            let name = self.new_name();
            self.line(&format!("ull {name} = 0;"));
            for leaf in self.classes.leaves(object.class) {
                let text = self.write(object, &leaf.steps);
                let bits = Self::bits(&text, leaf.number);
                self.line(&format!("{name} = {name} * 31 + {bits};"));
            }
            let _ = writeln!(self.text, "    out[{}] = {name};", self.results);
            self.results += 1;
        }
    }
}
