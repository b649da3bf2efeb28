// case: compound_assignment
// spec: [expr.ass]/7
// arg: i32 = 250
// arg: f32 = 1.5
// arg: out i32[8]
// expect: [4, 10, 121, 1, 7, 2, 0, 10]
__tile__ int& at(int* p, int& calls) {
    ++calls;
    return *p;
}

extern "C" __tile_global__ void test(int n, float f, int* out) {
    unsigned char c = static_cast<unsigned char>(n);
    c += 10;                   // computed as int, converted back
    out[0] = c;
    int i = 7;
    i *= f;                    // computed as float
    out[1] = i;
    int calls = 0, cell = 3;
    at(&cell, calls) <<= 2;
    out[2] = cell * 10 + calls;
    unsigned u = 5;
    u -= 6;
    out[3] = u == 0xFFFFFFFFu;
    (i = 5) += 2;
    out[4] = i;
    int a[4] = {1, 2, 3, 4}, *p = a;
    p += 2;
    p -= 1L;
    out[5] = *p;
    bool b = true;
    b &= 2;
    out[6] = b;
    i %= 4;
    i |= 8;
    i ^= 1;
    out[7] = i;
}
