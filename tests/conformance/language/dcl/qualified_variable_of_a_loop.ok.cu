// case: qualified_variable_of_a_loop
// spec: [dcl.meaning.general]
// accept: the same, corrected
namespace ct { inline constexpr int n = 2; struct S; enum E : int; __tile__ int f(int); }
template <int> struct T {};
extern "C" __tile_global__ void test(int* out) { *out = 1; for (int n = 3; n < 3;) {} }
