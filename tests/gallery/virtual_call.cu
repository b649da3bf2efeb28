#include "cuda_tile.h"
namespace ct = cuda::tiles;

struct Base { __tile__ virtual float f() const = 0; };
struct One : Base { __tile__ float f() const override { return 1; } };

__tile_global__ void k(float* p) {
    One one;
    Base* b = &one;
    p[0] = b->f();
}

// cpp: A virtual call through a pointer
// The compiler must know which function is called.
