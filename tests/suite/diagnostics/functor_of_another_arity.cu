#include "cuda_tile.h"
#include <concepts>
namespace ct = cuda::tiles;

template <class Op, class T>
concept combines = std::invocable<Op, T, T>;
template <class T, combines<T> Op>
__tile__ auto fold(T x, Op op) {
    return op(x, x);
}
struct Largest {
    template <class T>
    __tile__ T operator()(T (&pair)[2]) const {
        return ct::max(pair[0], pair[1]);
    }
};
__tile_global__ void rows(float* p) {
    auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + lane, fold(ct::load(p + lane), Largest{}));
}
