// case: qualified_class_in_a_block
// spec: [class.pre]
// reject: E0212 the name that is declared must be an identifier
namespace ct { inline constexpr int n = 2; struct S; enum E : int; __tile__ int f(int); }
template <int> struct T {};
extern "C" __tile_global__ void test(int* out) { struct ct::S {}; *out = 1; }
