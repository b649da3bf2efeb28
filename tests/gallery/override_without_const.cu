#include "cuda_tile.h"
namespace ct = cuda::tiles;

struct Activation {
    __tile__ virtual float apply(float x) const = 0;
};

struct Relu : Activation {
    __tile__ float apply(float x) override { return ct::max(x, 0.0f); }
};

__tile_global__ void relu(float* p) {
    Relu relu;
    p[0] = relu.apply(p[0]);
}

// cpp: An overriding function that is not const
// `const` behind the parameters is part of the type of a function.
