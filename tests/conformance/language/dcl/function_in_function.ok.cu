// case: function_in_function
// spec: [dcl.fct.def.general]
// accept: the same, corrected

extern "C" __tile_global__ void test(int* out, int n) {
    auto twice = [](int x) { return 2 * x; };
    *out = twice(n);
}
