//@ by: CUTLASS port
//@ base: gemm/f16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: f16[%{m*k}] = random(1)
//@ arg b: f16[%{k*n}] = random(2)
//@ arg c: out f16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A collective main loop and an epilogue as classes; the tile shape is a template parameter.
namespace collective {
template <int M, int N, int K>
struct TileShape {
    static constexpr int kM = M, kN = N, kK = K;
};
template <class Element, class Accumulator, class Shape>
struct Mainloop {
    struct Params {
        const Element* ptr_A;
        const Element* ptr_B;
        int m, n, k;
    };
    using Accum = ct::tile<Accumulator, ct::shape<Shape::kM, Shape::kN>>;
    __tile__ static Accum run(const Params& p, int m_coord, int n_coord) {
        ct::partition_view gA{ct::tensor_span{p.ptr_A, ct::extents{p.m, p.k}}, ct::shape<Shape::kM, Shape::kK>{}};
        ct::partition_view gB{ct::tensor_span{p.ptr_B, ct::extents{p.n, p.k}}, ct::shape<Shape::kN, Shape::kK>{}};
        Accum accum = ct::zeros<Accum>();
        int k_tile_count = ct::ceildiv(p.k, Shape::kK);
        for (int k_tile = 0; k_tile_count > 0; ++k_tile, --k_tile_count)
            accum = ct::mma(gA.load_masked(m_coord, k_tile), ct::transpose(gB.load_masked(n_coord, k_tile)), accum);
        return accum;
    }
};
template <class ElementD, class Shape>
struct Epilogue {
    template <class Accum>
    __tile__ static void run(ElementD* d, int m, int n, Accum accum, int m_coord, int n_coord) {
        ct::partition_view gD{ct::tensor_span{d, ct::extents{m, n}}, ct::shape<Shape::kM, Shape::kN>{}};
        gD.store_masked(ct::element_cast<ElementD>(accum), m_coord, n_coord);
    }
};
}  // namespace collective

template <class Element, class Shape>
__tile_global__ void gemm_universal(const Element* __restrict__ ptr_A, const Element* __restrict__ ptr_B,
                                    Element* __restrict__ ptr_D, int m, int n, int k) {
    using Main = collective::Mainloop<Element, float, Shape>;
    typename Main::Params params{ptr_A, ptr_B, m, n, k};
    int m_coord = ct::bid().x, n_coord = ct::bid().y;
    collective::Epilogue<Element, Shape>::run(ptr_D, m, n, Main::run(params, m_coord, n_coord), m_coord, n_coord);
}
template __tile_global__ void gemm_universal<__half, collective::TileShape<128, 128, 64>>(const __half* __restrict__,
                                                                                       const __half* __restrict__,
                                                                                       __half* __restrict__, int, int,
                                                                                       int);
