// Rotary position embedding: in each head of D elements, element i and element i + D/2 are turned by
// the angle of their position. The tensor is positions x heads x D; cosines and sines of the angles
// are positions x D/2. A block takes Heads heads of one position.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int D, int Heads>
__tile_global__ void rope(const T* __restrict__ in, const float* __restrict__ cosine, const float* __restrict__ sine,
                          T* __restrict__ out, int positions, int heads) {
    using Half = ct::shape<1, Heads, D / 2>;
    using Angles = ct::shape<1, 1, D / 2>;
    ct::partition_view from{ct::tensor_span{in, ct::extents{positions, heads, D}}, Half{}};
    ct::partition_view cosines{ct::tensor_span{cosine, ct::extents{positions, 1, D / 2}}, Angles{}};
    ct::partition_view sines{ct::tensor_span{sine, ct::extents{positions, 1, D / 2}}, Angles{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{positions, heads, D}}, Half{}};

    auto [position, group, z] = ct::bid();
    auto a = ct::element_cast<float>(from.load_masked(position, group, 0));
    auto b = ct::element_cast<float>(from.load_masked(position, group, 1));
    auto c = cosines.load(position, 0, 0);
    auto s = sines.load(position, 0, 0);
    to.store_masked(ct::element_cast<T>(a * c - b * s), position, group, 0);
    to.store_masked(ct::element_cast<T>(b * c + a * s), position, group, 1);
}

template __tile_global__ void rope<__nv_bfloat16, 128, 16>(const __nv_bfloat16* __restrict__,
                                                           const float* __restrict__, const float* __restrict__,
                                                           __nv_bfloat16* __restrict__, int, int);
