//! The types of a program, and the ways to their scalars.

use std::fmt::Write;

use crate::random::Random;

/// A type of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    pub name: &'static str,
    pub bytes: u32,
    pub signed: bool,
    pub is_float: bool,
}

const fn int(name: &'static str, bytes: u32, signed: bool) -> Number {
    Number { name, bytes, signed, is_float: false }
}

const fn float(name: &'static str, bytes: u32) -> Number {
    Number { name, bytes, signed: true, is_float: true }
}

pub const BOOL: Number = int("bool", 1, false);
const BYTE: Number = int("unsigned char", 1, false);
const NUMBERS: [Number; 11] = [
    BYTE,
    int("signed char", 1, true),
    int("unsigned short", 2, false),
    int("short", 2, true),
    int("unsigned", 4, false),
    int("int", 4, true),
    int("ull", 8, false),
    int("long long", 8, true),
    float("float", 4),
    float("double", 8),
    BOOL,
];

/// The type of a field.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    Number(Number),
    /// A bit-field.
    Bits(Number, u32),
    Array(Number, u32),
    Class(usize),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    /// `alignas`, the default member initialiser, `[[no_unique_address]]`.
    before: String,
    after: &'static str,
}

#[derive(Clone, Debug)]
pub struct Class {
    pub name: String,
    pub is_union: bool,
    pub bases: Vec<usize>,
    pub fields: Vec<Field>,
    /// What stands between the fields: unnamed bit-fields, by the field that they are before.
    unnamed: Vec<(usize, String)>,
    alignas: Option<u32>,
    /// Virtual functions, constructors: what makes it no plain old data.
    extra: String,
    /// Eight bytes without padding: what may be a member of a union.
    pub is_word: bool,
    /// It, or a part of it, has virtual functions: no bytes to be copied ([basic.types.general]/2).
    pub is_polymorphic: bool,
    scalars: usize,
}

pub struct Classes {
    pub all: Vec<Class>,
}

/// A step from an object to a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Base(usize),
    /// The name of a field, of this class.
    Field(usize, String),
    Index(u32),
}

/// A scalar in an object.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub steps: Vec<Step>,
    pub number: Number,
    pub bits: Option<u32>,
}

/// Scalars that an object has at most.
const SCALARS: usize = 28;

pub fn draw(random: &mut Random) -> Classes {
    let mut classes = Classes { all: Vec::new() };
    let count = 4 + random.below(4);
    for index in 0..count {
        let class = match random.below(7) {
            0 => word(random, index),
            1 => union(random, index, &classes),
            _ => structure(random, index, &classes),
        };
        classes.all.push(class);
    }
    classes
}

fn plain(index: usize) -> Class {
    Class {
        name: format!("S{index}"),
        is_union: false,
        bases: Vec::new(),
        fields: Vec::new(),
        unnamed: Vec::new(),
        alignas: None,
        extra: String::new(),
        is_word: false,
        is_polymorphic: false,
        scalars: 0,
    }
}

fn field(index: usize, at: usize, ty: Type) -> Field {
    Field { name: format!("f{index}_{at}"), ty, before: String::new(), after: "" }
}

/// Eight bytes, all of them in members.
fn word(random: &mut Random, index: usize) -> Class {
    let (byte, short, int4, long) = (NUMBERS[0], NUMBERS[2], NUMBERS[4], NUMBERS[6]);
    let types = match random.below(5) {
        0 => vec![Type::Number(int4), Type::Number(NUMBERS[3]), Type::Array(byte, 2)],
        1 => vec![Type::Bits(long, 20), Type::Bits(long, 33), Type::Bits(long, 11)],
        2 => vec![Type::Array(short, 4)],
        3 => vec![Type::Bits(int4, 5), Type::Bits(NUMBERS[5], 27), Type::Number(NUMBERS[8])],
        _ => {
            vec![Type::Number(byte), Type::Number(byte), Type::Bits(short, 16), Type::Number(int4)]
        }
    };
    let fields: Vec<Field> =
        types.into_iter().enumerate().map(|(at, ty)| field(index, at, ty)).collect();
    Class { fields, is_word: true, scalars: 4, ..plain(index) }
}

