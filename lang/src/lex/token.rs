//! The token table: every punctuator and keyword once, and the token type that the parser reads.
//!
//! A [`Token`] is 16 bytes and `Copy`; its spelling is an interned [`Name`]. Keywords are ordinary
//! names whose [`TokenKind`] a [`KeywordTable`] gives by index, so that recognising one costs no
//! comparison of text. Follows [lex.pptoken], [lex.key], [lex.operators].
//!
//! The parser must know:
//! * `>>` is one token; [`Token::split`] gives its two halves when it closes two template lists.
//! * `<<<` arrives as `<<` `<` and `>>>` as `>>` `>`: a launch is recognised by their spans
//!   touching ([`Token::touches`]), so that the library's templates stay free of it.
//! * `final`, `override`, `import`, `module` are identifiers with a meaning in context, and so are
//!   the GNU words `__attribute__`, `__asm__`, `__extension__` and `__declspec`.
//! * Adjacent string literals stay separate tokens; `literal::string` concatenates their values.
//! * `#pragma unroll 4` arrives as `PragmaStart` `unroll` `4` `PragmaEnd`; no other pragma does.

use std::sync::LazyLock;

use crate::base::{Interner, Name, Span};

macro_rules! token_table {
    (
        special { $($(#[$special_doc:meta])* $special:ident $special_text:literal,)* }
        punctuators { $($punct:ident $punct_text:literal,)* }
        keywords { $($keyword:ident $keyword_text:literal,)* }
        alternatives { $($alt_text:literal => $alt:ident,)* }
    ) => {
        /// What a token is. The order groups the kinds: special, punctuators, keywords.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum TokenKind {
            $($(#[$special_doc])* $special,)*
            $(#[doc = concat!("`", $punct_text, "`")] $punct,)*
            $(#[doc = concat!("`", $keyword_text, "`")] $keyword,)*
        }

        impl TokenKind {
            /// Every kind, by its number.
            pub const ALL: &[TokenKind] = &[
                $(TokenKind::$special,)*
                $(TokenKind::$punct,)*
                $(TokenKind::$keyword,)*
            ];

            /// The spelling of a punctuator or keyword, or what a special kind is called.
            pub fn text(self) -> &'static str {
                match self {
                    $(TokenKind::$special => $special_text,)*
                    $(TokenKind::$punct => $punct_text,)*
                    $(TokenKind::$keyword => $keyword_text,)*
                }
            }
        }

        /// All punctuators with their primary spelling.
        pub const PUNCTUATORS: &[(&str, TokenKind)] = &[$(($punct_text, TokenKind::$punct),)*];

        /// All keywords with their primary spelling.
        pub const KEYWORDS: &[(&str, TokenKind)] = &[$(($keyword_text, TokenKind::$keyword),)*];

        /// Further spellings of keywords and punctuators: the alternative tokens of [lex.digraph]
        /// and the double-underscore forms of GNU C.
        pub const ALTERNATIVES: &[(&str, TokenKind)] = &[$(($alt_text, TokenKind::$alt),)*];
    };
}

token_table! {
    special {
        /// The end of the translation unit; always the last token.
        Eof "end of file",
        /// A character that starts no token.
        Unknown "unknown character",
        Ident "identifier",
        /// A preprocessing number before its kind is known; never leaves the preprocessor.
        PpNumber "number",
        IntLit "integer literal",
        FloatLit "floating-point literal",
        CharLit "character literal",
        StringLit "string literal",
        UserDefinedInt "user-defined integer literal",
        UserDefinedFloat "user-defined floating-point literal",
        UserDefinedChar "user-defined character literal",
        UserDefinedString "user-defined string literal",
        /// The start of a pragma that the parser sees; its words follow.
        PragmaStart "#pragma",
        /// The end of the line of a `PragmaStart`.
        PragmaEnd "end of #pragma",
    }
    punctuators {
        LBrace "{", RBrace "}", LBracket "[", RBracket "]", LParen "(", RParen ")",
        Semi ";", Colon ":", ColonColon "::", Question "?", Comma ",",
        Dot ".", DotStar ".*", Ellipsis "...", Arrow "->", ArrowStar "->*",
        Plus "+", Minus "-", Star "*", Slash "/", Percent "%",
        Caret "^", Amp "&", Pipe "|", Tilde "~", Bang "!",
        Eq "=", PlusEq "+=", MinusEq "-=", StarEq "*=", SlashEq "/=", PercentEq "%=",
        CaretEq "^=", AmpEq "&=", PipeEq "|=", ShlEq "<<=", ShrEq ">>=",
        EqEq "==", NotEq "!=", Lt "<", Gt ">", LtEq "<=", GtEq ">=", Spaceship "<=>",
        AmpAmp "&&", PipePipe "||", Shl "<<", Shr ">>", PlusPlus "++", MinusMinus "--",
        Hash "#", HashHash "##",
    }
    keywords {
        KwAlignas "alignas", KwAlignof "alignof", KwAsm "asm", KwAuto "auto", KwBool "bool",
        KwBreak "break", KwCase "case", KwCatch "catch", KwChar "char", KwChar8 "char8_t",
        KwChar16 "char16_t", KwChar32 "char32_t", KwClass "class", KwConcept "concept",
        KwConst "const", KwConsteval "consteval", KwConstexpr "constexpr",
        KwConstinit "constinit", KwConstCast "const_cast", KwContinue "continue",
        KwCoAwait "co_await", KwCoReturn "co_return", KwCoYield "co_yield",
        KwDecltype "decltype", KwDefault "default", KwDelete "delete", KwDo "do",
        KwDouble "double", KwDynamicCast "dynamic_cast", KwElse "else", KwEnum "enum",
        KwExplicit "explicit", KwExport "export", KwExtern "extern", KwFalse "false",
        KwFloat "float", KwFor "for", KwFriend "friend", KwGoto "goto", KwIf "if",
        KwInline "inline", KwInt "int", KwLong "long", KwMutable "mutable",
        KwNamespace "namespace", KwNew "new", KwNoexcept "noexcept", KwNullptr "nullptr",
        KwOperator "operator", KwPrivate "private", KwProtected "protected",
        KwPublic "public", KwRegister "register", KwReinterpretCast "reinterpret_cast",
        KwRequires "requires", KwReturn "return", KwShort "short", KwSigned "signed",
        KwSizeof "sizeof", KwStatic "static", KwStaticAssert "static_assert",
        KwStaticCast "static_cast", KwStruct "struct", KwSwitch "switch",
        KwTemplate "template", KwThis "this", KwThreadLocal "thread_local", KwThrow "throw",
        KwTrue "true", KwTry "try", KwTypedef "typedef", KwTypeid "typeid",
        KwTypename "typename", KwUnion "union", KwUnsigned "unsigned", KwUsing "using",
        KwVirtual "virtual", KwVoid "void", KwVolatile "volatile", KwWcharT "wchar_t",
        KwWhile "while",
        // Extensions that every host compiler of CUDA has.
        KwInt128 "__int128", KwRestrict "__restrict__",
        // CUDA and CUDA Tile.
        KwGlobal "__global__", KwDevice "__device__", KwHost "__host__", KwTile "__tile__",
        KwTileGlobal "__tile_global__", KwShared "__shared__", KwConstant "__constant__",
        KwManaged "__managed__", KwGridConstant "__grid_constant__",
        KwLaunchBounds "__launch_bounds__", KwClusterDims "__cluster_dims__",
        KwMaxnreg "__maxnreg__", KwForceinline "__forceinline__", KwNoinline "__noinline__",
    }
    alternatives {
        "and" => AmpAmp, "and_eq" => AmpEq, "bitand" => Amp, "bitor" => Pipe, "compl" => Tilde,
        "not" => Bang, "not_eq" => NotEq, "or" => PipePipe, "or_eq" => PipeEq, "xor" => Caret,
        "xor_eq" => CaretEq,
        "<:" => LBracket, ":>" => RBracket, "<%" => LBrace, "%>" => RBrace,
        "%:" => Hash, "%:%:" => HashHash,
        "__inline" => KwInline, "__inline__" => KwInline, "__restrict" => KwRestrict,
        "__const" => KwConst, "__const__" => KwConst, "__volatile" => KwVolatile,
        "__volatile__" => KwVolatile, "__signed" => KwSigned, "__signed__" => KwSigned,
        "__alignof" => KwAlignof, "__alignof__" => KwAlignof, "__decltype" => KwDecltype,
    }
}

impl TokenKind {
    pub fn is_punctuator(self) -> bool {
        self >= TokenKind::LBrace && self <= TokenKind::HashHash
    }

    pub fn is_keyword(self) -> bool {
        self >= TokenKind::KwAlignas
    }

    /// Whether the token was spelled as a name: what [cpp.replace] may call a macro.
    pub fn is_word(self) -> bool {
        self == TokenKind::Ident || self.is_keyword()
    }

    pub fn is_literal(self) -> bool {
        self >= TokenKind::PpNumber && self <= TokenKind::UserDefinedString
    }
}

/// How a token stood in its source.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TokenFlags(u8);

impl TokenFlags {
    pub const NONE: TokenFlags = TokenFlags(0);
    /// First token of its line, after the expansion of macros.
    pub const START_OF_LINE: TokenFlags = TokenFlags(1);
    /// White space or a comment stood before it.
    pub const LEADING_SPACE: TokenFlags = TokenFlags(2);
    /// Named a macro that was being expanded: never a macro again ([cpp.rescan] paragraph 2).
    pub const NO_EXPAND: TokenFlags = TokenFlags(4);
    /// Malformed and repaired, or just behind such a token: what the parser misses here has been
    /// reported already.
    pub const REPAIRED: TokenFlags = TokenFlags(8);

    /// As a number, for storage.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// What [`bits`](Self::bits) gave.
    pub fn from_bits(bits: u8) -> TokenFlags {
        TokenFlags(bits)
    }

    pub fn contains(self, flags: TokenFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    pub fn with(self, flags: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 | flags.0)
    }

    pub fn without(self, flags: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 & !flags.0)
    }
}

/// One token. `name` is its spelling (line splices removed), for every kind but `Eof`,
/// `PragmaStart` and `PragmaEnd`, where it means nothing; `kind` alone decides what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub span: Span,
    pub name: Name,
    pub kind: TokenKind,
    pub flags: TokenFlags,
}

impl Token {
    pub fn starts_line(self) -> bool {
        self.flags.contains(TokenFlags::START_OF_LINE)
    }

    pub fn has_leading_space(self) -> bool {
        self.flags.contains(TokenFlags::LEADING_SPACE)
    }

    /// Whether nothing stands between this token and `next`, as between the parts of `<<<`.
    pub fn touches(self, next: Token) -> bool {
        !next.has_leading_space() && !next.starts_line()
    }

    /// The halves of a token that starts with `>` and closes a template list: `>>` is `>` `>`.
    /// Both keep the name of the whole.
    pub fn split(self) -> Option<(Token, Token)> {
        let rest = match self.kind {
            TokenKind::Shr => TokenKind::Gt,
            TokenKind::ShrEq => TokenKind::GtEq,
            TokenKind::GtEq => TokenKind::Eq,
            _ => return None,
        };
        let middle = self.span.lo.offset(1);
        let first = Token { kind: TokenKind::Gt, span: Span::new(self.span.lo, middle), ..self };
        let flags = TokenFlags::NONE;
        Some((first, Token { kind: rest, span: Span::new(middle, self.span.hi), flags, ..self }))
    }
}

/// The kind of every keyword and punctuator by its interned name.
///
/// Made once for an interner; [`new_interner`] puts the words first, which keeps the table small.
#[derive(Clone)]
pub struct KeywordTable {
    kinds: Vec<TokenKind>,
    /// By character: the names of the punctuators of one character, which are half of all tokens.
    punctuators: [Option<Name>; 128],
}

impl KeywordTable {
    pub fn new(interner: &mut Interner) -> KeywordTable {
        let (words, table) = &*WORDS;
        let is_known = |name| interner.text(name) == words.text(name);
        match interner.len() >= words.len() && words.names().all(is_known) {
            true => table.clone(),
            false => KeywordTable::enter(interner),
        }
    }

    /// Enters the words in an interner.
    fn enter(interner: &mut Interner) -> KeywordTable {
        let mut kinds = Vec::new();
        let mut punctuators = [None; 128];
        for &(text, kind) in PUNCTUATORS.iter().chain(KEYWORDS).chain(ALTERNATIVES) {
            let name = interner.intern_static(text);
            if kind.is_punctuator()
                && let &[byte] = text.as_bytes()
                && let Some(place) = punctuators.get_mut(usize::from(byte))
            {
                *place = Some(name);
            }
            let index = name.index();
            if kinds.len() <= index {
                kinds.resize(index + 1, TokenKind::Ident);
            }
            kinds[index] = kind;
        }
        KeywordTable { kinds, punctuators }
    }

    /// The name of a punctuator, if `text` is one of one character.
    pub fn punctuator(&self, text: &str) -> Option<Name> {
        let &[byte] = text.as_bytes() else { return None };
        *self.punctuators.get(usize::from(byte))?
    }

    /// The kind of a word: a keyword, an operator (`and`), or `Ident`.
    pub fn kind(&self, name: Name) -> TokenKind {
        self.kinds.get(name.index()).copied().unwrap_or(TokenKind::Ident)
    }
}

/// An interner whose first names are the punctuators and keywords.
pub fn new_interner() -> Interner {
    WORDS.0.clone()
}

/// The words alone, with their table.
static WORDS: LazyLock<(Interner, KeywordTable)> = LazyLock::new(|| {
    let mut interner = Interner::new();
    let table = KeywordTable::enter(&mut interner);
    interner.share();
    (interner, table)
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Pos;

    #[test]
    fn token_is_sixteen_bytes() {
        assert_eq!(size_of::<Token>(), 16);
    }

    #[test]
    fn keywords_are_found_by_name() {
        let mut interner = new_interner();
        interner.intern("user_name");
        let table = KeywordTable::new(&mut interner);
        let mut kind = |text: &str| table.kind(interner.intern(text));
        assert_eq!(kind("while"), TokenKind::KwWhile);
        assert_eq!(kind("__tile_global__"), TokenKind::KwTileGlobal);
        assert_eq!(kind("and"), TokenKind::AmpAmp);
        assert_eq!(kind("user_name"), TokenKind::Ident);
        assert_eq!(kind("__attribute__"), TokenKind::Ident);
    }

    #[test]
    fn shift_right_splits() {
        let mut interner = new_interner();
        let name = interner.intern(">>");
        let span = Span::sized(Pos(10), 2);
        let token = Token { kind: TokenKind::Shr, span, name, flags: TokenFlags::LEADING_SPACE };
        let (first, second) = token.split().unwrap();
        assert_eq!((first.kind, second.kind), (TokenKind::Gt, TokenKind::Gt));
        assert_eq!(first.span, Span::sized(Pos(10), 1));
        assert_eq!(second.span, Span::sized(Pos(11), 1));
        assert!(first.touches(second));
    }
}
