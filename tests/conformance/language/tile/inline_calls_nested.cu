// case: inline_calls_nested
// spec: tile: 1.2 deep, but bounded, chains of calls are inlined
// arg: out i32[1]
// arg: i32 = 1
// expect: [121]
#include "cuda_tile.h"

template <int N>
__tile__ int chain(int n) {
    if constexpr (N == 0) return n;
    else return chain<N - 1>(n) + 1;
}
extern "C" __tile_global__ void test(int* out, int n) { out[0] = chain<120>(n); }
