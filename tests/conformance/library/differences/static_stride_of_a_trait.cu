// case: static_stride_of_a_trait
// spec: 2.10.12 layout_mapping_static_stride
// arg: i32[8] = iota
// arg: out i32[8]
// expect: [0, 4, 1, 5, 2, 6, 3, 7]
#include <cstddef>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Rows are the columns of memory; the strides are known to the trait alone.
struct Turned {
    template <class E>
    struct mapping {
        using extents_type = E;
        using rank_type = typename E::rank_type;
        using index_type = typename E::index_type;
        using layout_type = Turned;
        E lengths;
        __tile__ static constexpr bool is_always_strided() { return true; }
        __tile__ constexpr index_type stride(rank_type i) const { return i == 0 ? 1 : 4; }
        __tile__ constexpr E const& extents() const { return lengths; }
    };
};
template <class E>
struct cuda::tiles::layout_mapping_static_stride<Turned::mapping<E>> {
    __tile__ constexpr std::size_t operator()(typename E::rank_type i) noexcept { return i == 0 ? 1 : 4; }
};

extern "C" __tile_global__ void test(int const* x, int* out) {
    using E = ct::extents<unsigned, 4, 2>;
    ct::tensor_span<int const, E, Turned> span{x, Turned::mapping<E>{E{}}};
    auto all = ct::partition_view{span, ct::shape<4, 2>{}}.load(0, 0);
    ct::store(out + ct::iota<ct::tile<int, ct::shape<4, 2>>>(), all);
}
