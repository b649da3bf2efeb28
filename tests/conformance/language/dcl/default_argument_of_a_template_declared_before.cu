// case: default_argument_of_a_template_declared_before
// spec: [dcl.fct.default]/4
// reject: E0309 cannot be given default arguments
template <class T> constexpr int sum(T a, int b);
template <class T> constexpr int sum(T a, int b = 2) { return a + b; }
extern "C" __tile_global__ void test(int* out) { *out = sum(1, 2); }
