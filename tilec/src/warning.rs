//! Which warnings are shown, and which are errors: the options of GCC, Clang and nvcc, and the
//! pragmas of all three.
//!
//! One table names every warning the way those compilers name theirs, so that what silences it
//! there silences it here. Options and pragmas that name warnings of other compilers mean nothing.
//! In: everything found. Out: the same, with warnings left out or made errors.

use std::sync::OnceLock;

use lang::base::{Code, Diagnostic, Diagnostics, Pos, Severity, SourceMap, Span};
use lang::lex::Token;
use lang::pp::{DiagnosticAction, DiagnosticPragma, WarningLevel};

/// A warning and what it is called.
struct Row {
    code: Code,
    /// Behind `-W`: the first is shown, all are understood. Ours is the slug of the code.
    names: &'static [&'static str],
    /// nvcc's number and name, for `nv_diag_suppress` and `-diag-suppress`.
    nvcc: &'static [&'static str],
    /// The options that turn it on with others: `all` for `-Wall`.
    groups: &'static [&'static str],
    /// Whether it is shown only where an option or a pragma asks for it.
    is_off: bool,
}

/// A warning that is shown unless an option or a pragma turns it off.
const fn row(code: Code, names: &'static [&'static str], nvcc: &'static [&'static str]) -> Row {
    Row { code, names, nvcc, groups: &[], is_off: false }
}

/// A warning that an option turns on: its own, or that of a group.
const fn in_groups(
    code: Code,
    names: &'static [&'static str],
    nvcc: &'static [&'static str],
    groups: &'static [&'static str],
) -> Row {
    Row { code, names, nvcc, groups, is_off: true }
}

