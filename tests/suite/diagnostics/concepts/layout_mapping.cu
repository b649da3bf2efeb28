#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

struct Rows {
    template <class E>
    struct mapping {
        using extents_type = E;
        using rank_type = typename E::rank_type;
        using index_type = typename E::index_type;
        using layout_type = Rows;
        static constexpr bool is_always_strided() { return true; }
        static constexpr unsigned long static_stride(rank_type i) { return i == 0 ? 4 : 1; }
        constexpr E extents() const { return {}; }
    };
};

__tile_global__ void kernel(float* p) {
    ct::tensor_span<float, ct::shape<4, 4>, Rows> span{p, ct::shape{4_ic, 4_ic}};
}
