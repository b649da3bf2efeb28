// case: default_argument_of_a_template_declared_before
// spec: [dcl.fct.default]/4
// arg: out i32[1]
// expect: [3]
template <class T> constexpr int sum(T a, int b = 2);
template <class T> constexpr int sum(T a, int b) { return a + b; }
extern "C" __tile_global__ void test(int* out) { *out = sum(1); }
