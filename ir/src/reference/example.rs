//! The examples of the op reference: short Tile IR texts, and the modules that they stand for.
//!
//! An example is what an author would write in its place: a module, the items of one, or the
//! instructions of an entry. Values that it takes from around it are listed with their types.

use std::fmt::Write;

/// A list of examples: a line `--- NAME` begins one, lines `given %a, %b: TYPE` follow it, then comes
/// its text. The text before the first is a comment.
pub fn examples(list: &str) -> Vec<Example<'_>> {
    list.split("\n--- ").skip(1).map(Example::new).collect()
}

/// The examples of the document, one an op and one each for the kinds of items.
pub const EXAMPLES: &str = include_str!("examples.tir");

#[derive(Clone, Debug)]
pub struct Example<'a> {
    pub name: &'a str,
    /// Names without `%`, and the type of each.
    pub given: Vec<(&'a str, &'a str)>,
    pub text: &'a str,
}

impl<'a> Example<'a> {
    fn new(section: &'a str) -> Example<'a> {
        let (name, mut text) = section.split_once('\n').unwrap_or((section, ""));
        let mut given = Vec::new();
        while let Some((line, rest)) = text.strip_prefix("given ").and_then(|t| t.split_once('\n'))
        {
            let (names, ty) = line.split_once(": ").unwrap_or((line, ""));
            given.extend(names.split(", ").map(|name| (name.trim_start_matches('%'), ty)));
            text = rest;
        }
        Example { name, given, text: text.trim_end() }
    }

    /// The text of a module with the example in it.
    pub fn module(&self) -> String {
        if self.text.contains("module @") {
            return self.text.to_owned();
        }
        if ["global ", "entry "].iter().any(|item| self.text.starts_with(item)) {
            return format!("cuda_tile.module @example {{\n{}\n}}\n", self.text);
        }
        let (mut params, mut body) = (Vec::new(), String::new());
        for (name, ty) in &self.given {
            match definition(name, ty) {
                Some(text) => body.push_str(&text),
                None => params.push(format!("%{name}: {ty}")),
            }
        }
        let params = params.join(", ");
        format!(
            "cuda_tile.module @example {{\nentry @k({params}) {{\n{body}{}\n}}\n}}\n",
            self.text
        )
    }
}

/// Instructions that make a value of a type, or nothing if it can be a parameter.
fn definition(name: &str, ty: &str) -> Option<String> {
    let mut out = String::new();
    let is_ranked =
        ty.strip_prefix("tile<").is_some_and(|ty| ty.starts_with(|c: char| c.is_ascii_digit()));
    let _ = match ty.split_once("ptr<") {
        _ if ty == "token" => writeln!(out, "%{name} = make_token : token"),
        Some((shape, _)) if is_ranked => {
            let address = format!("%{name}.address = poison : {shape}i64>");
            writeln!(out, "{address}\n%{name} = int_to_ptr %{name}.address : {shape}i64> -> {ty}")
        }
        // There is no constant of these.
        None if is_ranked && ty.ends_with("xi4>") => {
            let shape = ty.trim_end_matches("i4>");
            let count: u32 = dims(shape).product();
            let _ = writeln!(out, "%{name}.bytes = poison : tile<{}xi8>", count.div_ceil(2));
            let flat = format!("tile<{count}xi4>");
            let _ = writeln!(
                out,
                "%{name}.flat = unpack %{name}.bytes : tile<{}xi8> -> {flat}",
                count.div_ceil(2)
            );
            writeln!(out, "%{name} = reshape %{name}.flat : {flat} -> {ty}")
        }
        None if is_ranked => writeln!(out, "%{name} = poison : {ty}"),
        _ => return None,
    };
    Some(out)
}

/// The dimensions in `tile<4x8xi4>`.
fn dims(ty: &str) -> impl Iterator<Item = u32> {
    ty.trim_start_matches("tile<").split('x').filter_map(|dim| dim.parse().ok())
}
