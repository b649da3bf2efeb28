// case: function_specialized_after_its_use
// spec: [temp.expl.spec]/7
// reject: E0413 the call would instantiate the template
template <class T> __tile__ int rank(T) { return 1; }
__tile__ int before() { return rank(0); }
template <> __tile__ int rank<int>(int) { return 2; }
extern "C" __tile_global__ void test(int* out) { *out = before(); }
