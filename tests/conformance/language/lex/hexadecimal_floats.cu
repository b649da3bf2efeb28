// case: hexadecimal_floats
// spec: [lex.fcon]
// arg: f64 = 1.0
// arg: out f64[6]
// expect: [0.5, 12.0, 0.5, 10.0, 1.0, 1.0000001192092896]
// note: the exponent is binary and decimal digits name it; 0x1.000001 is halfway between two floats and goes to the even one.
template <class A, class B>
constexpr bool same = false;
template <class A>
constexpr bool same<A, A> = true;
static_assert(same<decltype(0x1p0f), float> && same<decltype(0x1p0), double>);

extern "C" __tile_global__ void test(double one, double* out) {
    out[0] = 0x1p-1 * one;
    out[1] = 0x1.8P+3 * one;
    out[2] = 0x.8p0f * one;
    out[3] = 0XAp0 * one;
    out[4] = 0x1.000001p0f * one;
    out[5] = 0x1.0'00003p0f * one - 0x1p-23;
}
