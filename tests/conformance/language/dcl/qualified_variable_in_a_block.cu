// case: qualified_variable_in_a_block
// spec: [dcl.meaning.general]
// reject: E0212 the name that is declared must be an identifier
namespace ct { inline constexpr int n = 2; struct S; enum E : int; __tile__ int f(int); }
template <int> struct T {};
extern "C" __tile_global__ void test(int* out) { int ct::n = 3; *out = 1; }
