// Kernels whose time is that of their bytes: element by element, row by row, from one order to
// another. Each as a user writes it; sizes are template or run-time arguments.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using bf16 = __nv_bfloat16;

template <int Tile>
__tile_global__ void add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n}}, ct::shape<Tile>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n}}, ct::shape<Tile>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{n}}, ct::shape<Tile>{}};
    auto i = ct::bid().x;
    vo.store_masked(va.load_masked(i) + vb.load_masked(i), i);
}

template <int Tile>
__tile_global__ void silu_and_mul(const bf16* __restrict__ gate, const bf16* __restrict__ up, bf16* __restrict__ out, int n) {
    ct::partition_view vg{ct::tensor_span{gate, ct::extents{n}}, ct::shape<Tile>{}};
    ct::partition_view vu{ct::tensor_span{up, ct::extents{n}}, ct::shape<Tile>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{n}}, ct::shape<Tile>{}};
    auto i = ct::bid().x;
    auto g = ct::element_cast<float>(vg.load_masked(i));
    auto u = ct::element_cast<float>(vu.load_masked(i));
    vo.store_masked(ct::element_cast<bf16>(g / (1.0f + ct::exp(-g)) * u), i);
}

template <int Cols>
__tile_global__ void rms_norm(const bf16* __restrict__ in, const bf16* __restrict__ weight, bf16* __restrict__ out, int rows,
                              int cols) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<1, Cols>{}};
    ct::partition_view vw{ct::tensor_span{weight, ct::extents{1, cols}}, ct::shape<1, Cols>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<1, Cols>{}};
    auto row = ct::bid().x;
    auto x = ct::element_cast<float>(vi.load_masked(row, 0));
    auto w = ct::element_cast<float>(vw.load_masked(0, 0));
    auto scale = ct::rsqrt(ct::sum<1>(x * x) / static_cast<float>(cols) + 1e-6f);
    vo.store_masked(ct::element_cast<bf16>(x * scale * w), row, 0);
}

template <int Cols>
__tile_global__ void layer_norm(const bf16* __restrict__ in, const bf16* __restrict__ weight, const bf16* __restrict__ bias,
                                bf16* __restrict__ out, int rows, int cols) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<1, Cols>{}};
    ct::partition_view vw{ct::tensor_span{weight, ct::extents{1, cols}}, ct::shape<1, Cols>{}};
    ct::partition_view vb{ct::tensor_span{bias, ct::extents{1, cols}}, ct::shape<1, Cols>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<1, Cols>{}};
    auto row = ct::bid().x;
    auto x = ct::element_cast<float>(vi.load_masked(row, 0));
    auto w = ct::element_cast<float>(vw.load_masked(0, 0));
    auto b = ct::element_cast<float>(vb.load_masked(0, 0));
    auto mean = ct::sum<1>(x) / static_cast<float>(cols);
    auto centred = x - mean;
    auto scale = ct::rsqrt(ct::sum<1>(centred * centred) / static_cast<float>(cols) + 1e-5f);
    vo.store_masked(ct::element_cast<bf16>(centred * scale * w + b), row, 0);
}

template <int Cols, int Rows>
__tile_global__ void softmax(const bf16* __restrict__ in, bf16* __restrict__ out, int rows, int cols) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<Rows, Cols>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<Rows, Cols>{}};
    auto row = ct::bid().x;
    auto x = ct::element_cast<float>(vi.load_masked(row, 0));
    auto e = ct::exp(x - ct::reduce_max<1>(x));
    vo.store_masked(ct::element_cast<bf16>(e / ct::sum<1>(e)), row, 0);
}

// The two halves of each head of D elements turned by the angles of their position.
template <int D, int Heads>
__tile_global__ void rope(const bf16* __restrict__ in, const float* __restrict__ cosine, const float* __restrict__ sine,
                          bf16* __restrict__ out, int positions, int heads) {
    using Half = ct::shape<1, Heads, D / 2>;
    ct::partition_view vi{ct::tensor_span{in, ct::extents{positions, heads, D}}, Half{}};
    ct::partition_view vc{ct::tensor_span{cosine, ct::extents{positions, 1, D / 2}}, ct::shape<1, 1, D / 2>{}};
    ct::partition_view vs{ct::tensor_span{sine, ct::extents{positions, 1, D / 2}}, ct::shape<1, 1, D / 2>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{positions, heads, D}}, Half{}};
    auto [position, group, z] = ct::bid();
    auto a = ct::element_cast<float>(vi.load_masked(position, group, 0));
    auto b = ct::element_cast<float>(vi.load_masked(position, group, 1));
    auto c = vc.load_masked(position, 0, 0);
    auto s = vs.load_masked(position, 0, 0);
    vo.store_masked(ct::element_cast<bf16>(a * c - b * s), position, group, 0);
    vo.store_masked(ct::element_cast<bf16>(b * c + a * s), position, group, 1);
}

template <class T, int Size>
__tile_global__ void transpose(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<Size, Size>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{cols, rows}}, ct::shape<Size, Size>{}};
    auto [x, y, z] = ct::bid();
    vo.store_masked(ct::transpose(vi.load_masked(y, x)), x, y);
}

template <int Cols>
__tile_global__ void row_sum(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<1, Cols>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{rows, 1}}, ct::shape<1, 1>{}};
    auto row = ct::bid().x;
    vo.store_masked(ct::sum<1>(vi.load_masked(row, 0)), row, 0);
}

template <int Cols>
__tile_global__ void row_scan(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<1, Cols>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<1, Cols>{}};
    auto row = ct::bid().x;
    vo.store_masked(ct::partial_sum<1>(vi.load_masked(row, 0)), row, 0);
}

template <int Tile>
__tile_global__ void narrow(const float* __restrict__ in, bf16* __restrict__ out, int n) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{n}}, ct::shape<Tile>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{n}}, ct::shape<Tile>{}};
    auto i = ct::bid().x;
    vo.store_masked(ct::element_cast<bf16>(vi.load_masked(i)), i);
}

#define ROW(...) template __tile_global__ void __VA_ARGS__;
ROW(add<1024>(const float* __restrict__, const float* __restrict__, float* __restrict__, int))
ROW(add<4096>(const float* __restrict__, const float* __restrict__, float* __restrict__, int))
ROW(silu_and_mul<4096>(const bf16* __restrict__, const bf16* __restrict__, bf16* __restrict__, int))
ROW(rms_norm<4096>(const bf16* __restrict__, const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(layer_norm<4096>(const bf16* __restrict__, const bf16* __restrict__, const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(softmax<512, 1>(const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(softmax<512, 4>(const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(softmax<2048, 1>(const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(softmax<8192, 1>(const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(softmax<32768, 1>(const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(rope<128, 32>(const bf16* __restrict__, const float* __restrict__, const float* __restrict__, bf16* __restrict__, int, int))
ROW(transpose<float, 64>(const float* __restrict__, float* __restrict__, int, int))
ROW(transpose<bf16, 64>(const bf16* __restrict__, bf16* __restrict__, int, int))
ROW(row_sum<4096>(const float* __restrict__, float* __restrict__, int, int))
ROW(row_scan<4096>(const float* __restrict__, float* __restrict__, int, int))
ROW(narrow<4096>(const float* __restrict__, bf16* __restrict__, int))