const TABLE: &[Row] = &[
    row(
        lang::codes::UNKNOWN_ESCAPE,
        &["unknown-escape-sequence", "unknown-escape"],
        &["192", "unrecognized_char_escape"],
    ),
    row(lang::codes::WARNING_DIRECTIVE, &["cpp", "#warnings"], &["1105", "warning_directive"]),
    row(
        lang::codes::EXTRA_TOKENS,
        &["extra-tokens", "endif-labels"],
        &["14", "extra_text_in_pp_directive"],
    ),
    row(lang::codes::MACRO_REDEFINED, &["macro-redefined"], &["47", "bad_macro_redef"]),
    row(
        lang::codes::BUILTIN_REDEFINED,
        &["builtin-macro-redefined"],
        &["45", "macro_redef_not_allowed"],
    ),
    row(
        sema::codes::IGNORED_HINT,
        &["attributes", "ignored-attributes", "unknown-attributes"],
        &["1097", "unrecognized_attribute"],
    ),
    row(
        sema::codes::DEPRECATED,
        &["deprecated-declarations", "deprecated"],
        &["1215", "deprecated_entity", "1444", "deprecated_entity_with_custom_message"],
    ),
    in_groups(
        sema::codes::UNUSED_VARIABLE,
        &["unused-variable"],
        &["177", "declared_but_not_referenced"],
        &["unused", "all", "everything"],
    ),
    in_groups(
        sema::codes::UNUSED_BUT_SET,
        &["unused-but-set-variable"],
        &["550", "set_but_not_used"],
        &["unused", "all", "everything"],
    ),
    in_groups(
        sema::codes::UNUSED_PARAMETER,
        &["unused-parameter"],
        &["826"],
        &["extra", "everything"],
    ),
    row(sema::codes::UNINITIALIZED, &["uninitialized"], &["549", "used_before_set"]),
    row(sema::codes::DIVISION_BY_ZERO, &["div-by-zero", "division-by-zero"], &["39"]),
    row(sema::codes::MISSING_RETURN, &["return-type"], &["940"]),
    in_groups(
        sema::codes::UNREACHABLE_CODE,
        &["unreachable-code"],
        &["111", "128", "code_is_unreachable"],
        &["everything"],
    ),
    in_groups(sema::codes::SHADOW, &["shadow", "shadow-all", "shadow-local"], &[], &["everything"]),
    row(
        sema::codes::CONSTANT_CONVERSION,
        &["constant-conversion", "literal-conversion", "overflow"],
        &["69", "integer_truncated"],
    ),
    in_groups(
        sema::codes::VALUE_CONVERSION,
        &["value-conversion", "float-conversion", "shorten-64-to-32", "implicit-float-conversion"],
        &[],
        &["conversion", "everything"],
    ),
    row(sema::codes::THREAD_KERNEL, &["tile-code-in-thread-kernel"], &[]),
    row(sema::codes::LAUNCHED_THREADS, &["launched-threads"], &[]),
    row(sema::codes::PARTIAL_TILE, &["partial-tile"], &[]),
    in_groups(sema::codes::STRIDED_AXES, &["strided-axes"], &[], &["performance", "everything"]),
    row(sema::codes::CHAINED_COMPARISON, &["parentheses"], &[]),
    row(sema::codes::BITWISE_COMPARISON, &["parentheses"], &[]),
    row(sema::codes::VEXING_PARSE, &["vexing-parse"], &[]),
    row(sema::codes::BOOL_SUM, &["bool-sum"], &[]),
    row(sema::codes::XOR_AS_POWER, &["xor-used-as-pow"], &[]),
    row(sema::codes::UNSPECIFIED_ELEMENTS, &["unspecified-elements"], &[]),
    row(sema::codes::UNMASKED_STORE, &["unmasked-store"], &[]),
    row(sema::codes::ELEMENT_INDEX, &["element-index"], &[]),
    row(sema::codes::ATOMIC_SCOPE, &["atomic-scope"], &[]),
    row(sema::codes::RACING_UPDATE, &["racing-update"], &[]),
    row(sema::codes::SMALLEST_PADDING, &["smallest-padding"], &[]),
    row(sema::codes::BROADCAST_AXIS, &["broadcast-axis"], &[]),
    row(sema::codes::BYTES_EXPECTED, &["bytes-expected"], &[]),
    row(sema::codes::HOST_POINTER, &["host-pointer"], &[]),
    row(sema::codes::MISSING_WAIT, &["missing-wait"], &[]),
    row(sema::codes::COPY_DIRECTION, &["copy-direction"], &[]),
    row(sema::codes::MISLEADING_INDENTATION, &["misleading-indentation"], &[]),
    row(sema::codes::MACRO_PARENTHESES, &["macro-parentheses", "bugprone-macro-parentheses"], &[]),
    row(sema::codes::WIDENED_PRODUCT, &["widened-product"], &[]),
    row(sema::codes::REFERENCE_PARAMETER, &["reference-parameter"], &[]),
    row(
        sema::codes::UNDEFINED_OPERATION,
        &["shift-count-overflow", "shift-count-negative"],
        &["62", "63"],
    ),
    row(sema::codes::REORDER, &["reorder", "reorder-ctor"], &["411"]),
    in_groups(
        sema::codes::MAYBE_UNINITIALIZED,
        &["maybe-uninitialized", "sometimes-uninitialized", "conditional-uninitialized"],
        &[],
        &["all"],
    ),
    row(sema::codes::INTEGER_DIVISION, &["integer-division"], &[]),
    row(sema::codes::LOOP_NOT_ENTERED, &["loop-not-entered"], &[]),
    row(sema::codes::UNUSED_VALUE, &["unused-value"], &["174", "expr_has_no_effect"]),
    row(sema::codes::COMMA_SUBSCRIPT, &["comma-subscript", "deprecated-comma-subscript"], &[]),
    in_groups(sema::codes::FALL_THROUGH, &["implicit-fallthrough"], &[], &["extra", "everything"]),
    row(
        sema::codes::INTEGER_OVERFLOW,
        &["integer-overflow", "overflow"],
        &["61", "integer_overflow"],
    ),
    row(sema::codes::TYPE_LIMITS, &["type-limits", "tautological-compare"], &["186"]),
    row(sema::codes::ASSIGNED_CONDITION, &["parentheses"], &["187"]),
    row(sema::codes::KERNEL_NOT_LAUNCHED, &["kernel-not-launched"], &[]),
    row(sema::codes::TILE_CALL_IN_HOST_CODE, &["tile-call-in-host-code"], &[]),
    row(sema::codes::LAUNCH_ARGUMENTS, &["launch-arguments"], &[]),
    row(sema::codes::RETURNED_LOCAL, &["return-local-addr", "return-stack-address"], &[]),
    row(sema::codes::FORMAT, &["format", "format-extra-args"], &["181", "224", "225"]),
    row(sema::codes::SWAPPED_MASK, &["swapped-mask"], &[]),
    row(sema::codes::DISCARDED_VALUE, &["unused-result"], &["2809", "nodiscard_call_result"]),
    in_groups(
        crate::codes::MISSING_RESTRICT,
        &["missing-restrict"],
        &[],
        &["performance", "everything"],
    ),
    row(crate::codes::NO_KERNEL, &["no-kernel"], &[]),
    row(crate::codes::UNCHECKED_KERNEL, &["unchecked-kernel"], &[]),
];

