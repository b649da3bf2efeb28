// case: parameter_span_class
// spec: tile: 2.5 a span of one's own: pointer, extents, and an operator that loads
// grid: 2
// arg: struct = {i32[12] = iota, i32 = 3, i32 = 4}
// arg: struct = {out i32[8], i32 = 2, i32 = 4}
// expect: [4, 6, 8, 10, 12, 14, 16, 18]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
template <class T>
class Matrix {
    T* data_;
    int rows_, columns_;

public:
    template <int N>
    __tile__ auto row(int i) const {
        return data_ + i * columns_ + ct::iota<ct::tile<int, ct::shape<N>>>();
    }
    __tile__ int rows() const { return rows_; }
};
static_assert(sizeof(Matrix<int>) == 16);
extern "C" __tile_global__ void test(Matrix<const int> from, Matrix<int> to) {
    int i = ct::bid().x;
    auto sum = ct::load(from.row<4>(i)) + ct::load(from.row<4>(i + 1));
    if (i < to.rows()) ct::store(to.row<4>(i), sum);
}
