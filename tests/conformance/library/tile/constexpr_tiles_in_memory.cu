// case: constexpr_tiles_in_memory
// spec: 2.9.1
// arg: i32 = 1
// arg: out i32[16]
// expect: [5, 6, 7, 8, 21, 22, 23, 24, 11, 12, 13, 14, 31, 32, 33, 34]
#include "cuda_tile.h"
namespace ct = cuda::tiles;

using row = ct::tile<int, ct::shape<4>>;
constexpr row rows[2] = {row{{1, 2, 3, 4}}, row{{5, 6, 7, 8}}};

struct Pair {
    int before;
    row numbers;
};
constexpr Pair pairs[2] = {{1, {{11, 12, 13, 14}}}, {2, {{21, 22, 23, 24}}}};
__device__ row in_memory{{31, 32, 33, 34}};

extern "C" __tile_global__ void test(int n, int* out) {
    auto lane = ct::iota<row>();
    ct::store(out + lane, rows[n]);
    ct::store(out + 4 + lane, pairs[n].numbers);
    const row& first = n == 0 ? rows[0] : pairs[0].numbers;
    ct::store(out + 8 + lane, first);
    ct::store(out + 12 + lane, in_memory);
}
