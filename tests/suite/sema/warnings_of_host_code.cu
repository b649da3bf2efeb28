//@ check
// Kernels and tile functions that host code uses as if they were its own.
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void fill(float* p, float value) { p[0] = value; }

template <int N>
__tile_global__ void scale(float* p, int n = 1) { p[0] = N * n; }

template <class... T>
__tile_global__ void of_packs(float* p, T... values) { p[0] = (0.0f + ... + values); }

__tile__ int blocks_of(int n) { return (n + 127) / 128; }
__host__ __tile__ int of_both(int n) { return n; }
__tile__ constexpr int constant(int n) { return n; }

namespace inner {
__tile__ int blocks(int n) { return n; }
__tile_global__ void clear(float* p) { p[0] = blocks(1); }
} // namespace inner

// Names that something of the host has too.
__tile__ int twice(int n) { return 2 * n; }
struct Host {
    int twice(int n) const { return 2 * n; }
    void run(float* p) const {
        fill<<<1, 1>>>(p); //~ warning[E0565]: the launch of `fill` passes 1 argument, but the kernel has 2 parameters
        fill(p, 2.0f); //~ warning[E0563]: host code calls the kernel `fill` as a function
        twice(4);
    }
};
__tile__ int shadowed(int n) { return n; }
void of_thread_code(float* scaled);

struct Vector {
    float* data() const { return nullptr; }
};

constexpr int in_constants(int n) { return blocks_of(n); }

int host(float* p, int n, Vector v) {
    fill(p, 1.0f); //~ warning[E0563]: host code calls the kernel `fill` as a function; a kernel is launched; help: `fill<<<blocks, 1>>>(p, 1.0f)`, where `blocks` is the number of tile blocks
    scale<2>(p, n); //~ warning[E0563]: host code calls the kernel `scale` as a function
    inner::clear(p); //~ warning[E0563]: host code calls the kernel `clear` as a function
    fill<<<1, 1>>>(p, 1.0f);
    fill<<<dim3(n, 2), 1>>>(v.data(), 1.0f);
    fill<<<(n + 1) / 2, 1>>>(p); //~ warning[E0565]: the launch of `fill` passes 1 argument, but the kernel has 2 parameters
    fill<<<1, 1>>>(p, 1.0f, n); //~ warning[E0565]: the launch of `fill` passes 3 arguments, but the kernel has 2 parameters
    inner::clear<<<1, 1>>>(); //~ warning[E0565]: the launch of `clear` passes no arguments, but the kernel has 1 parameter
    scale<2><<<1, 1>>>(p);
    scale<2><<<1, 1>>>(p, n);
    scale<4><<<1, 1>>>(p, n, 2); //~ warning[E0565]: the launch of `scale` passes 3 arguments, but the kernel has 2 parameters
    fill<<<n>>>(p, 1.0f); //~ warning[E0565]: the launch of `fill` has 1 number between `<<<` and `>>>`
    of_packs<<<1, 1>>>(p, 1, 2.0f, 3);
    auto shadowed = [](int k) { return k; };
    auto kernel = &fill;
    kernel<<<1, 1>>>(p, 1.0f);
    int total = blocks_of(n); //~ warning[E0564]: host code calls `blocks_of`, which is a `__tile__` function
    total += inner::blocks(n); //~ warning[E0564]: host code calls `blocks`
    return total + of_both(n) + constant(n) + shadowed(n) + Host().twice(n);
}
