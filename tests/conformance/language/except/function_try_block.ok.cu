// case: function_try_block
// spec: tile: 18 Language restrictions
// accept: the same, corrected
__tile__ int f(int n) {
    return n;
}

extern "C" __tile_global__ void test(int* out, int n) { *out = f(n); }
