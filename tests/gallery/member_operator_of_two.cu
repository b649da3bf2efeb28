#include "cuda_tile.h"
namespace ct = cuda::tiles;

struct Complex {
    float re, im;
    __tile__ Complex operator*(const Complex& a, const Complex& b) {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
};

__tile_global__ void square(float* p) {
    Complex z{p[0], p[1]};
    p[0] = (z * z).re;
}

// cpp: A member operator with both operands
// The left operand of a member operator is the object.
