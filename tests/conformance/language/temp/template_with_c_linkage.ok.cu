// case: template_with_c_linkage
// spec: [temp.pre]
// accept: the same, corrected
template <class T>
__tile__ T twice(T x) { return x + x; }

extern "C" __tile_global__ void test(int* out) { *out = twice(1); }
