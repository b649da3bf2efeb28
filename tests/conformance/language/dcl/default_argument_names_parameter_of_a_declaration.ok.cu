// case: default_argument_names_parameter_of_a_declaration
// spec: [dcl.fct.default]/9
// arg: out i32[2]
// expect: [6, 9]
template <class T> __tile__ constexpr int sum(T a, int b = sizeof(a));
template <class T> __tile__ constexpr int sum(T first, int b) { return 2 + b; }
__tile__ int next(int a, int b = [](int c) { return c + 1; }(7));
__tile__ int next(int, int b) { return b + 1; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = sum(1);
    out[1] = next(1);
}
