// case: used_before_deduced
// spec: [dcl.spec.auto]/10
// reject: E0318 the return type is not known yet
__tile__ auto f(int n) { return n ? f(n - 1) : 0; }
extern "C" __tile_global__ void test(int n, int* out) { *out = f(n); }
