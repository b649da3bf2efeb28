// case: qualified_parameter
// spec: [dcl.meaning.general]
// accept: the same, corrected
namespace ct { inline constexpr int n = 2; }
extern "C" __tile_global__ void test(int* out, int n) { *out = n; }