impl Row {
    /// Whether it is an error unless an option or a pragma names it.
    fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }

    fn is_called(&self, name: &str) -> bool {
        name == self.code.slug || self.names.contains(&name) || self.nvcc.contains(&name)
    }

    fn is_in(&self, group: &str) -> bool {
        self.groups.contains(&group)
    }
}

/// A row of `docs/warnings.md`.
pub struct Documented {
    pub code: Code,
    /// Behind `-W`.
    pub names: &'static [&'static str],
    pub nvcc: &'static [&'static str],
    /// Empty for a warning that is on.
    pub groups: &'static [&'static str],
    pub is_on: bool,
}

/// All warnings, for their page.
pub fn documented() -> impl Iterator<Item = Documented> {
    TABLE.iter().map(|row| Documented {
        code: row.code,
        names: row.names,
        nvcc: row.nvcc,
        groups: row.groups,
        is_on: !row.is_off,
    })
}

/// What the command line says about warnings.
#[derive(Clone, Debug, Default)]
pub struct WarningOptions {
    /// `-w`
    is_silent: bool,
    /// `-Werror`
    all_are_errors: bool,
    /// By name, in order; the last that names a warning counts.
    set: Vec<(String, WarningLevel)>,
    /// `-Wno-error=NAME`: stays a warning whatever `-Werror` says.
    never_errors: Vec<String>,
}

impl WarningOptions {
    /// The options that the words after `-W` set, in order.
    pub fn new(words: &[String], is_silent: bool) -> WarningOptions {
        let mut options = WarningOptions { is_silent, ..WarningOptions::default() };
        for word in words {
            options.add(word);
        }
        options
    }

