// case: default_argument_of_specialization
// spec: [temp.expl.spec]
// reject: E0413 the default arguments of the template hold
template <class T>
__tile__ int f(T x, int n = 1) { return n; }
template <>
__tile__ int f(float x, int n = 2) { return 2 * n; }

extern "C" __tile_global__ void test(int* out) { *out = f(1.0f); }
