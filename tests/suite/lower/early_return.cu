//@ run: cpu emulator gpu
//@ arg n: i32[6] = [-5, 0, 3, 12, 100, 1000]
//@ arg out: out i32[6]
//@ expect out = -1 0 1 2 3 3
// A return in straight-line code, in one arm, in both arms; what follows does not run.
__tile__ int magnitude(int n) {
    if (n < 0) return -1;
    if (n == 0)
        return 0;
    else if (n < 10) {
        return 1;
    }
    int digits = 2;
    if (n >= 100) {
        digits = 3;
        return digits;
    }
    return digits;
}

__tile__ void store(int* p, int value) {
    if (value == 99) return;
    *p = value;
}

__tile_global__ void kernel(int const* n, int* out) {
    for (int i = 0; i < 6; ++i) store(out + i, magnitude(n[i]));
    store(out, 99);
}
