// case: global_structure
// spec: [class.mem] members of a global object, written at run time
// arg: out i32[5]
// arg: i32 = 1
// expect: [-2, 8, 13, 97, 2]
// note: 13 = 8 + 5, 97 is 'a', 2.5 truncates to 2
#include "cuda_tile.h"

struct Record {
    char tag;
    short count;
    double weight;
    int values[2];
};
__device__ Record record = {'a', -2, 2.5, {7, 8}};

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = record.count;
    out[1] = record.values[n];
    record.values[n] += 5;
    out[2] = record.values[1];
    Record copy = record;
    out[3] = copy.tag;
    out[4] = static_cast<int>(copy.weight);
}
