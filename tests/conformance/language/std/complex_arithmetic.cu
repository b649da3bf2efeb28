// case: complex_arithmetic
// spec: [complex.ops]
// arg: f64[4] = [1.0, 2.0, 3.0, -4.0]
// arg: out f64[16]
// expect: [4.0, -2.0, -2.0, 6.0, 11.0, 2.0, -0.2, 0.4, 5.0, 25.0, 3.0, 4.0, 2.0, 4.0, -2.0, 1.0]
// compare: rel 1e-15
// note: (1 + 2i) and (3 - 4i); 25 is the square of the absolute value 5
#include <complex>

using namespace std::complex_literals;
constexpr std::complex<double> square(std::complex<double> z) { return z * z; }
static_assert(square({1, 2}) == std::complex<double>(-3, 4) && 2.0 * 1i == 2i && std::conj(1.0 + 2i).imag() == -2);

extern "C" __tile_global__ void test(double const* x, double* out) {
    std::complex<double> a(x[0], x[1]), b(x[2], x[3]);
    auto put = [&](int i, std::complex<double> z) {
        out[i] = z.real();
        out[i + 1] = z.imag();
    };
    put(0, a + b);
    put(2, a - b);
    put(4, a * b);
    put(6, a / b);
    out[8] = std::abs(b);
    out[9] = std::norm(b);
    put(10, std::conj(b));
    put(12, a * 2.0);
    a *= 1i;
    put(14, a);
}
