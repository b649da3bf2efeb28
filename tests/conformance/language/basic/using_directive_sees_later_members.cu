// case: using_directive_sees_later_members
// spec: [namespace.udir]/4
// arg: out i32[1]
// expect: [4]
namespace n {}
using namespace n;
namespace n { __tile__ int later() { return 4; } }
extern "C" __tile_global__ void test(int* out) { out[0] = later(); }
