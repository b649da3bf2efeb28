// case: default_argument_in_a_function_type
// spec: [dcl.fct.default]/3
// accept: the same, corrected
__tile__ int twice(int n) { return 2 * n; }
extern "C" __tile_global__ void test(int* out, int n) {
    int (*f)(int k) = &twice;
    *out = f(n);
}
