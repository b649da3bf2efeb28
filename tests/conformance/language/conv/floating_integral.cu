// case: floating_integral
// spec: [conv.fpint], [conv.double], [conv.bool]
// arg: f64 = -3.75
// arg: i64 = 16777217
// arg: out i64[6]
// expect: [-3, 16777216, 10, 1, -55, 4294967295]
extern "C" __tile_global__ void test(double d, long n, long* out) {
    out[0] = static_cast<long>(d);
    float f = static_cast<float>(n);   // rounds to even
    out[1] = static_cast<long>(f);
    bool t = d, z = d - d;
    out[2] = t * 10 + z;
    unsigned char c = n;               // modulo 256
    out[3] = c;
    signed char s = 200 + static_cast<int>(n & 1);
    out[4] = s;
    unsigned u = -1;
    out[5] = u;
}
