// case: qualified_variable_of_a_loop
// spec: [dcl.meaning.general]
// reject: E0212 the name that is declared must be an identifier
namespace ct { inline constexpr int n = 2; struct S; enum E : int; __tile__ int f(int); }
template <int> struct T {};
extern "C" __tile_global__ void test(int* out) { *out = 1; for (int ct::n = 3; ct::n < 3;) {} }
