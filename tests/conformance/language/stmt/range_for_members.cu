// case: range_for_members
// spec: [stmt.ranged] `begin` and `end` members, of different types
// arg: out i32[2]
// arg: i32[5] = [3, 4, 5, 0, 9]
// expect: [12, 3]
#include "cuda_tile.h"

struct Zero {};
struct Walk {
    const int* at;
    __tile__ int operator*() const { return *at; }
    __tile__ Walk& operator++() {
        ++at;
        return *this;
    }
    __tile__ bool operator!=(Zero) const { return *at != 0; }
};
struct Text {
    const int* data;
    __tile__ Walk begin() const { return {data}; }
    __tile__ Zero end() const { return {}; }
};
extern "C" __tile_global__ void test(int* out, const int* data) {
    int sum = 0, count = 0;
    for (int value : Text{data}) {
        sum += value;
        ++count;
    }
    out[0] = sum;
    out[1] = count;
}
