//! Names of other systems (Triton, NumPy, PyTorch, cuTile Python, CUDA), and what is written
//! in Tile C++ instead.
//!
//! In: a name that lookup did not find, and how it is written. Out: help with a line of code, or
//! nothing. The names are data: `foreign_names.txt`, whose lines a test compiles.
//!
//! Invariant: a row applies only to the spelling that it was written for. A plain name that may be
//! a misspelt variable gets no advice from the table.

use std::sync::LazyLock;

use lang::base::{Applicability, Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use crate::Cx;
use crate::codes;
use crate::display::words;
use crate::entity::{DeclName, NamespaceId, Nominated, Owner, TemplateId};

/// The systems of the names that only threads have: they are declared in CUDA C++, not in tile code.
const OF_THREADS: &str = "CUDA threads";
/// Those of them that are variables.
const THREAD_VARIABLES: &[&str] = &["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// The line of code of a row that has none.
const NO_LINE: &str = "-";

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ForeignName {
    /// The systems that have the name, `NumPy, Triton`.
    systems: &'static str,
    here: Here,
    /// A line of code that compiles, or [`NO_LINE`].
    line: &'static str,
}

/// What there is instead.
#[derive(Clone, Copy, Debug)]
enum Here {
    /// A name of the library that takes the same arguments.
    Renamed(&'static str),
    /// A name of the library.
    Named(&'static str),
    Sentence(&'static str),
}

static TABLE: LazyLock<FxHashMap<&'static str, ForeignName>> = LazyLock::new(|| {
    let rows = include_str!("foreign_names.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(row).collect()
});

fn row(line: &'static str) -> Option<(&'static str, ForeignName)> {
    let mut parts = line.splitn(4, " | ");
    let (name, systems, here, line) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let here = match here.strip_prefix('=') {
        Some(name) => Here::Renamed(name),
        None if here.contains(' ') => Here::Sentence(here),
        None => Here::Named(here),
    };
    Some((name, ForeignName { systems, here, line }))
}

/// How an undeclared name goes on in its line.
struct Continuation<'s> {
    /// `load` of `tl.load` and `tl::load`.
    member: Option<(&'s str, &'s str)>,
    /// A call, template arguments or an initializer follow.
    is_called: bool,
}

/// The library's namespace, and how the user writes it.
pub(super) struct Tiles {
    id: NamespaceId,
    pub(super) spelling: String,
    pub(super) has_alias: bool,
}

/// A text in which `change` appends what stands for each piece of code between backticks.
pub(crate) fn with_code(text: &str, mut change: impl FnMut(&str, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, piece) in text.split('`').enumerate() {
        if at > 0 {
            out.push('`');
        }
        match at % 2 {
            0 => out.push_str(piece),
            _ => change(piece, &mut out),
        }
    }
    out
}

impl Cx<'_> {
    /// Reports a name that no declaration was found for and that belongs to thread code; `false`
    /// for other names.
    pub fn report_thread_name(&mut self, name: &str, span: Span) -> bool {
        let Some((&known, row)) = TABLE.get_key_value(name) else { return false };
        if row.systems != OF_THREADS {
            return false;
        }
        let message = format!("`{name}` has no meaning in tile code");
        // Variables tell a thread its place; all else are functions.
        let is_variable = THREAD_VARIABLES.contains(&name);
        let code = if is_variable { codes::THREAD_CODE } else { codes::THREAD_FUNCTION };
        let help = self.advice_of_row(name, row, self.tiles().as_ref());
        let diagnostic = Diagnostic::new(code, span, message).help(help);
        let function = self.check.context.and_then(|scope| self.scopes.enclosing_function(scope));
        // Each further place of a function takes the same correction.
        let is_repeated =
            !self.is_tentative() && !self.check.thread_names.insert((function, known));
        // `blockIdx.x * blockDim.x + threadIdx.x` is one mistake.
        let last = if is_variable { self.check.thread_variable.replace(span) } else { None };
        let is_consequence =
            is_repeated || last.is_some_and(|last| self.is_in_statement_of(last, span));
        self.report(if is_consequence { diagnostic.consequence() } else { diagnostic });
        true
    }

    /// Whether no statement ends between two places of a file.
    pub(crate) fn is_in_statement_of(&self, first: Span, second: Span) -> bool {
        first.hi <= second.lo
            && !self.unit.sources.text(Span::new(first.hi, second.lo)).contains([';', '{', '}'])
    }

    /// The help for a function of another system that is declared, as for a scalar, but does not take what it is called
    /// with.
    pub(crate) fn advice_of_foreign(&self, name: &str) -> Option<String> {
        let tiles = self.tiles()?;
        let row = TABLE.get(name)?;
        let is_same = matches!(row.here, Here::Renamed(here) | Here::Named(here) if here == name);
        (!is_same).then(|| self.advice_of_row(name, row, Some(&tiles)))
    }

    /// The help for an undeclared unqualified name, if a row of the table is meant or the name is
    /// the library's.
    pub(super) fn help_with_undeclared(
        &self,
        diagnostic: Diagnostic,
        wanted: Name,
        span: Span,
    ) -> Result<Diagnostic, Box<Diagnostic>> {
        let name = self.text(wanted);
        let next = self.continuation(span);
        let Some(tiles) = self.tiles() else { return Err(Box::new(diagnostic)) };
        if let Some((separator, member)) = next.member {
            return match self.help_with_module(name, separator, member, &tiles) {
                Some(help) => Ok(diagnostic.help(help)),
                None => Err(Box::new(diagnostic)),
            };
        }
        if let Some(row) = TABLE.get(name).filter(|row| {
            next.is_called || matches!(row.here, Here::Sentence(_)) && row.systems != OF_THREADS
        }) {
            return Ok(self.help_with_row(diagnostic, name, span, row, &tiles, true));
        }
        if next.is_called && self.tiles_declare(&tiles, wanted) {
            let text = format!("{}::{name}", tiles.spelling);
            return Ok(super::suggest::did_you_mean(diagnostic, span, &text));
        }
        Err(Box::new(diagnostic))
    }

    /// The help for `tl.load`, `np::maximum`, and `ct::load` without an alias `ct`.
    fn help_with_module(
        &self,
        module: &str,
        separator: &str,
        member: &str,
        tiles: &Tiles,
    ) -> Option<String> {
        let dotted = format!("{module}.");
        let known = TABLE.get(dotted.as_str());
        let row = TABLE.get(format!("{dotted}{member}").as_str());
        let declared =
            self.names.get(member).is_some_and(|member| self.tiles_declare(tiles, member));
        let whole = format!("{module}{separator}{member}");
        if let Some(row) = row {
            return Some(self.advice_of_row(&whole, row, Some(tiles)));
        }
        match (known, TABLE.get(member)) {
            (Some(_), Some(row)) => Some(self.advice_of_row(&whole, row, Some(tiles))),
            (Some(known), None) if declared => {
                Some(format!("`{whole}` of {} is `{}::{member}`", known.systems, tiles.spelling))
            }
            (Some(known), None) => Some(self.advice_of_row(module, known, Some(tiles))),
            (None, _) if declared && separator == "::" => Some(if tiles.has_alias {
                format!("did you mean `{}::{member}`?", tiles.spelling)
            } else {
                format!("declare it: `namespace {module} = cuda::tiles;`")
            }),
            (None, _) => None,
        }
    }

    /// The help for a name that a namespace does not have.
    pub(super) fn help_with_namespace_member(
        &self,
        diagnostic: Diagnostic,
        ns: NamespaceId,
        wanted: Name,
        span: Span,
    ) -> Result<Diagnostic, Box<Diagnostic>> {
        let Some(tiles) = self.tiles() else { return Err(Box::new(diagnostic)) };
        let name = self.text(wanted);
        let whole = format!("{}.{name}", self.show_namespace(ns));
        let row = TABLE.get(whole.as_str());
        let is_around = std::iter::successors(Some(tiles.id), |&ns| self.entities[ns].parent)
            .any(|around| around == ns && ns != self.global);
        let row = row.or_else(|| TABLE.get(name).filter(|_| is_around));
        match row {
            Some(row) => Ok(self.help_with_row(diagnostic, name, span, row, &tiles, false)),
            None if ns == tiles.id && self.is_empty_namespace(ns) => {
                Ok(diagnostic.help("include the library: `#include \"cuda_tile.h\"`"))
            }
            None => Err(Box::new(diagnostic)),
        }
    }

    /// The help for a member that a tile does not have: a function of the library may do it.
    pub(super) fn help_with_tile_member(
        &self,
        diagnostic: Diagnostic,
        wanted: Name,
    ) -> Result<Diagnostic, Box<Diagnostic>> {
        let Some(tiles) = self.tiles() else { return Err(Box::new(diagnostic)) };
        let name = self.text(wanted);
        let row = TABLE.get(format!(".{name}").as_str()).or_else(|| TABLE.get(name));
        if let Some(row) = row {
            return Ok(diagnostic.help(self.advice_of_row(name, row, Some(&tiles))));
        }
        if self.tiles_declare(&tiles, wanted) {
            let spelling = &tiles.spelling;
            return Ok(diagnostic
                .help(format!("`{spelling}::{name}` is a function, to which the tile is passed")));
        }
        Err(Box::new(diagnostic))
    }

    /// The help for a member that a class of the library does not have, where a function of the library has the name.
    pub(super) fn help_with_library_member(
        &self,
        diagnostic: Diagnostic,
        wanted: Name,
    ) -> Result<Diagnostic, Box<Diagnostic>> {
        let Some(name) = self.named_by_tiles(wanted) else { return Err(Box::new(diagnostic)) };
        let call = self.call_in_advice(wanted).map_or(String::new(), |call| format!(": `{call}`"));
        Ok(diagnostic.help(format!("`{name}` is a function, not a member{call}")))
    }

    /// The call in the advice of a function of the library.
    fn call_in_advice(&self, name: Name) -> Option<String> {
        let tiles = self.tiles()?;
        let transparent = self.entities[tiles.id].transparent.iter().copied();
        let decl = std::iter::once(tiles.id).chain(transparent).find_map(|ns| {
            Some(self.entities[ns].members.get(&DeclName::Identifier(name))?.first()?.decl)
        })?;
        let advice = self.advice(self.ast[self.ast.templated(decl)].span)?;
        let call = advice.split('`').nth(1)?;
        call.contains('(').then(|| call.to_owned())
    }

    /// Adds the advice of a row; where only the name changes, as a fix.
    fn help_with_row(
        &self,
        diagnostic: Diagnostic,
        name: &str,
        span: Span,
        row: &ForeignName,
        tiles: &Tiles,
        is_unqualified: bool,
    ) -> Diagnostic {
        let advice = self.advice_of_row(name, row, Some(tiles));
        match row.here {
            Here::Renamed(here) => {
                let text = match is_unqualified {
                    true => format!("{}::{here}", tiles.spelling),
                    false => here.to_owned(),
                };
                diagnostic.fix(advice, Applicability::Maybe, span, text)
            }
            Here::Named(_) | Here::Sentence(_) => diagnostic.help(advice),
        }
    }

    /// ``` `where` of NumPy and Triton is `ct::select`: `auto s = ct::select(c, x, y);` ```
    fn advice_of_row(&self, name: &str, row: &ForeignName, tiles: Option<&Tiles>) -> String {
        let spelling = tiles.map_or("ct", |tiles| &tiles.spelling);
        let spelt = |code: &str| code.replace("ct::", &format!("{spelling}::"));
        let line = spelt(row.line);
        match row.here {
            Here::Renamed(here) | Here::Named(here) => {
                // A function of the compiler or of C has no namespace.
                let is_ours = row.line.contains(&format!("ct::{here}"));
                let here = if is_ours { format!("{spelling}::{here}") } else { here.to_owned() };
                format!("`{name}` of {} is `{here}`: `{line}`", listed(row.systems))
            }
            Here::Sentence(sentence) if row.line == NO_LINE => spelt(sentence),
            Here::Sentence(sentence) => format!("{}: `{line}`", spelt(sentence)),
        }
    }

    /// Whether a call, template arguments or an initialiser follow an undeclared name.
    pub(super) fn is_called(&self, span: Span) -> bool {
        self.continuation(span).is_called
    }

    /// What follows an undeclared name in its line.
    fn continuation(&self, span: Span) -> Continuation<'_> {
        let sources = self.unit.sources;
        let nothing = Continuation { member: None, is_called: false };
        let Some((file, at)) = sources.file_offset(sources.spelling(span.lo)) else {
            return nothing;
        };
        let start = at as usize + span.hi.0.saturating_sub(span.lo.0) as usize;
        let Some(rest) = sources.file(file).text.get(start..) else { return nothing };
        let rest = rest.trim_start_matches([' ', '\t']);
        let member = ["::", "."].into_iter().find_map(|separator| {
            let rest = rest.strip_prefix(separator)?;
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            Some((separator, rest.get(..end)?)).filter(|(_, word)| !word.is_empty())
        });
        Continuation { member, is_called: rest.starts_with(['(', '<', '{']) }
    }

    /// The namespace `cuda::tiles` with the user's alias for it.
    /// Whether a namespace is `cuda::tiles` or inside of it.
    pub(crate) fn is_of_tiles(&self, namespace: NamespaceId) -> bool {
        let text = |text: &str| self.names.get(text);
        let tiles = text("cuda")
            .and_then(|cuda| self.entities[self.global].children.get(&cuda))
            .and_then(|&cuda| self.entities[cuda].children.get(&text("tiles")?).copied());
        let mut at = Some(namespace);
        while let Some(id) = at.filter(|_| tiles.is_some()) {
            if Some(id) == tiles {
                return true;
            }
            at = self.entities[id].parent;
        }
        false
    }

    pub(super) fn tiles(&self) -> Option<Tiles> {
        let text = |text: &str| self.names.get(text);
        let cuda = self.entities[self.global].children.get(&text("cuda")?)?;
        let tiles = text("tiles")?;
        let id = *self.entities[*cuda].children.get(&tiles)?;
        let mut aliases: Vec<&str> = self.entities[self.global]
            .aliases
            .iter()
            .filter(|(_, alias)| self.ast[alias.name].last.identifier() == Some(tiles))
            .map(|(alias, _)| self.text(*alias))
            .collect();
        aliases.sort_unstable();
        let alias = aliases.iter().find(|alias| **alias == "ct").or(aliases.first());
        let spelling = alias.map_or("cuda::tiles", |alias| alias).to_owned();
        Some(Tiles { id, spelling, has_alias: alias.is_some() })
    }

    /// A text with code between backticks, in which the names of the library stand as the user writes them.
    pub(crate) fn in_users_spelling(&self, text: &str) -> String {
        let Some(tiles) = self.tiles() else { return text.to_owned() };
        let nominates =
            |nominated: &Nominated<NamespaceId>| nominated.target == Some(Some(tiles.id));
        if self.entities[self.global].directives.iter().any(nominates) {
            return text.to_owned();
        }
        with_code(text, |code, spelt| self.push_qualified(code, &tiles, spelt))
    }

    /// The same for a text that is code alone.
    pub(crate) fn code_in_users_spelling(&self, code: &str) -> String {
        self.in_users_spelling(&format!("`{code}`")).trim_matches('`').to_owned()
    }

    /// Appends code, with the namespace before each name of the library that is neither a member nor qualified.
    fn push_qualified(&self, code: &str, tiles: &Tiles, to: &mut String) {
        for word in words(code) {
            let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && !to.ends_with(['.', ':'])
                && !to.ends_with("->")
                && !to.ends_with('#');
            if is_name && self.names.get(word).is_some_and(|name| self.tiles_declare(tiles, name)) {
                to.push_str(&tiles.spelling);
                to.push_str("::");
            }
            to.push_str(word);
        }
    }

    /// The function of the library for tiles that has the name of a function of another namespace, `ct::max` for
    /// `std::max`.
    pub(crate) fn namesake_for_tiles(&self, template: TemplateId) -> Option<String> {
        let tiles = self.tiles()?;
        let template = &self.entities[template];
        let (DeclName::Identifier(name), Owner::Namespace(ns)) = (template.name, template.owner)
        else {
            return None;
        };
        let mut around = std::iter::successors(Some(ns), |&ns| self.entities[ns].parent);
        let is_other = around.all(|ns| ns != tiles.id) && ns != self.global;
        self.named_by_tiles(name).filter(|_| is_other)
    }

    /// The entity of the library that has a name, `ct::sum`.
    pub(crate) fn named_by_tiles(&self, name: Name) -> Option<String> {
        let tiles = self.tiles()?;
        self.tiles_declare(&tiles, name).then(|| format!("{}::{}", tiles.spelling, self.text(name)))
    }

    /// Whether the library declares a name.
    pub(super) fn tiles_declare(&self, tiles: &Tiles, name: Name) -> bool {
        let declares =
            |ns: NamespaceId| self.entities[ns].members.contains_key(&DeclName::Identifier(name));
        declares(tiles.id) || self.entities[tiles.id].transparent.iter().any(|&ns| declares(ns))
    }

    fn is_empty_namespace(&self, ns: NamespaceId) -> bool {
        let namespace = &self.entities[ns];
        namespace.members.is_empty()
            && namespace.transparent.iter().all(|&inner| self.entities[inner].members.is_empty())
    }
}

/// `NumPy, PyTorch and Triton`
fn listed(systems: &str) -> String {
    match systems.rsplit_once(", ") {
        Some((first, last)) => format!("{first} and {last}"),
        None => systems.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_names_are_unique() {
        let lines = include_str!("foreign_names.txt").lines();
        let rows: Vec<&str> =
            lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert!(rows.len() >= 120, "{} rows", rows.len());
        assert_eq!(rows.iter().filter_map(|line| row(line)).count(), rows.len());
        assert_eq!(TABLE.len(), rows.len(), "a name has two rows");
    }
}