    fn add(&mut self, word: &str) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match (key, value) {
            // nvcc's `-Werror all-warnings` is the same.
            ("error", "" | "all-warnings") => self.all_are_errors = true,
            ("no-error", "") => self.all_are_errors = false,
            ("error", names) => self.set_all(names, WarningLevel::Error),
            ("no-error", name) => self.never_errors.push(name.to_owned()),
            ("suppress", names) => self.set_all(names, WarningLevel::Ignored),
            ("warn", names) => self.set_all(names, WarningLevel::Warning),
            _ => match key.strip_prefix("no-") {
                Some(name) => self.set_all(name, WarningLevel::Ignored),
                None => self.set_all(key, WarningLevel::Warning),
            },
        }
    }

    fn set_all(&mut self, names: &str, level: WarningLevel) {
        for name in names.split(',') {
            self.set.push((name.to_owned(), level));
        }
    }

    /// Whether a warning is shown where no pragma says anything.
    pub fn shows(&self, code: Code) -> bool {
        let row = TABLE.iter().find(|row| row.code == code);
        self.level(row) != WarningLevel::Ignored
    }

    /// What becomes of a warning where no pragma says anything.
    fn level(&self, row: Option<&Row>) -> WarningLevel {
        let is_called = |name: &str| row.is_some_and(|row| row.is_called(name));
        let is_in = |group: &str| row.is_some_and(|row| row.is_in(group));
        // The name of a warning counts more than that of a group, as for GCC.
        let named = self.set.iter().rev().find(|(name, _)| is_called(name));
        let set = named.or_else(|| self.set.iter().rev().find(|(name, _)| is_in(name)));
        let is_off = row.is_some_and(|row| row.is_off);
        let may_be_error = !self.never_errors.iter().any(|name| is_called(name));
        let is_error = row.is_some_and(Row::is_error);
        match set.map(|&(_, level)| level) {
            // `-w` is about warnings.
            _ if self.is_silent && !is_error => WarningLevel::Ignored,
            Some(WarningLevel::Ignored) => WarningLevel::Ignored,
            Some(WarningLevel::Error) if may_be_error => WarningLevel::Error,
            None if is_off => WarningLevel::Ignored,
            None if is_error && may_be_error => WarningLevel::Error,
            _ if self.all_are_errors && may_be_error => WarningLevel::Error,
            _ => WarningLevel::Warning,
        }
    }
}

/// The pragmas of a translation unit, in order.
#[derive(Default)]
pub struct Pragmas {
    list: Vec<DiagnosticPragma>,
    /// Where the tokens are, in their order; empty without pragmas.
    places: Vec<Pos>,
    /// The same by position, with the index of each token: made for the first warning.
    sorted: OnceLock<Vec<(Pos, usize)>>,
}

/// Leaves out the warnings that are not wanted, and makes errors of those that shall be.
pub fn apply(
    found: Diagnostics,
    options: &WarningOptions,
    pragmas: &Pragmas,
    map: &SourceMap,
) -> Diagnostics {
    let mut shown = Diagnostics::new();
    for mut diagnostic in found {
        let row = TABLE.iter().find(|row| row.code == diagnostic.code);
        let is_allowed = row.is_some_and(Row::is_error);
        if diagnostic.severity != Severity::Warning && !is_allowed {
            shown.push(diagnostic);
            continue;
        }
        // What is the system's is not shown, and so no error either.
        let is_systems = map.in_system_file(diagnostic.primary.span.lo);
        match level_at(&diagnostic, row, options, pragmas, map) {
            WarningLevel::Ignored => continue,
            WarningLevel::Error if is_allowed => {}
            WarningLevel::Warning if is_allowed => diagnostic.severity = Severity::Warning,
            WarningLevel::Error if !is_systems => {
                diagnostic.severity = Severity::Error;
                let name = row.map_or(diagnostic.code.slug, |row| row.names[0]);
                let note = format!("a warning, `-W{name}`, that was asked to be an error");
                diagnostic = diagnostic.note(note);
            }
            WarningLevel::Error | WarningLevel::Warning | WarningLevel::Default => {}
        }
        shown.push(diagnostic);
    }
    shown
}

/// The pragmas in front of the place, on top of the command line.
fn level_at(
    diagnostic: &Diagnostic,
    row: Option<&Row>,
    options: &WarningOptions,
    pragmas: &Pragmas,
    map: &SourceMap,
) -> WarningLevel {
    let mut level = options.level(row);
    let default = level;
    let mut stack = Vec::new();
    for pragma in &pragmas.list {
        if !pragmas.stands_before(map, pragma, diagnostic.primary.span) {
            continue;
        }
        match &pragma.action {
            DiagnosticAction::Push => stack.push(level),
            DiagnosticAction::Pop => level = stack.pop().unwrap_or(default),
            DiagnosticAction::Set(name, to) => {
                if row.is_some_and(|row| row.is_called(name) || row.is_in(name)) {
                    level = match to {
                        WarningLevel::Default => default,
                        // `-Werror` and `-w` hold for what a pragma turns on.
                        WarningLevel::Warning => match options.level(None) {
                            WarningLevel::Ignored if options.is_silent => WarningLevel::Ignored,
                            WarningLevel::Error => WarningLevel::Error,
                            _ => WarningLevel::Warning,
                        },
                        level => *level,
                    };
                }
            }
        }
    }
    level
}

