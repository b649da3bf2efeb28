// case: ambiguous_call
// spec: [over.match.best]/2
// accept: the first is better
__tile__ int mix(int a, double b) { return a; }
__tile__ int mix(double a, int b) { return b; }

extern "C" __tile_global__ void test(int* out) { *out = mix(1, 2.0); }
