// case: default_argument_of_specialization
// spec: [temp.expl.spec]
// accept: the same, corrected
template <class T>
__tile__ int f(T x, int n = 1) { return n; }
template <>
__tile__ int f(float x, int n) { return 2 * n; }

extern "C" __tile_global__ void test(int* out) { *out = f(1.0f); }