impl Pragmas {
    pub fn new(pragmas: Vec<DiagnosticPragma>, tokens: &[Token]) -> Pragmas {
        let places = match pragmas.is_empty() {
            true => Vec::new(),
            false => tokens.iter().map(|token| token.span.lo).collect(),
        };
        Pragmas { list: pragmas, places, sorted: OnceLock::new() }
    }

    /// Whether a pragma stands in front of a place: in front of its token, or, of what is not a token
    /// any more, in its file.
    fn stands_before(&self, map: &SourceMap, pragma: &DiagnosticPragma, place: Span) -> bool {
        let sorted = self.sorted.get_or_init(|| {
            let mut sorted: Vec<(Pos, usize)> =
                self.places.iter().enumerate().map(|(index, &pos)| (pos, index)).collect();
            sorted.sort_unstable();
            sorted
        });
        if let Ok(found) = sorted.binary_search_by_key(&place.lo, |&(pos, _)| pos) {
            return sorted.get(found).is_some_and(|&(_, index)| pragma.n_before <= index);
        }
        let position = |span: Span| map.file_offset(map.resolve(span).lo);
        match (position(pragma.span), position(place)) {
            (Some((a, pragma)), Some((b, place))) => a == b && pragma < place,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use lang::pp::WarningLevel;

    use super::{TABLE, WarningOptions};

    fn level(words: &str, name: &str) -> WarningLevel {
        let words: Vec<String> = words.split_whitespace().map(String::from).collect();
        let row = TABLE.iter().find(|row| row.is_called(name));
        WarningOptions::new(&words, false).level(row)
    }

    #[test]
    fn every_warning_has_a_row() {
        let all = lang::codes::ALL.iter().chain(sema::codes::ALL);
        for code in all.filter(|code| code.severity == lang::base::Severity::Warning) {
            assert!(TABLE.iter().any(|row| row.code == *code), "{} has no row", code.id);
        }
    }

    #[test]
    fn the_last_option_counts() {
        assert_eq!(level("no-deprecated deprecated", "deprecated"), WarningLevel::Warning);
        assert_eq!(level("deprecated no-deprecated", "1215"), WarningLevel::Ignored);
        assert_eq!(level("error no-error=unused-result", "unused-result"), WarningLevel::Warning);
        assert_eq!(level("error no-cpp", "cpp"), WarningLevel::Ignored);
        assert_eq!(level("error=cpp", "deprecated"), WarningLevel::Warning);
        assert_eq!(level("all extra sign-compare", "cpp"), WarningLevel::Warning);
    }

    #[test]
    fn groups_turn_warnings_on_and_names_count_more() {
        assert_eq!(level("", "unused-variable"), WarningLevel::Ignored);
        assert_eq!(level("error", "unused-variable"), WarningLevel::Ignored);
        assert_eq!(level("all", "unused-variable"), WarningLevel::Warning);
        assert_eq!(level("all error", "unused-variable"), WarningLevel::Error);
        assert_eq!(level("all", "unused-parameter"), WarningLevel::Ignored);
        assert_eq!(level("extra", "unused-parameter"), WarningLevel::Warning);
        assert_eq!(level("no-unused-variable all", "unused-variable"), WarningLevel::Ignored);
        assert_eq!(level("all no-unused", "177"), WarningLevel::Ignored);
        assert_eq!(level("all extra", "shadow"), WarningLevel::Ignored);
        assert_eq!(level("everything", "shadow"), WarningLevel::Warning);
        assert_eq!(level("", "return-type"), WarningLevel::Warning);
        assert_eq!(level("error=uninitialized", "549"), WarningLevel::Error);
    }
}
