// case: using_directive_of_no_namespace
// spec: [namespace.udir]
// accept: the same, corrected
namespace somewhere { constexpr int one = 1; }
using namespace somewhere;
extern "C" __tile_global__ void test(int* out) { *out = one; }
