//@ check
// What is written for threads where a tile block is meant.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__global__ void of_threads(float* p) { p[0] = 1; }

__global__ void of_tiles(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>(); //~ warning[E0558]: `of_tiles` is a kernel of threads, but `iota` is a function of tile code
    ct::store(p + at, ct::load(p + at));
}

template <int N>
__tile_global__ void scale(float* p) { p[0] = N * p[0]; }

__tile_global__ void clear(float* p) { p[0] = 0; }

void host(float* p, int n, int stream) {
    const int threads = 256;
    int one = 1, changed = 128;
    changed /= 128;
    dim3 block(16, 16), grid(4, 4);
    clear<<<4, 1>>>(p);
    clear<<<n, one>>>(p);
    clear<<<n, changed>>>(p);
    clear<<<dim3(4, 4), dim3(1, 1, 1), 0, stream>>>(p);
    clear<<<grid, n>>>(p);
    of_threads<<<4, 128>>>(p);
    clear<<<4, 128>>>(p); //~ warning[E0559]: launched with 1 thread a block, not 128
    clear<<<grid, block, 0, stream>>>(p); //~ warning[E0559]: launched with 1 thread a block, not 256
    scale<2><<<(n + 255) / 256, threads>>>(p); //~ warning[E0559]: launched with 1 thread a block, not 256
    scale<4><<<1, dim3(32, 4)>>>(p); //~ warning[E0559]: launched with 1 thread a block, not 128
}

void computed(float* p, int count) {
    constexpr int length = 1 << 20;
    constexpr int blocks = (length + 1023) / 1024, none = length / (1 << 20);
    const int some = count / 4;
    clear<<<1, blocks>>>(p); //~ warning[E0559]: launched with 1 thread a block, not 1024
    clear<<<1, length / 4096>>>(p); //~ warning[E0559]: launched with 1 thread a block, not 256
    clear<<<1, 64 * (2 + 2)>>>(p); //~ warning[E0559]: launched with 1 thread a block, not 256
    clear<<<blocks, none>>>(p);
    clear<<<1, some>>>(p);
    clear<<<1, count / 4>>>(p);
    clear<<<4, 256 >> 8>>>(p);
    clear<<<1, count>>>(p);
}

__tile_global__ void scaled(int n, float factor, float* p) { p[0] = n * factor; }

void fractions(float* p) {
    scaled<<<1, 1>>>(2.5f, 4, p); //~ warning[E0556]: the launch passes 2.5f for the parameter `int n`
    scaled<<<1, 1>>>(2.0f, 2.5f, p);
}
