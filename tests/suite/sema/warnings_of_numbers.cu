//@ check
// Constants that decide an operation of tiles.
#include <cmath>
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

using row = ct::tile<int, ct::shape<64>>;
using reals = ct::tile<float, ct::shape<64>>;

__tile_global__ void quotients(int* p, int n) {
    auto x = ct::load(p + ct::iota<row>());
    x = x / 0; //~ warning[E0537]: division by zero
    x = x % 0; //~ warning[E0537]: division by zero
    x = ct::floordiv(x, 0); //~ warning[E0537]: division by zero
    p[0] = ct::ceildiv(n, 0); //~ warning[E0537]: division by zero
    x = x / 2 + ct::ceildiv(n, 4);
    ct::store(p + ct::iota<row>(), x);
}

__tile_global__ void assumed(int* p, int n) {
    p[0] = ct::assume_divisible(100, 16_ic); //~ warning[E0577]: the assumption is false: 100 is not a multiple of 16
    p[1] = ct::assume_bounded_below(-4, 0_ic); //~ warning[E0577]: the assumption is false: -4 is less than 0
    p[2] = ct::assume_divisible(112, 16_ic) + ct::assume_divisible(n, 16_ic);
}

__tile_global__ void compared(float* p, bool* q) {
    auto x = ct::load(p + ct::iota<row>());
    ct::store(q + ct::iota<row>(), x == NAN); //~ warning[E0574]: this is always false: nothing compares equal to NaN
    q[0] = p[0] != NAN; //~ warning[E0574]: this is always true: nothing compares equal to NaN
    q[1] = p[0] == p[1] || p[0] == INFINITY;
    ct::store(q + ct::iota<row>(), ct::isnan(x) | (x < 4.0f));
}

// The constant is that of a call, or what asks for NaN.
__tile__ bool differs(float x) { return x != x; }
__tile__ int saturated(float x) {
    if (x >= 2147483648.0f) return 2147483647;
    return static_cast<int>(x);
}

__tile_global__ void asked(int* p, bool* q) {
    q[0] = differs(NAN) || std::isnan(NAN);
    ct::store(q + ct::iota<row>(), ct::isnan(ct::full<reals>(NAN)));
    p[0] = saturated(INFINITY);
}

__tile__ unsigned char truncated(float x) { return static_cast<unsigned char>(x); }
__tile__ int whole(float x) { return static_cast<int>(x); }

__tile_global__ void converted(int* p, unsigned char* q) {
    auto lowest = ct::full<row>(-INFINITY); //~ warning[E0556]: no signed integer of 32 bits is minus infinity
    ct::store(p + ct::iota<row>(), lowest);
    ct::store(p + ct::iota<row>(), ct::element_cast<int>(ct::full<reals>(3e9f))); //~ warning[E0556]: no signed integer of 32 bits is 3e9
    q[0] = truncated(300.5f);
    p[0] = whole(-2147483648.0f) + whole(3e9f) + static_cast<int>(2.5f) + static_cast<int>(-0.5f);
}
