// case: qualified_static_member
// spec: [class.mem.general]
// accept: the same, corrected
namespace ct { inline constexpr int n = 2; }
struct X { static int n; };
extern "C" __tile_global__ void test(int* out) { *out = sizeof(X); }
