// case: constant_deep_recursion
// spec: [implimits]/2.38
// arg: out i32[1]
// expect: [500]
constexpr int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

extern "C" __tile_global__ void test(int* out) {
    constexpr int d = depth(500);
    *out = d;
}
