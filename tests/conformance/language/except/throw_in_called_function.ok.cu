// case: throw_in_called_function
// spec: tile: 18 Language restrictions
// accept: the same, corrected
__tile__ int checked(int n) {
    if (n < 0) return 0;
    return n;
}

extern "C" __tile_global__ void test(int* out, int n) { *out = checked(n); }
