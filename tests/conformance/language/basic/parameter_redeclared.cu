// case: parameter_redeclared
// spec: [basic.scope.param]/2
// reject: E0309 the outermost block of a function cannot declare a parameter again
extern "C" __tile_global__ void test(int n, int* out) {
    int n = 2;
    *out = n;
}
