// case: constant_floats
// spec: [expr.const], [conv.double]
// arg: out f64[4]
// expect: [1.4142135623730949, 0.30000001192092896, 16777216, -20]
constexpr double root(double x) {
    double guess = x;
    for (int i = 0; i < 50; ++i) guess = (guess + x / guess) / 2;
    return guess;
}
constexpr float tenth = 0.1f;

extern "C" __tile_global__ void test(double* out) {
    constexpr double r = root(2);
    out[0] = r;
    constexpr double t = tenth + 0.2f;
    out[1] = t;
    constexpr float big = 16777216.0f + 1;
    out[2] = big;
    constexpr int n = static_cast<int>(-2.9) * 10;
    out[3] = n;
}
