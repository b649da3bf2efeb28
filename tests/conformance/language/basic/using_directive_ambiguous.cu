// case: using_directive_ambiguous
// spec: [namespace.udir]/6
// reject: E0302 the global variable and that of the namespace are in the same scope for lookup
constexpr int v = 1;
namespace n { constexpr int v = 2; }
using namespace n;
extern "C" __tile_global__ void test(int* out) { *out = v; }