/// Members of eight bytes, all without padding.
fn union(random: &mut Random, index: usize, classes: &Classes) -> Class {
    let words: Vec<usize> = (0..index).filter(|&at| classes.all[at].is_word).collect();
    let mut fields = Vec::new();
    for at in 0..2 + random.below(3) {
        let ty = match random.below(7) {
            0 => Type::Number(NUMBERS[6]),
            1 => Type::Array(BYTE, 8),
            2 => Type::Array(NUMBERS[2], 4),
            3 => Type::Array(NUMBERS[5], 2),
            4 => Type::Array(NUMBERS[8], 2),
            5 if !words.is_empty() => Type::Class(random.pick(&words)),
            _ => Type::Number(NUMBERS[7]),
        };
        fields.push(field(index, at, ty));
    }
    Class { is_union: true, fields, is_word: true, scalars: 8, ..plain(index) }
}

fn structure(random: &mut Random, index: usize, classes: &Classes) -> Class {
    let mut class = plain(index);
    for _ in 0..random.below(4) {
        let base = random.below(index);
        let may_be = index > 0
            && !classes.all[base].is_union
            && class.scalars + classes.all[base].scalars < SCALARS
            // A base that is part of another has no name.
            && class.bases.iter().all(|&other| {
                classes.ways(other, base) == 0 && classes.ways(base, other) == 0
            });
        if may_be {
            class.bases.push(base);
            class.scalars += classes.all[base].scalars;
            class.is_polymorphic |= classes.all[base].is_polymorphic;
        }
    }
    for at in 0..random.below(5) {
        if class.scalars >= SCALARS {
            break;
        }
        if random.one_in(12) {
            let number = NUMBERS[random.below(8)];
            let width = if random.one_in(2) { 0 } else { 1 + random.below(7) };
            class.unnamed.push((class.fields.len(), format!("{} : {width};", number.name)));
        }
        let number = random.pick(&NUMBERS);
        let ty = match random.below(12) {
            0..4 if !number.is_float => {
                let widest = if number == BOOL { 1 } else { number.bytes as usize * 8 };
                let width = 1 + random.below(widest);
                Type::Bits(number, width as u32)
            }
            4 | 5 => Type::Array(number, 1 + random.below(3) as u32),
            6..9 if index > 0 => Type::Class(random.below(index)),
            _ => Type::Number(number),
        };
        let (ty, scalars) = match ty {
            Type::Class(inner) if class.scalars + classes.all[inner].scalars > SCALARS => {
                (Type::Number(number), 1)
            }
            Type::Class(inner) => (ty, classes.all[inner].scalars),
            Type::Array(_, len) => (ty, len as usize),
            Type::Number(_) | Type::Bits(..) => (ty, 1),
        };
        if let Type::Class(inner) = ty {
            class.is_polymorphic |= classes.all[inner].is_polymorphic;
        }
        class.scalars += scalars;
        let mut made = field(index, at, ty);
        match ty {
            Type::Class(_) if random.one_in(3) => {
                made.before = "[[no_unique_address]] ".to_owned();
            }
            Type::Number(_) if random.one_in(8) => made.after = " = 1",
            Type::Number(_) | Type::Array(..) if random.one_in(10) => {
                made.before = format!("alignas({}) ", 8 << random.below(2));
            }
            _ => {}
        }
        class.fields.push(made);
    }
    if random.one_in(12) {
        class.alignas = Some(8 << random.below(2));
    }
    match random.below(14) {
        0 => {
            class.extra = "    __tile__ virtual int kind() const { return 1; }\n".to_owned();
            class.is_polymorphic = true;
        }
        1 | 2 => class.extra = format!("    __tile__ {}() {{}}\n", class.name),
        3 => {
            let name = &class.name;
            class.extra = format!(
                "    {name}() = default;\n    {name}(const {name}&) = default;\n    \
                 {name}& operator=(const {name}&) = default;\n"
            );
        }
        _ => {}
    }
    class
}

