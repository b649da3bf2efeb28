//! Lookup and declarations.

use crate::testing::expect;

#[test]
fn undeclared_names_are_reported_once_with_the_nearest() {
    expect(
        "__tile_global__ void k(int* out) {
             int value = 3;
             *out = valeu; //~ E0301 did you mean `value`
         }",
    );
}

#[test]
fn namespaces_aliases_and_directives() {
    expect(
        "namespace a { namespace b { inline namespace v1 { using T = int; const int n = 4; } } }
         namespace ab = a::b;
         using namespace a;
         static_assert(__is_same(ab::T, int) && __is_same(b::T, int) && ::a::b::v1::n == 4);
         static_assert(ab::m == 4); //~ E0303 no member `m`
         static_assert(__is_same(a::c::T, int)); //~ E0303 no member `c`",
    );
}

#[test]
fn later_declarations_are_not_seen() {
    expect(
        "static_assert(sizeof(T) == 4); //~ E0301 `T` is not declared
         using T = int;",
    );
}

#[test]
fn host_declarations_are_silent_until_needed() {
    expect(
        "#include <vector>
         std::vector<std::string> host(const std::map<int, int>&);
         template<class T> std::unique_ptr<T> make() { return std::unique_ptr<T>(new T); }
         struct Host { std::string name; virtual ~Host(); };
         __tile_global__ void k(int* out) { *out = 1; }",
    );
}

#[test]
fn enumerations() {
    expect(
        "enum A { a0, a1 = 5, a2 };
         enum class B : unsigned char { x = 255 };
         enum C { big = 4294967296 };
         static_assert(a2 == 6 && A::a1 == 5 && sizeof(B) == 1 && sizeof(C) == 8);
         static_assert(__is_same(__underlying_type(B), unsigned char));
         static_assert(static_cast<int>(B::x) == 255);",
    );
}

#[test]
fn a_type_is_wanted() {
    expect(
        "int n;
         using T = n; //~ E0304 a variable
         static_assert(sizeof(T) == 4);",
    );
}
