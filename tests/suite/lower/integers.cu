//@ run: cpu emulator gpu
//@ arg n: i32 = -7
//@ arg out: out i32[14]
//@ arg wide: out i64[4]
//@ expect out = -3 -1 -4 255 -56 0 2147483647 1 44 -128 1 -2 240 5
//@ expect wide = 4294967289 -7 -49 4611686018427387904
// Promotion, truncation towards zero, wrapping of unsigned types, conversions modulo 2^n.
__tile_global__ void kernel(int n, int* out, long* wide) {
    out[0] = n / 2;
    out[1] = n % 2;
    out[2] = n >> 1;
    unsigned char byte = 0;
    --byte;
    out[3] = byte;
    signed char c = static_cast<signed char>(200 + (n + 7));
    out[4] = c;
    unsigned u = static_cast<unsigned>(n) + 7u;
    out[5] = static_cast<int>(u);
    out[6] = static_cast<int>(static_cast<unsigned>(n) / 2 + 3);
    out[7] = static_cast<unsigned>(n) > 7u;
    unsigned char sum = static_cast<unsigned char>(150);
    sum += 150;
    out[8] = sum;
    short s = 127;
    s++;
    out[9] = static_cast<signed char>(s);
    out[10] = static_cast<bool>(n);
    out[11] = ~static_cast<unsigned char>(n + 8);
    out[12] = static_cast<unsigned char>(~15 + (n + 7));
    out[13] = (n & 15) ^ 12;
    wide[0] = static_cast<unsigned>(n);
    wide[1] = n;
    wide[2] = static_cast<long>(n) * 7;
    wide[3] = 1L << (n + 69);
}
