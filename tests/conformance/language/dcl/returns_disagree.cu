// case: returns_disagree
// spec: [dcl.spec.auto]/8
// reject: E0520 two returns deduce different types
__tile__ auto f(int n) { if (n) return 1; return 2.0f; }
extern "C" __tile_global__ void test(int n, int* out) { *out = int(f(n)); }
