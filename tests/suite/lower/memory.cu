//@ run: cpu emulator gpu
//@ arg p: inout i32[6] = [1, 2, 3, 4, 5, 6]
//@ arg out: out i32[4]
//@ expect p = 6 1 9 4 5 6
//@ expect out = 1 6 9 21
// Accesses of global memory happen in the order of the program, also through aliases, in branches
// and in loops.
__tile_global__ void kernel(int* p, int* out) {
    int old = p[0];
    p[0] = p[5];
    p[1] = old;
    out[0] = p[1];
    int* q = p + 2;
    *q = 7;
    if (p[2] == 7) p[2] = 8;
    while (*q < 9) ++*q;
    out[1] = p[0];
    out[2] = p[2];
    int s = 0;
    for (int i = 0; i < 3; ++i) {
        s += p[i];
        p[i] += 100;
        s += p[i] - 100 - p[i] + 100;
        p[i] -= 100;
    }
    out[3] = s + p[3] + 1;
}
