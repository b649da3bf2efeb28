//! Identifiers that mean something to the parser: words with a meaning in context, GNU words, and
//! the compiler intrinsics that take types as arguments.

use rustc_hash::FxHashMap;

use crate::base::{Interner, Name};

macro_rules! words {
    ($($field:ident $text:literal;)*) => {
        /// The words as interned names, and what kind of intrinsic a name is.
        #[derive(Clone)]
        pub(super) struct Words {
            $(pub $field: Name,)*
            intrinsics: FxHashMap<Name, Intrinsic>,
        }

        impl Words {
            pub fn new(interner: &mut Interner) -> Words {
                let mut intrinsics = FxHashMap::default();
                for (names, kind) in INTRINSICS {
                    for text in names.split_ascii_whitespace() {
                        intrinsics.insert(interner.intern(text), *kind);
                    }
                }
                Words { $($field: interner.intern($text),)* intrinsics }
            }
        }
    };
}

words! {
    final_word "final";
    override_word "override";
    attribute "__attribute__";
    attribute_short "__attribute";
    declspec "__declspec";
    extension "__extension__";
    asm "__asm__";
    asm_short "__asm";
    typeof_word "__typeof__";
    typeof_short "__typeof";
    typeof_gnu "typeof";
    auto_type "__auto_type";
    aligned "aligned";
    aligned_long "__aligned__";
    align "align";
    complex "_Complex";
    complex_gnu "__complex__";
    module "module";
    import "import";
    float128 "__float128";
    foreign_decl "__experimental_foreign_decl__";
    foreign_name "__experimental_foreign_name__";
    func "__func__";
    function "__FUNCTION__";
    pretty_function "__PRETTY_FUNCTION__";
    cutile "cutile";
    tilec "tilec";
    because "because";
    help "help";
    warn "warn";
    hint "hint";
    unroll "unroll";
    nounroll "nounroll";
    va_arg "__builtin_va_arg";
}

impl Words {
    pub fn intrinsic(&self, name: Name) -> Option<Intrinsic> {
        self.intrinsics.get(&name).copied()
    }
}

/// How the arguments of an intrinsic are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Intrinsic {
    /// An expression; arguments are types or expressions.
    Expression,
    /// An expression: a type, then a member designator.
    Offsetof,
    /// A type; arguments are types.
    Type,
    /// A template that the compiler knows: declared as if by a header.
    Template,
    /// A type without arguments.
    OpaqueType,
}

/// The closed set of intrinsics whose syntax is special. All others are functions to the parser.
const INTRINSICS: &[(&str, Intrinsic)] = &[
    (
        "__is_abstract __is_aggregate __is_arithmetic __is_array __is_assignable __is_base_of
         __is_bounded_array __is_class __is_compound __is_const __is_constructible __is_convertible
         __is_convertible_to __is_copy_constructible __is_copy_assignable __is_destructible
         __is_empty __is_enum __is_final __is_floating_point __is_function __is_fundamental
         __is_integral __is_interface_class __is_invocable __is_layout_compatible __is_literal
         __is_literal_type __is_lvalue_expr __is_lvalue_reference __is_member_function_pointer
         __is_member_object_pointer __is_member_pointer __is_move_constructible
         __is_move_assignable __is_nothrow_assignable __is_nothrow_constructible
         __is_nothrow_convertible __is_nothrow_destructible __is_nullptr __is_object __is_pod
         __is_pointer __is_pointer_interconvertible_base_of __is_polymorphic __is_reference
         __is_referenceable __is_rvalue_expr __is_rvalue_reference __is_same __is_same_as
         __is_scalar __is_scoped_enum __is_signed __is_standard_layout __is_swappable
         __is_nothrow_swappable __is_trivial __is_trivially_assignable
         __is_trivially_constructible __is_trivially_copyable __is_trivially_destructible
         __is_trivially_relocatable __is_unbounded_array __is_union __is_unsigned __is_void
         __is_volatile __is_complete_type __is_default_constructible
         __has_nothrow_assign __has_nothrow_constructor __has_nothrow_copy __has_trivial_assign
         __has_trivial_constructor __has_trivial_copy __has_trivial_destructor
         __has_unique_object_representations __has_virtual_destructor
         __array_rank __array_extent __reference_binds_to_temporary
         __reference_constructs_from_temporary __reference_converts_from_temporary
         __builtin_bit_cast __builtin_types_compatible_p __builtin_is_pointer_interconvertible
         __is_tile __is_tile_scalar __is_specialization_of __tilec_address __tilec_members",
        Intrinsic::Expression,
    ),
    ("__builtin_offsetof offsetof", Intrinsic::Offsetof),
    (
        "__underlying_type __remove_cv __remove_const __remove_volatile __remove_reference
         __remove_reference_t __remove_cvref __remove_pointer __remove_extent
         __remove_all_extents __remove_restrict __decay __add_const __add_volatile __add_cv
         __add_pointer __add_lvalue_reference __add_rvalue_reference __make_signed
         __make_unsigned __bases __direct_bases",
        Intrinsic::Type,
    ),
    ("__tile_t __type_pack_element __make_integer_seq", Intrinsic::Template),
    ("__builtin_va_list __tile_token_t", Intrinsic::OpaqueType),
];

/// The names that the global namespace has before the first token, with their kind.
pub(super) fn predeclared() -> impl Iterator<Item = (&'static str, Intrinsic)> {
    INTRINSICS
        .iter()
        .filter(|(_, kind)| matches!(kind, Intrinsic::Template | Intrinsic::OpaqueType))
        .flat_map(|(names, kind)| names.split_ascii_whitespace().map(|name| (name, *kind)))
}
