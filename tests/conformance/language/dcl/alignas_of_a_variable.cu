// case: alignas_of_a_variable
// spec: [dcl.align]/2
// reject: E0310 three is not a power of two
extern "C" __tile_global__ void test(int* out) {
    alignas(3) int x = 1;
    *out = x;
}
