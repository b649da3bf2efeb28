// case: constexpr_tiles
// spec: 2.9.1
// arg: out f32[12]
// expect: [2, 4, 6, 8, 11, 12, 21, 22, 0.5, 1.5, 2.5, 3.5]
#include "cuda_tile.h"
namespace ct = cuda::tiles;

using row = ct::tile<int, ct::shape<4>>;
constexpr row counted{{1, 2, 3, 4}};
constexpr ct::tile table{{{11, 12}, {21, 22}}};

struct Steps {
    static constexpr row twice{{1, 2, 3, 4}};
};

template <int N> __tile__ auto halves() {
    static constexpr float values[4] = {0.5f, 1.5f, 2.5f, N};
    constexpr ct::tile<float, ct::shape<4>> result{values};
    return result;
}

extern "C" __tile_global__ void test(float* out) {
    constexpr row step = {{0, 4, 8, 12}};
    auto lane = ct::iota<row>();
    ct::store(out + lane, ct::element_cast<float>(counted + Steps::twice));
    ct::store(out + 4 + lane, ct::element_cast<float>(ct::reshape(table, ct::shape<4>{})));
    ct::store(out + 8 + lane, ct::select(lane == 3, ct::full<ct::tile<float, ct::shape<4>>>(3.5f), halves<3>()));
    static_assert(sizeof(step) == 16);
}
