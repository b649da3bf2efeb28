// case: consteval_with_runtime_argument
// spec: [expr.const]/13
// reject: E0570 a consteval function is called with constants only
consteval int square(int n) { return n * n; }
extern "C" __tile_global__ void test(int n, int* out) { *out = square(n); }
