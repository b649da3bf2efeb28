// case: return_inside_loops
// spec: [stmt.return] a return from nested loops
// grid: 3
// arg: out i32[3]
// arg: i32[6] = [4, 8, 15, 16, 23, 42]
// expect: [2, -1, 500]
#include "cuda_tile.h"

__tile__ int find(const int* data, int wanted) {
    for (int i = 0; i < 3; ++i) {
        int j = 0;
        while (true) {
            if (data[2 * i + j] == wanted) return 2 * i + j;
            if (++j == 2) break;
        }
        if (wanted > 50) {
            do {
                if (i > 0) return 500;
            } while (++i < 2);
        }
    }
    return -1;
}
extern "C" __tile_global__ void test(int* out, const int* data) {
    int i = cuda::tiles::bid().x;
    out[i] = find(data, i == 0 ? 15 : i == 1 ? 17 : 99);
}
