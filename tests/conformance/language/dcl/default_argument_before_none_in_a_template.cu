// case: default_argument_before_none_in_a_template
// spec: [dcl.fct.default]/4
// reject: E0309 a later declaration of a template adds no default arguments
template <class T> __tile__ T f(T a, T b = 2, T c) { return a + b + c; }
extern "C" __tile_global__ void test(int* out) { *out = f(1, 2, 3); }
