// case: alignas_of_a_variable
// spec: [dcl.align]/2
// accept: zero asks for nothing
extern "C" __tile_global__ void test(int* out) {
    alignas(16) alignas(0) int x = 1;
    *out = x;
}
