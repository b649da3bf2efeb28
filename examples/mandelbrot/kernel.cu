// The Mandelbrot set: how many steps each point of the plane takes until it is further than 2 from 0. A
// block iterates for a tile of points until none of them is left. Products and sums are fused where it is
// written, so every device counts alike.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int Size>
__tile_global__ void mandelbrot(int* __restrict__ out, int height, int width, float left, float top, float step,
                                int limit) {
    using Block = ct::shape<Size, Size>;
    using Floats = ct::tile<float, Block>;
    auto [column, row, z] = ct::bid();
    auto offset = ct::iota<ct::tile<int, ct::shape<Size>>>();
    auto column_index = static_cast<int>(column) * Size + ct::reshape(offset, ct::shape<1, Size>{});
    auto row_index = static_cast<int>(row) * Size + ct::reshape(offset, ct::shape<Size, 1>{});
    auto re = ct::broadcast(left + step * ct::element_cast<float>(column_index), Block{});
    auto im = ct::broadcast(top + step * ct::element_cast<float>(row_index), Block{});

    auto x = ct::zeros<Floats>(), y = ct::zeros<Floats>();
    auto count = ct::zeros<ct::tile<int, Block>>();
    for (int turn = 0; turn < limit; ++turn) {
        auto inside = ct::fma(x, x, y * y) <= 4.0f;
        if (!static_cast<bool>(ct::any_of<1>(ct::any_of<0>(inside))))
            break;
        count = count + ct::element_cast<int>(inside);
        auto next = ct::fma(x, x, ct::fma(-y, y, re));
        y = ct::fma(x + x, y, im);
        x = next;
    }
    ct::partition_view to{ct::tensor_span{out, ct::extents{height, width}}, Block{}};
    to.store_masked(count, row, column);
}

template __tile_global__ void mandelbrot<32>(int* __restrict__, int, int, float, float, float, int);
