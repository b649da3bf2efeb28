// A 3x3 convolution with zeros around the image, as nine products: for each of the nine places of the
// filter, BP pixels x C channels times C x K weights. Images are height x width x C, filters
// 3 x 3 x C x K, the output height x width x K; a block computes BP pixels of one image.

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int C, int K, int BP>
__tile_global__ void convolution(const T* __restrict__ in, const T* __restrict__ filter, float* __restrict__ out,
                                 int height, int width) {
    in = ct::assume_aligned(in, 16_ic);
    int pixels = height * width;
    int block = static_cast<int>(ct::bid().x), image = static_cast<int>(ct::bid().y);
    in += static_cast<long long>(image) * pixels * C;
    out += static_cast<long long>(image) * pixels * K;
    ct::partition_view weights{ct::tensor_span{filter, ct::extents{9, C, K}}, ct::shape<1, C, K>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{pixels, K}}, ct::shape<BP, K>{}};

    auto pixel = block * BP + ct::reshape(ct::iota<ct::tile<int, ct::shape<BP>>>(), ct::shape<BP, 1>{});
    auto channel = ct::reshape(ct::iota<ct::tile<int, ct::shape<C>>>(), ct::shape<1, C>{});
    auto y = pixel / width, x = pixel % width;
    auto acc = ct::zeros<ct::tile<float, ct::shape<BP, K>>>();
    for (int tap = 0; tap < 9; ++tap) {
        auto from_y = y + (tap / 3 - 1), from_x = x + (tap % 3 - 1);
        auto inside = from_y >= 0 && from_y < height && from_x >= 0 && from_x < width;
        auto values = ct::load_masked(in + ((from_y * width + from_x) * C + channel),
                                      ct::broadcast(inside, ct::shape<BP, C>{}));
        acc = ct::mma(values, ct::reshape(weights.load(tap, 0, 0), ct::shape<C, K>{}), acc);
    }
    to.store_masked(acc, block, 0);
}

template __tile_global__ void convolution<__half, 32, 64, 64>(const __half* __restrict__, const __half* __restrict__,
                                                              float* __restrict__, int, int);
