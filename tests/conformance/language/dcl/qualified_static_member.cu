// case: qualified_static_member
// spec: [class.mem.general]
// reject: E0212 a member is named by an identifier
namespace ct { inline constexpr int n = 2; }
struct X { static int ct::n; };
extern "C" __tile_global__ void test(int* out) { *out = sizeof(X); }
