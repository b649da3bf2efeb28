// case: partial_function_template
// spec: [temp.fct.general]
// accept: the same, corrected
template <class T, class U>
__tile__ int rank(T, U) { return 1; }
template <class T>
__tile__ int rank(T, int) { return 2; }

extern "C" __tile_global__ void test(int* out) { *out = rank(1, 1); }
