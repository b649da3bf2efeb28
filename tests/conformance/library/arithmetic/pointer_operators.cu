// case: pointer_operators
// spec: 2.2.25 to 2.2.31 Pointer Arithmetic and Comparison
// rows: 2.2.25-1 2.2.26-1..2 2.2.27-1 2.2.28-1 2.2.29-1..6 2.2.30-1..2 2.2.31-1..2
// arg: i32[8] = iota
// arg: out i64[16]
// arg: out i32[40]
// expect: [0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 0, 1, 2, 3]
// expect: [0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
__tile__ void put(auto* out, int row, T tile) {
    auto i = ct::iota<ct::tile_with_element_t<T, int>>();
    ct::store(out + (4 * row + i), tile);
}

extern "C" __tile_global__ void test(int* p, long long* distances, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto t = p + i;
    put(distances, 0, +t - p);
    put(distances, 1, (1 + t) - p);
    put(distances, 2, (t + 2) - p);
    put(distances, 3, (p + (i + 1) - 1) - p);
    auto q = p + 2;
    put(out, 0, t == q);
    put(out, 1, t != q);
    put(out, 2, t < q);
    put(out, 3, t <= q);
    put(out, 4, t > q);
    put(out, 5, t >= q);
    auto some = ct::select(i < 2, t, ct::full<decltype(t)>(nullptr));
    put(out, 6, some == nullptr);
    put(out, 7, nullptr == some);
    put(out, 8, some != nullptr);
    put(out, 9, nullptr != some);
}
