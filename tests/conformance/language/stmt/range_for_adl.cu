// case: range_for_adl
// spec: [stmt.ranged] `begin` and `end` found by the arguments' namespaces
// arg: out i32[1]
// arg: i32 = 4
// expect: [6]
#include "cuda_tile.h"

namespace lib {
struct Count {
    int to;
};
struct Iterator {
    int at;
    __tile__ int operator*() const { return at; }
    __tile__ void operator++() { ++at; }
    __tile__ friend bool operator!=(Iterator a, Iterator b) { return a.at != b.at; }
};
__tile__ Iterator begin(Count) { return {0}; }
__tile__ Iterator end(Count c) { return {c.to}; }
}  // namespace lib

extern "C" __tile_global__ void test(int* out, int n) {
    int sum = 0;
    for (auto i : lib::Count{n}) sum += i;
    out[0] = sum;
}
