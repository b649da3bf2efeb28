// case: undefined_auto_function
// spec: [dcl.spec.auto.general]
// reject: E0318 no definition says what it returns
template <class T>
__tile__ auto width(T);

extern "C" __tile_global__ void test(int* out) { *out = width(1); }
