// case: using_directive_merges_overloads
// spec: [namespace.udir]/6
// arg: out i32[2]
// expect: [1, 2]
namespace n { __tile__ int f(char) { return 1; } }
__tile__ int f(int) { return 2; }
extern "C" __tile_global__ void test(int* out) {
    using namespace n;
    out[0] = f('a');
    out[1] = f(1);
}
