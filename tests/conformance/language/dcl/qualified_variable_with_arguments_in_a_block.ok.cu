// case: qualified_variable_with_arguments_in_a_block
// spec: [dcl.meaning.general]
// accept: the same, corrected
namespace ct { inline constexpr int n = 2; struct S; enum E : int; __tile__ int f(int); }
template <int> struct T {};
extern "C" __tile_global__ void test(int* out) { int n(3); *out = n; }
