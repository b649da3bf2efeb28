//! The predefined macros: macros that compute, macros with a fixed text, and those
//! of the command line.
//!
//! Only the first kind is known to the expander. The others are the text of two pretended files,
//! `<built-in>` and `<command line>`, so that they behave, and are reported, like any macro.

use std::fmt::Write;

use crate::base::{Diagnostic, Expansion, ExpansionKind, Name, Span};
use crate::codes;
use crate::lex::{Token, TokenKind};

use super::{ArchFeatures, MacroOption, PpOptions, Preprocessor};

/// A macro whose replacement depends on where it is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    File,
    BaseFile,
    Line,
    IncludeLevel,
    Counter,
    Date,
    Time,
    Timestamp,
    HasInclude,
    HasIncludeNext,
    HasCppAttribute,
    /// Of `__attribute__((...))`.
    HasAttribute,
    /// `__has_builtin`
    HasFunction,
    /// `__has_feature` and others about what that do not exist here: 0.
    HasNothing,
    /// A specifier of CUDA: a macro of nvcc's, and a word of the language here, which stays.
    Specifier,
}

pub(super) const BUILTINS: &[(&str, Builtin)] = &[
    ("__FILE__", Builtin::File),
    ("__BASE_FILE__", Builtin::BaseFile),
    ("__LINE__", Builtin::Line),
    ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
    ("__COUNTER__", Builtin::Counter),
    ("__DATE__", Builtin::Date),
    ("__TIME__", Builtin::Time),
    ("__TIMESTAMP__", Builtin::Timestamp),
    ("__has_include", Builtin::HasInclude),
    ("__has_include_next", Builtin::HasIncludeNext),
    ("__has_cpp_attribute", Builtin::HasCppAttribute),
    ("__has_attribute", Builtin::HasAttribute),
    ("__has_builtin", Builtin::HasFunction),
    ("__has_feature", Builtin::HasNothing),
    ("__has_extension", Builtin::HasNothing),
    ("__host__", Builtin::Specifier),
    ("__device__", Builtin::Specifier),
    ("__global__", Builtin::Specifier),
    ("__tile__", Builtin::Specifier),
    ("__tile_global__", Builtin::Specifier),
    ("__shared__", Builtin::Specifier),
    ("__constant__", Builtin::Specifier),
    ("__managed__", Builtin::Specifier),
    ("__grid_constant__", Builtin::Specifier),
    ("__launch_bounds__", Builtin::Specifier),
    ("__cluster_dims__", Builtin::Specifier),
    ("__maxnreg__", Builtin::Specifier),
    ("__forceinline__", Builtin::Specifier),
];

/// The value of `__has_cpp_attribute`; [cpp.cond] table 21 and those of CUDA Tile.
const ATTRIBUTES: &[(&str, u32)] = &[
    ("carries_dependency", 200809),
    ("cutile::hint", 1),
    ("deprecated", 201309),
    ("fallthrough", 201603),
    ("likely", 201803),
    ("maybe_unused", 201603),
    ("no_unique_address", 201803),
    ("nodiscard", 201907),
    ("noreturn", 200809),
    ("unlikely", 201803),
];

