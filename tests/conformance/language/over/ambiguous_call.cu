// case: ambiguous_call
// spec: [over.match.best]/2
// reject: E0501 neither function is better for both arguments
__tile__ int mix(int a, double b) { return a; }
__tile__ int mix(double a, int b) { return b; }

extern "C" __tile_global__ void test(int* out) { *out = mix(1, 2); }
