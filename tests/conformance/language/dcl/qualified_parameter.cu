// case: qualified_parameter
// spec: [dcl.meaning.general]
// reject: E0212 a parameter is named by an identifier
namespace ct { inline constexpr int n = 2; }
extern "C" __tile_global__ void test(int* out, int ct::n) { *out = 1; }