/// Macros with a fixed text. Sizes and types are those of 64-bit Linux.
const PREDEFINED: &[(&str, &str)] = &[
    ("__cplusplus", "202002L"),
    ("__STDC_HOSTED__", "1"),
    ("__STDC__", "1"),
    ("__STDCPP_DEFAULT_NEW_ALIGNMENT__", "16UL"),
    ("__STDC_UTF_16__", "1"),
    ("__STDC_UTF_32__", "1"),
    ("__tilec__", "1"),
    ("__CUDACC__", "1"),
    ("__NVCC__", "1"),
    ("__NVCC_DIAG_PRAGMA_SUPPORT__", "1"),
    ("__CUDACC_DEVICE_ATOMIC_BUILTINS__", "1"),
    ("__CUDACC_TILE__", "1"),
    ("__linux__", "1"),
    ("__linux", "1"),
    ("__unix__", "1"),
    ("__gnu_linux__", "1"),
    ("__x86_64__", "1"),
    ("__x86_64", "1"),
    ("__amd64__", "1"),
    ("__LP64__", "1"),
    ("_LP64", "1"),
    ("__ELF__", "1"),
    ("_GNU_SOURCE", "1"),
    ("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__CHAR_BIT__", "8"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_LONG_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
    ("__SIZEOF_SIZE_T__", "8"),
    ("__SIZEOF_PTRDIFF_T__", "8"),
    ("__SIZEOF_WCHAR_T__", "4"),
    ("__SIZEOF_FLOAT__", "4"),
    ("__SIZEOF_DOUBLE__", "8"),
    ("__SCHAR_MAX__", "127"),
    ("__SHRT_MAX__", "32767"),
    ("__INT_MAX__", "2147483647"),
    ("__LONG_MAX__", "9223372036854775807L"),
    ("__LONG_LONG_MAX__", "9223372036854775807LL"),
    ("__INTMAX_MAX__", "9223372036854775807L"),
    ("__UINTMAX_MAX__", "18446744073709551615UL"),
    ("__SIZE_MAX__", "18446744073709551615UL"),
    ("__SIZE_TYPE__", "unsigned long"),
    ("__PTRDIFF_TYPE__", "long"),
    ("__INTPTR_TYPE__", "long"),
    ("__UINTPTR_TYPE__", "unsigned long"),
    ("__INTMAX_TYPE__", "long"),
    ("__UINTMAX_TYPE__", "unsigned long"),
    ("__INT8_TYPE__", "signed char"),
    ("__INT16_TYPE__", "short"),
    ("__INT32_TYPE__", "int"),
    ("__INT64_TYPE__", "long"),
    ("__UINT8_TYPE__", "unsigned char"),
    ("__UINT16_TYPE__", "unsigned short"),
    ("__UINT32_TYPE__", "unsigned int"),
    ("__UINT64_TYPE__", "unsigned long"),
    ("__WCHAR_TYPE__", "int"),
    ("__cpp_aggregate_bases", "201603L"),
    ("__cpp_aggregate_nsdmi", "201304L"),
    ("__cpp_aggregate_paren_init", "201902L"),
    ("__cpp_alias_templates", "200704L"),
    ("__cpp_attributes", "200809L"),
    ("__cpp_binary_literals", "201304L"),
    ("__cpp_capture_star_this", "201603L"),
    ("__cpp_char8_t", "201811L"),
    ("__cpp_concepts", "202002L"),
    ("__cpp_conditional_explicit", "201806L"),
    ("__cpp_consteval", "201811L"),
    ("__cpp_constexpr", "202002L"),
    ("__cpp_constexpr_in_decltype", "201711L"),
    ("__cpp_constinit", "201907L"),
    ("__cpp_decltype", "200707L"),
    ("__cpp_decltype_auto", "201304L"),
    ("__cpp_deduction_guides", "201907L"),
    ("__cpp_delegating_constructors", "200604L"),
    ("__cpp_designated_initializers", "201707L"),
    ("__cpp_enumerator_attributes", "201411L"),
    ("__cpp_fold_expressions", "201603L"),
    ("__cpp_generic_lambdas", "201707L"),
    ("__cpp_guaranteed_copy_elision", "201606L"),
    ("__cpp_hex_float", "201603L"),
    ("__cpp_if_constexpr", "201606L"),
    ("__cpp_impl_coroutine", "201902L"),
    ("__cpp_impl_three_way_comparison", "201907L"),
    ("__cpp_inheriting_constructors", "201511L"),
    ("__cpp_init_captures", "201803L"),
    ("__cpp_initializer_lists", "200806L"),
    ("__cpp_inline_variables", "201606L"),
    ("__cpp_lambdas", "200907L"),
    ("__cpp_namespace_attributes", "201411L"),
    ("__cpp_nested_namespace_definitions", "201411L"),
    ("__cpp_noexcept_function_type", "201510L"),
    ("__cpp_nontype_template_args", "201911L"),
    ("__cpp_nontype_template_parameter_auto", "201606L"),
    ("__cpp_nsdmi", "200809L"),
    ("__cpp_range_based_for", "201603L"),
    ("__cpp_raw_strings", "200710L"),
    ("__cpp_ref_qualifiers", "200710L"),
    ("__cpp_return_type_deduction", "201304L"),
    ("__cpp_rvalue_references", "200610L"),
    ("__cpp_static_assert", "201411L"),
    ("__cpp_structured_bindings", "201606L"),
    ("__cpp_template_template_args", "201611L"),
    ("__cpp_unicode_characters", "201411L"),
    ("__cpp_unicode_literals", "200710L"),
    ("__cpp_user_defined_literals", "200809L"),
    ("__cpp_using_enum", "201907L"),
    ("__cpp_variable_templates", "201304L"),
    ("__cpp_variadic_templates", "200704L"),
    ("__cpp_variadic_using", "201611L"),
];

/// The text of `<built-in>`.
pub(super) fn predefined_text(options: &PpOptions) -> String {
    let mut text = String::with_capacity(8 << 10);
    let mut define = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "#define {name} {value}");
    };
    for (name, value) in PREDEFINED {
        define(name, value);
    }
    // Without a host compiler what Clang says too: the GNU dialect, with nothing newer promised.
    let [major, minor, patch] = options.host_release.unwrap_or([4, 2, 1]);
    define("__GNUC__", &major.to_string());
    define("__GNUG__", &major.to_string());
    define("__GNUC_MINOR__", &minor.to_string());
    define("__GNUC_PATCHLEVEL__", &patch.to_string());
    if options.host_release.is_some() {
        define("__VERSION__", &format!("\"{major}.{minor}.{patch}\""));
        for (name, value) in super::host::PREDEFINED {
            define(name, value);
        }
    }
    for (name, value) in options.release.macros() {
        define(name, &value);
    }
    for (name, value) in target_macros(options) {
        define(&name, &value);
    }
    if options.simt_preview {
        for (name, attributes, _) in PREVIEW_SPECIFIERS {
            define(name, attributes);
        }
    }
    text
}

