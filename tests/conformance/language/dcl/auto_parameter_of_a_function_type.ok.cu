// case: auto_parameter_of_a_function_type
// spec: [dcl.spec.auto.general]/2
// arg: out i32[2]
// expect: [6, 9]
__tile__ int twice(int x) { return 2 * x; }
__tile__ int apply(auto (*f)(int) -> int, auto x) { return f(x); }
extern "C" __tile_global__ void test(int* out) {
    out[0] = static_cast<int (*)(int)>(&twice)(3);
    out[1] = apply(&twice, 4) + [](auto... x) { return (x + ...); }(1, 0);
}
