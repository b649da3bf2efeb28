// case: using_directive_ambiguous
// spec: [namespace.udir]/6
// accept: a qualified name says which
constexpr int v = 1;
namespace n { constexpr int v = 2; }
using namespace n;
extern "C" __tile_global__ void test(int* out) { *out = n::v + ::v - n::v; }
