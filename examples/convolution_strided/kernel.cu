// A 3x3 convolution that takes every Step-th row and column, without a gather: for each of the nine places of the
// filter, the tiles of BP pixels are those of a view of the image whose tiles overlap. Images are height x width x C,
// width a multiple of Step; filters 3 x 3 x C x K. There are outputs where the filter is inside of the image:
// ((height - 3) / Step + 1) x ((width - 3) / Step + 1) x K. A block computes BP pixels of one row of them.

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int C, int K, int Step, int BP>
__tile_global__ void convolution_strided(const T* __restrict__ in, const T* __restrict__ filter, float* __restrict__ out,
                                         int images, int height, int width) {
    in = ct::assume_aligned(in, 16_ic);
    filter = ct::assume_aligned(filter, 16_ic);
    out = ct::assume_aligned(out, 16_ic);
    int block = static_cast<int>(ct::bid().x), y = static_cast<int>(ct::bid().y), image = static_cast<int>(ct::bid().z);
    int out_height = (height - 3) / Step + 1, out_width = (width - 3) / Step + 1;
    // Step pixels side by side are one, with Step * C channels; tiles begin at each pixel and at each C-th channel.
    ct::tensor_span pixels{in, ct::extents{images, height, width / Step, ct::integral_constant<Step * C>{}}};
    ct::strided_view from{pixels, ct::shape<1, 1, BP, C>{}, ct::strides{1_ic, 1_ic, 1_ic, ct::integral_constant<C>{}}};
    ct::partition_view weights{ct::tensor_span{filter, ct::extents{9_ic, ct::integral_constant<C>{}, ct::integral_constant<K>{}}},
                               ct::shape<1, C, K>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{images, out_height, out_width, ct::integral_constant<K>{}}},
                          ct::shape<1, 1, BP, K>{}};

    auto acc = ct::zeros<ct::tile<float, ct::shape<BP, K>>>();
    for (int tap = 0; tap < 9; ++tap) {
        int row = tap / 3, column = tap % 3;
        auto values = from.load_masked(image, y * Step + row, block * BP + column / Step, column % Step);
        auto weight = ct::reshape(weights.load(tap, 0, 0), ct::shape<C, K>{});
        acc = ct::mma(ct::reshape(values, ct::shape<BP, C>{}), weight, acc);
    }
    to.store_masked(ct::reshape(acc, ct::shape<1, 1, BP, K>{}), image, y, block, 0);
}

template __tile_global__ void convolution_strided<__half, 32, 64, 1, 64>(const __half* __restrict__, const __half* __restrict__,
                                                                         float* __restrict__, int, int, int);
template __tile_global__ void convolution_strided<__half, 32, 64, 2, 64>(const __half* __restrict__, const __half* __restrict__,
                                                                         float* __restrict__, int, int, int);