/// The specifiers of the preview of tile libraries: a macro, what it stands for in tile code, and in host code.
pub const PREVIEW_SPECIFIERS: &[(&str, &str, &str)] = &[
    ("__experimental_foreign_decl__", "__tile__ [[tilec::foreign_decl]]", ""),
    ("__experimental_foreign_name__(name)", "[[tilec::foreign_name(name)]]", ""),
];

/// The macros that say what is compiled for.
pub fn target_macros(options: &PpOptions) -> Vec<(String, String)> {
    let number = options.arch.number;
    let arch = (number * 10).to_string();
    let list: Vec<String> = options.arch_list.iter().map(|it| (it * 10).to_string()).collect();
    let list = if list.is_empty() { arch.clone() } else { list.join(",") };
    let mut macros =
        vec![("__CUDA_ARCH__".into(), arch.clone()), ("__CUDA_ARCH_LIST__".into(), list)];
    if options.simt_preview {
        macros.push(("__CUDACC_TILE_PREVIEW_SIMT__".into(), "1".into()));
    }
    let family = ("__CUDA_ARCH_FAMILY_SPECIFIC__".into(), arch.clone());
    match options.arch.features {
        ArchFeatures::Portable => {}
        ArchFeatures::Family => macros.push(family),
        ArchFeatures::Specific => {
            macros.push(("__CUDA_ARCH_SPECIFIC__".into(), arch));
            macros.push(family);
            macros.push((format!("__CUDA_ARCH_FEAT_SM{number}_ALL"), "1".into()));
        }
    }
    macros
}

