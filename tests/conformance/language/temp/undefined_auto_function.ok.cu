// case: undefined_auto_function
// spec: [dcl.spec.auto.general]
// accept: the same, corrected
template <class T>
__tile__ auto width(T x) { return sizeof(x); }

extern "C" __tile_global__ void test(int* out) { *out = width(1); }