impl Classes {
    /// In how many ways `base` is a base of `derived`; itself is one.
    pub fn ways(&self, derived: usize, base: usize) -> usize {
        if derived == base {
            return 1;
        }
        self.all[derived].bases.iter().map(|&at| self.ways(at, base)).sum()
    }

    pub fn name(&self, class: usize) -> &str {
        &self.all[class].name
    }

    /// The scalars of an object, those of bases first.
    pub fn leaves(&self, class: usize) -> Vec<Leaf> {
        let mut found = Vec::new();
        self.collect(class, &mut Vec::new(), &mut found);
        found
    }

    fn collect(&self, class: usize, way: &mut Vec<Step>, found: &mut Vec<Leaf>) {
        for &base in &self.all[class].bases {
            way.push(Step::Base(base));
            self.collect(base, way, found);
            way.pop();
        }
        for field in &self.all[class].fields {
            way.push(Step::Field(class, field.name.clone()));
            let leaf = |steps: &[Step], number, bits| Leaf { steps: steps.to_vec(), number, bits };
            match field.ty {
                Type::Number(number) => found.push(leaf(way, number, None)),
                Type::Bits(number, width) => found.push(leaf(way, number, Some(width))),
                Type::Array(number, len) => {
                    for index in 0..len {
                        way.push(Step::Index(index));
                        found.push(leaf(way, number, None));
                        way.pop();
                    }
                }
                Type::Class(inner) => self.collect(inner, way, found),
            }
            way.pop();
        }
    }

    /// The base subobjects of an object, by the way to each.
    pub fn bases(&self, class: usize) -> Vec<Vec<Step>> {
        let mut found = Vec::new();
        let mut todo = vec![(class, Vec::new())];
        while let Some((class, way)) = todo.pop() {
            for &base in &self.all[class].bases {
                let mut way = way.clone();
                way.push(Step::Base(base));
                found.push(way.clone());
                todo.push((base, way));
            }
        }
        found
    }

    /// The definition of a class.
    pub fn define(&self, index: usize, text: &mut String) {
        let class = &self.all[index];
        let key = if class.is_union { "union" } else { "struct" };
        let align = class.alignas.map_or(String::new(), |align| format!("alignas({align}) "));
        let _ = write!(text, "{key} {align}{}", class.name);
        for (at, &base) in class.bases.iter().enumerate() {
            let _ = write!(text, "{} {}", if at == 0 { " :" } else { "," }, self.name(base));
        }
        text.push_str(" {\n");
        for (at, field) in class.fields.iter().enumerate() {
            for (_, unnamed) in class.unnamed.iter().filter(|(before, _)| *before == at) {
                let _ = writeln!(text, "    {unnamed}");
            }
            let (name, before, after) = (&field.name, &field.before, field.after);
            let _ = match field.ty {
                Type::Number(number) => {
                    writeln!(text, "    {before}{} {name}{after};", number.name)
                }
                Type::Bits(number, width) => {
                    writeln!(text, "    {before}{} {name} : {width};", number.name)
                }
                Type::Array(number, len) => {
                    writeln!(text, "    {before}{} {name}[{len}];", number.name)
                }
                Type::Class(inner) => writeln!(text, "    {before}{} {name};", self.name(inner)),
            };
        }
        text.push_str(&class.extra);
        if !class.is_union {
            self.define_functions(class, text);
        }
        text.push_str("};\n");
    }