/// The text of `<command line>`.
pub(super) fn command_line_text(options: &PpOptions) -> String {
    let mut text = String::new();
    for option in options.flag_macros.iter().chain(&options.macros) {
        let _ = match option {
            MacroOption::Define(define) => match define.split_once('=') {
                Some((name, value)) => writeln!(text, "#define {name} {value}"),
                None => writeln!(text, "#define {define} 1"),
            },
            MacroOption::Undefine(name) => writeln!(text, "#undef {name}"),
        };
    }
    for path in &options.forced_includes {
        let _ = writeln!(text, "#include \"{path}\"");
    }
    text
}

impl Preprocessor<'_> {
    /// The token that a built-in macro becomes, or `None` if `token` does not call it.
    pub(super) fn builtin(&mut self, builtin: Builtin, token: Token) -> Option<Token> {
        let (kind, text) = match builtin {
            Builtin::File => (TokenKind::StringLit, quote(&self.presumed_path())),
            Builtin::BaseFile => {
                let path = self.map.files().first().map_or("", |file| &file.path);
                (TokenKind::StringLit, quote(path))
            }
            Builtin::Line => (TokenKind::PpNumber, self.presumed_line(token).to_string()),
            Builtin::IncludeLevel => {
                let level = self.n_open_files().saturating_sub(1);
                (TokenKind::PpNumber, level.to_string())
            }
            Builtin::Counter => {
                self.counter = self.counter.wrapping_add(1);
                (TokenKind::PpNumber, self.counter.wrapping_sub(1).to_string())
            }
            Builtin::Specifier => return None,
            // Equal input gives equal output: there is no clock here.
            Builtin::Date => (TokenKind::StringLit, quote("Jan  1 1970")),
            Builtin::Time => (TokenKind::StringLit, quote("00:00:00")),
            Builtin::Timestamp => (TokenKind::StringLit, quote("Thu Jan  1 00:00:00 1970")),
            Builtin::HasInclude
            | Builtin::HasIncludeNext
            | Builtin::HasCppAttribute
            | Builtin::HasAttribute
            | Builtin::HasFunction
            | Builtin::HasNothing => {
                if !self.is_called() {
                    return None;
                }
                let value = self.builtin_call(builtin, token);
                let name = self.number_name(value);
                let span = self.builtin_span(token);
                return Some(Token { kind: TokenKind::PpNumber, name, span, ..token });
            }
        };
        let name = self.interner.intern(&text);
        let span = self.builtin_span(token);
        Some(Token { kind, name, span, ..token })
    }

    /// The place of what a built-in macro makes: an expansion spelled like the macro's name.
    fn builtin_span(&mut self, token: Token) -> Span {
        let expansion = Expansion {
            macro_name: self.interner.text(token.name).into(),
            kind: ExpansionKind::Body,
            spelled_at: token.span.lo,
            call_site: token.span,
        };
        let len = token.span.hi.0.saturating_sub(token.span.lo.0);
        match self.map.add_expansion(expansion, len as usize) {
            Some(lo) => Span::sized(lo, len),
            None => token.span,
        }
    }

    /// The value of a macro such as `__has_include`, as the name of a number.
    fn number_name(&mut self, value: u32) -> Name {
        match value {
            0 => self.words.zero,
            1 => self.words.one,
            _ => self.interner.intern(&value.to_string()),
        }
    }

    /// The span of a whole built-in call, for its reports.
    fn call_span(word: Token, arguments: &[Token]) -> Span {
        arguments.last().map_or(word.span, |last| word.span.to(last.span))
    }

    fn presumed_path(&self) -> String {
        // Where the file is read, not where the macro that says `__FILE__` was written.
        let Some(frame) = self.file_frame() else { return String::new() };
        let file = self.map.file(frame.id);
        let next = frame.lexed.tokens.get(frame.at.saturating_sub(1));
        let offset = next.and_then(|token| self.map.file_offset(token.span.lo));
        match offset {
            Some((id, offset)) if id == frame.id => file.presumed(offset).0.to_string(),
            _ => file.path.to_string(),
        }
    }

    fn presumed_line(&self, token: Token) -> u32 {
        self.map.presumed(token.span.lo).map_or(1, |(_, at)| at.line)
    }

    /// The value of a built-in macro with an argument; the `(` is next.
    fn builtin_call(&mut self, builtin: Builtin, word: Token) -> u32 {
        self.next_unexpanded();
        let mut tokens = self.take_vec();
        let is_complete = self.builtin_argument(&mut tokens);
        let value = match builtin {
            _ if !is_complete || tokens.is_empty() => None,
            Builtin::HasInclude | Builtin::HasIncludeNext => {
                let is_next = builtin == Builtin::HasIncludeNext;
                self.has_include(&tokens, is_next).map(u32::from)
            }
            Builtin::HasCppAttribute => Some(self.has_attribute(&tokens)),
            Builtin::HasAttribute => Some(self.has_attribute(&tokens).min(1)),
            Builtin::HasFunction => {
                let name = tokens.first().map_or("", |name| self.interner.text(name.name));
                (tokens.len() == 1).then(|| (self.options.has_builtin)(name).into())
            }
            Builtin::HasNothing
            | Builtin::Specifier
            | Builtin::File
            | Builtin::BaseFile
            | Builtin::Line
            | Builtin::IncludeLevel
            | Builtin::Counter
            | Builtin::Date
            | Builtin::Time
            | Builtin::Timestamp => Some(0),
        };
        if value.is_none() {
            let name = self.interner.text(word.name);
            let expected = match builtin {
                Builtin::HasInclude | Builtin::HasIncludeNext => "\"header.h\"` or `<header>",
                _ => "name",
            };
            let message = format!("malformed call of `{name}`");
            let span = Self::call_span(word, &tokens);
            self.report(
                Diagnostic::new(codes::BUILTIN_MACRO, span, message)
                    .label(format!("expected `{expected}` in parentheses")),
            );
        }
        tokens.clear();
        self.spare.push(tokens);
        value.unwrap_or(0)
    }

    /// Reads up to the `)` that closes the call. Returns whether there was one.
    fn builtin_argument(&mut self, tokens: &mut Vec<Token>) -> bool {
        let mut depth = 0usize;
        loop {
            let token = self.next_unexpanded();
            match token.kind {
                TokenKind::Eof => return false,
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 0 => return true,
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
            if self.charge(1, token.span) {
                tokens.push(token);
            }
        }
    }

    fn has_include(&mut self, tokens: &[Token], is_next: bool) -> Option<bool> {
        let is_plain =
            tokens.first().is_some_and(|t| matches!(t.kind, TokenKind::Lt | TokenKind::StringLit));
        let mut expanded = self.take_vec();
        if is_plain {
            expanded.extend_from_slice(tokens);
        } else {
            self.expand_tokens(tokens, &mut expanded);
        }
        let name = self.header_name(&expanded).filter(|(_, used)| *used == expanded.len());
        expanded.clear();
        self.spare.push(expanded);
        let (name, _) = name?;
        Some(self.has_header(&name, is_next))
    }

    fn has_attribute(&self, tokens: &[Token]) -> u32 {
        let text: String = tokens.iter().map(|token| self.interner.text(token.name)).collect();
        // `__noreturn__` is `noreturn`.
        let text = text.strip_prefix("__").and_then(|t| t.strip_suffix("__")).unwrap_or(&text);
        ATTRIBUTES.iter().find(|(name, _)| *name == text).map_or(0, |(_, value)| *value)
    }
}

/// The spelling of a string literal with this text.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
