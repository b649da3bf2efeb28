// case: arrays_passed_by_pointer
// spec: [conv.array] an array becomes a pointer, and is written through it
// arg: out i32[3]
// arg: i32 = 2
// expect: [6, 60, 7]
#include "cuda_tile.h"

__tile__ int sum(const int* data, int count) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += data[i];
    return total;
}
__tile__ void scale(int (&data)[3], int by) {
    for (int& value : data) value *= by;
}
extern "C" __tile_global__ void test(int* out, int n) {
    int values[3] = {1, 2, 3};
    out[0] = sum(values, n + 1);
    scale(values, 5 * n);
    out[1] = sum(values, 3);
    values[n] = 7;
    out[2] = values[2];
}
