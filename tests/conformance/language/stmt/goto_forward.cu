// case: goto_forward
// spec: [stmt.goto] a jump out of nested blocks and loops
// arg: out i32[4]
// arg: i32[8] = [5, 1, 4, 9, 2, 6, 5, 3]
// expect: [3, 31, -1, 0]
// note: 9 is at index 3; 5+1+4+9 = 19 and 12 more for the twelve inner rounds; nothing is 100
#include "cuda_tile.h"

__tile__ int find(const int* data, int wanted, int& rounds) {
    int at = -1;
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 3; ++j) {
            ++rounds;
            if (j == 2 && data[i] == wanted) {
                at = i;
                goto found;
            }
        }
    }
    rounds = 0;
found:
    return at;
}

extern "C" __tile_global__ void test(int* out, const int* data) {
    int rounds = 19;
    out[0] = find(data, 9, rounds);
    out[1] = rounds;
    out[2] = find(data, 100, rounds);
    out[3] = rounds;
}
