// case: function_in_function
// spec: [dcl.fct.def.general]
// reject: E0212 a function is defined at namespace or class scope

extern "C" __tile_global__ void test(int* out, int n) {
    int twice(int x) { return 2 * x; }
    *out = n;
}
