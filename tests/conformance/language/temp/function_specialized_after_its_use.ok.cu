// case: function_specialized_after_its_use
// spec: [temp.expl.spec]/7
// accept: the same, corrected
template <class T> __tile__ int rank(T) { return 1; }
template <> __tile__ int rank<int>(int);
__tile__ int before() { return rank(0); }
template <> __tile__ int rank<int>(int) { return 2; }
extern "C" __tile_global__ void test(int* out) { *out = before(); }
