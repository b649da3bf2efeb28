// case: unroll_keeps_the_meaning
// spec: [stmt.iter] `#pragma unroll` in all its spellings: the rounds are those of the loop
// arg: out i32[16]
// arg: i32 = 5
// expect: [148, 70, 80, 1291, 1283, 1304, 2319, 10, 11, 0, 60, 61, 1, 110, 111, 6]
#include "cuda_tile.h"

#define UNROLL(n) _Pragma("unroll 4") for (int i = 0; i < n; ++i)

template <int N>
__tile__ int sum(const int* values) {
    int s = 0;
#pragma unroll N
    for (int i = 0; i < N; ++i) s += values[i];
    return s;
}

extern "C" __tile_global__ void test(int* out, int n) {
    int values[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) values[i] = n * i + 1;
    out[0] = sum<8>(values);
    int s = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        if (values[i] == 11) continue;
        if (values[i] > 30) break;
        s += values[i];
    }
    out[1] = s;
#pragma unroll
    for (int i = 0; i < n; ++i) s += i;
    out[2] = s;
    UNROLL(4) s = s * 2 + i;
    out[3] = s;
#pragma unroll 2
    for (int i = 10; i > 0; i -= 3) s ^= i;
    out[4] = s;
#pragma nounroll
    for (int i = 0; i < 3; ++i) s += 7;
    out[5] = s;
    int k = 0;
#pragma unroll
    do {
        ++k;
        switch (k) {
        case 2: continue;
        case 4: s += 1000; break;
        default: s += k;
        }
    } while (k < 6);
    out[6] = s;
#pragma unroll
    for (int i = 0; i < 3; ++i) {
#pragma unroll
        for (int j = 0; j < 3; ++j) {
            if (j == n - 3) break;
            if (i * j == 1 && n > 100) goto done;
            out[7 + 3 * i + j] = values[i] * 10 + j;
        }
        out[7 + 3 * i + 2] = i;
    }
done:
#pragma unroll 1
    for (int i = 0;; ++i) {
        if (i * i > n * 3) { out[15] += i; break; }
    }
}
