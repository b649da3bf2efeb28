// case: floating_literals
// spec: [lex.fcon]
// arg: f64 = 1.0
// arg: out f64[7]
// expect: [0.5, 1000.0, 1.0, 12.5, 0.10000000149011612, 0.1, 10.25]
// note: a float literal is rounded once, to 24 bits.
extern "C" __tile_global__ void test(double one, double* out) {
    out[0] = .5 * one;
    out[1] = 1e3 * one;
    out[2] = 1. * one;
    out[3] = 1.25E+1 * one;
    out[4] = 0.1f * one;
    out[5] = 0.1 * one;
    out[6] = 1'0.2'5e0'0 * one;
}
