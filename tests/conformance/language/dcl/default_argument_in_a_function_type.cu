// case: default_argument_in_a_function_type
// spec: [dcl.fct.default]/3
// reject: E0323 a pointer to a function has none
__tile__ int twice(int n) { return 2 * n; }
extern "C" __tile_global__ void test(int* out, int n) {
    int (*f)(int k = 1) = &twice;
    *out = f(n);
}
