// case: complex_functions
// spec: [complex.transcendentals]
// arg: f64[2] = [0.5, -1.25]
// arg: out f64[20]
// expect: [0.5198786860084937, -1.5646111274988195, 0.2973535538733464, -1.1902899496825317, 0.21942105845112725, 1.139361927085425, -0.08214484246373573, 1.2476857188133554, -2.21875, 1.0156249999999993, 0.16431300276137265, -1.0700996973668526, 1.6572478640539148, 0.7680009178735728, 0.1261085664842344, -0.9067248043194311, 1.7551651237807455, 0.958851077208406, -1.1902899496825317, 0.9154524790008596]
// compare: rel 4e-15 abs 1e-15
#include <complex>

extern "C" __tile_global__ void test(double const* x, double* out) {
    std::complex<double> z(x[0], x[1]), w(x[1], x[0]);
    auto put = [&](int i, std::complex<double> v) {
        out[2 * i] = v.real();
        out[2 * i + 1] = v.imag();
    };
    put(0, std::exp(z));
    put(1, std::log(z));
    put(2, std::sqrt(w));
    put(3, std::pow(z, w));
    put(4, std::pow(z, 3.0));
    put(5, std::sinh(z));
    put(6, std::cos(z));
    put(7, std::tan(z));
    put(8, std::polar(2.0, x[0]));
    out[18] = std::arg(z);
    out[19] = std::abs(std::tanh(w));
}
