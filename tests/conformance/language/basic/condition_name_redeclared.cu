// case: condition_name_redeclared
// spec: [basic.scope.block]/3
// reject: E0309 the outermost block of a controlled statement cannot declare the name of its condition again
extern "C" __tile_global__ void test(int n, int* out) {
    if (int m = n) {
        int m = 2;
        *out = m;
    }
}
