// case: unnamed_namespace
// spec: [namespace.unnamed]
// arg: out i32[2]
// expect: [1, 2]
namespace { constexpr int v = 1; __tile__ int f() { return v; } }
namespace n { namespace { __tile__ int f() { return 2; } } }
extern "C" __tile_global__ void test(int* out) { out[0] = f(); out[1] = n::f(); }
