// case: qualified_enumeration_in_a_block
// spec: [dcl.enum]
// reject: E0212 the name that is declared must be an identifier
namespace ct { inline constexpr int n = 2; struct S; enum E : int; __tile__ int f(int); }
template <int> struct T {};
extern "C" __tile_global__ void test(int* out) { enum ct::E : int { a }; *out = 1; }