    /// `sum` and `bump` use the fields by their names, and what the bases do.
    fn define_functions(&self, class: &Class, text: &mut String) {
        text.push_str("    __tile__ ull sum() const {\n        ull h = 1;\n");
        for &base in &class.bases {
            let _ = writeln!(text, "        h = h * 3 + {}::sum();", self.name(base));
        }
        let ints = class.fields.iter().filter_map(|field| match field.ty {
            Type::Number(number) | Type::Bits(number, _) if !number.is_float => {
                Some((&field.name, number))
            }
            _ => None,
        });
        for (name, _) in ints.clone() {
            let _ = writeln!(text, "        h = h * 7 + (ull)({name});");
        }
        text.push_str("        return h;\n    }\n    __tile__ void bump() {\n");
        for &base in class.bases.iter().rev() {
            let _ = writeln!(text, "        this->{}::bump();", self.name(base));
        }
        for (name, number) in ints {
            if number != BOOL {
                let _ = writeln!(text, "        {name} ^= 1;");
            }
        }
        text.push_str("    }\n");
    }

    /// An lvalue of the part that `steps` lead to from the object `object` of class `class`, in one
    /// of the ways that C++ has to write it.
    pub fn write(
        &self,
        random: &mut Random,
        object: &str,
        class: usize,
        steps: &[Step],
        is_const: bool,
    ) -> String {
        let mut text = object.to_owned();
        let mut at = class;
        let mut rest = steps;
        while let Some((first, behind)) = rest.split_first() {
            match first {
                Step::Base(_) => {
                    let bases: Vec<usize> = rest
                        .iter()
                        .map_while(|step| match step {
                            Step::Base(base) => Some(*base),
                            Step::Field(..) | Step::Index(_) => None,
                        })
                        .collect();
                    let field = rest.get(bases.len());
                    let (cast, named) = self.name_base(random, at, &bases, field);
                    let cv = if is_const { "const " } else { "" };
                    for &base in &bases[..cast] {
                        text = format!("static_cast<{cv}{}&>({text})", self.name(base));
                    }
                    rest = &rest[bases.len()..];
                    if let (Some(Step::Field(owner, name)), true) = (field, cast < bases.len()) {
                        text = match named {
                            Some(base) => format!("{text}.{}::{name}", self.name(base)),
                            None => format!("{text}.{name}"),
                        };
                        at = self.field_class(*owner, name).unwrap_or(at);
                        rest = &rest[1..];
                    } else {
                        at = bases.last().copied().unwrap_or(at);
                    }
                }
                Step::Field(owner, name) => {
                    text = match random.below(6) {
                        0 => format!("{text}.{}::{name}", self.name(*owner)),
                        1 => format!("(&{text})->{name}"),
                        _ => format!("{text}.{name}"),
                    };
                    at = self.field_class(*owner, name).unwrap_or(at);
                    rest = behind;
                }
                Step::Index(index) => {
                    text = match random.below(5) {
                        0 | 1 => format!("{text}[in[{index}]]"),
                        2 => format!("(*({text} + {index}))"),
                        _ => format!("{text}[{index}]"),
                    };
                    rest = behind;
                }
            }
        }
        text
    }

    fn field_class(&self, owner: usize, name: &str) -> Option<usize> {
        self.all[owner].fields.iter().find_map(|field| match field.ty {
            Type::Class(inner) if field.name == name => Some(inner),
            _ => None,
        })
    }

    /// How many of the bases on the way to a field are cast to, and which of the rest names it.
    fn name_base(
        &self,
        random: &mut Random,
        from: usize,
        bases: &[usize],
        field: Option<&Step>,
    ) -> (usize, Option<usize>) {
        let all = (bases.len(), None);
        let (Some(&last), Some(Step::Field(..))) = (bases.last(), field) else { return all };
        let cast = random.below(bases.len() + 1);
        let at = if cast == 0 { from } else { bases[cast - 1] };
        if cast == bases.len() {
            return all;
        }
        // Each way of naming must lead to one subobject.
        let named: Vec<usize> = bases[cast..]
            .iter()
            .copied()
            .filter(|&base| self.ways(at, base) == 1 && self.ways(base, last) == 1)
            .collect();
        if !named.is_empty() && random.one_in(2) {
            return (cast, Some(random.pick(&named)));
        }
        if self.ways(at, last) == 1 {
            return (cast, None);
        }
        if named.is_empty() { all } else { (cast, Some(random.pick(&named))) }
    }
}
