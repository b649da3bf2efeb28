// case: using_directive_of_no_namespace
// spec: [namespace.udir]
// reject: E0301 even without a lookup
using namespace nowhere;
extern "C" __tile_global__ void test(int* out) { *out = 1; }
