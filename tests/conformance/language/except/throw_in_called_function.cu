// case: throw_in_called_function
// spec: tile: 18 Language restrictions
// reject: E0550 a function that the kernel calls throws
__tile__ int checked(int n) {
    if (n < 0) throw n;
    return n;
}

extern "C" __tile_global__ void test(int* out, int n) { *out = checked(n); }
