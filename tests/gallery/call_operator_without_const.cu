#include "cuda_tile.h"
namespace ct = cuda::tiles;

struct Clamp {
    float low;
    template <class T> __tile__ T operator()(T x) { return ct::max(x, low); }
};

template <class F> __tile__ auto apply(const F& f, float x) { return f(x); }

__tile_global__ void clamp(float* p) { p[0] = apply(Clamp{0.5f}, p[0]); }

// cpp: A function object that is not const
// An object behind a reference to const takes const member functions alone.
