// case: static_assertion_fails_in_instantiation
// spec: [dcl.static.assert]/6, [temp.res]
// reject: E0315 the condition is false for this argument
template <class T> __tile__ int f() { static_assert(sizeof(T) == 4, "four bytes"); return 1; }
extern "C" __tile_global__ void test(int* out) { *out = f<double>(); }
