// case: foreign_mapping_lies
// spec: 3.1 Undefined Behavior Annex
// ub: rule 26: the static stride of a user-defined mapping is not its stride
// arg: f32[32] = iota
// arg: out f32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

struct Lying {
    template <class E> struct mapping {
        using extents_type = E;
        using rank_type = typename E::rank_type;
        using index_type = typename E::index_type;
        using layout_type = Lying;
        E shape;
        __tile__ static constexpr bool is_always_strided() { return true; }
        __tile__ static constexpr decltype(sizeof(0)) static_stride(rank_type) { return 1; }
        __tile__ constexpr index_type stride(rank_type) const { return 2; }
        __tile__ constexpr E const& extents() const { return shape; }
    };
};

extern "C" __tile_global__ void test(float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    using E = ct::extents<unsigned, 16>;
    ct::tensor_span<float, E, Lying> span{in, Lying::mapping<E>{}};
    ct::partition_view v{span, ct::shape{4_ic}};
    ct::store(out + at, v.load(0));
}
