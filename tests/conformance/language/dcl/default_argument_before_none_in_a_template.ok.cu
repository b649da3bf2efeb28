// case: default_argument_before_none_in_a_template
// spec: [dcl.fct.default]/4
// accept: all later parameters have one, or are a pack
template <class T> __tile__ T f(T a, T b = 2, T c = 3) { return a + b + c; }
template <class T, class... U> __tile__ T g(T a = 1, U... more) { return a + sizeof...(more); }
extern "C" __tile_global__ void test(int* out) { *out = f(1) + g<int>(2, 3, 4); }
