// case: function_try_block
// spec: tile: 18 Language restrictions
// reject: E0550 a function try block that a kernel reaches
__tile__ int f(int n) try {
    return n;
} catch (...) {
    return 0;
}

extern "C" __tile_global__ void test(int* out, int n) { *out = f(n); }
