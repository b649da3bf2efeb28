// case: ambiguous_default_arguments
// spec: [over.match.best]/4
// reject: E0501 default arguments do not decide
__tile__ int f(int n) { return n; }
__tile__ int f(int n, int m = 2) { return n + m; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
