// case: consteval_with_runtime_argument
// spec: [expr.const]/13
// accept: the argument is a constant
consteval int square(int n) { return n * n; }

extern "C" __tile_global__ void test(int n, int* out) { *out = square(4) + n; }
