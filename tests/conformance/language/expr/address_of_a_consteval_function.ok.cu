// case: address_of_a_consteval_function
// spec: [expr.const]/13
// accept: the same, corrected
consteval int twice(int n) { return 2 * n; }
consteval int apply(int (*f)(int), int n) { return f(n); }
extern "C" __tile_global__ void test(int* out) { *out = apply(&twice, 3); }
