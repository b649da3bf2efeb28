// case: fold_operators
// spec: [expr.prim.fold]
// arg: i32 = 3
// arg: out i32[22]
// expect: [10, -8, -2, 24, 2, 0, 15, 5, 1, 1, 1, 0, 0, 16, 48, 4, 2, 1, 1, 0, 7, 9]
template <typename... T>
__tile__ void all(int* out, int n, T... v) {
    out[0] = (v + ...);
    out[1] = (... - v);
    out[2] = (v - ...);
    out[3] = (v * ... * 1);
    out[4] = (96 / ... / v) / 2;
    out[5] = (7 % ... % v);
    out[6] = (v | ... | 8);
    out[7] = (0 ^ ... ^ v) + 1;
    out[8] = (true && ... && (v < 5));
    out[9] = (... && (v > 0));
    out[10] = (... || (v == n));
    out[11] = (... || (v == n + 2));
    out[12] = (v & ...);
    out[13] = (n + ... + v) + n;
    out[14] = ((n << 1) << ... << static_cast<int>(v > 1));
    out[15] = (v, ...);
    out[16] = (64 >> ... >> static_cast<int>(v > 0)) / 2;
    out[17] = (... < v);
    out[18] = (1 <= ... <= v);
    out[19] = (v == ... == 0);
    int x = n, y = 0;
    (x += ... += v);
    out[20] = x + n + 1 - n - 10 + n + 6 - 6;
    ((y = v, y += 5), ...);
    out[21] = y;
}

extern "C" __tile_global__ void test(int n, int* out) { all(out, n, 1, 2, 3, 4); }
