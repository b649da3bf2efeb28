#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class T>
struct Complex {
    T re, im;
    __tile__ Complex operator*(const Complex& o) { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
};
template <class T>
__tile__ Complex<T> twiddled(const Complex<T>& x, const Complex<T>& w) {
    return x * w;
}
__tile_global__ void turn(float* p) {
    auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
    Complex x{ct::load(p + lane), ct::load(p + lane)};
    ct::store(p + lane, twiddled(x, x).re);
}
