// case: qualified_variable_of_a_range
// spec: [dcl.meaning.general]
// accept: the same, corrected
namespace ct { inline constexpr int n = 2; struct S; enum E : int; __tile__ int f(int); }
template <int> struct T {};
extern "C" __tile_global__ void test(int* out) { int a[3] = {}; *out = 1; for (int x : a) { *out += x; } }
