#include <concepts>
#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <std::floating_point T>
__tile_global__ void relu(T* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    ct::store(p + at, ct::max(ct::load(p + at), ct::zeros<ct::tile<T, ct::shape<128>>>()));
}

template __tile_global__ void relu<__half>(__half*);

// cpp: A concept of the standard library and `__half`
// The standard library knows the built-in types alone. The concepts of the tile library hold for `__half` and `__nv_bfloat16` too.
