// case: parameter_with_assignment
// spec: [class.temporary]/3 an object may be passed as bytes if copying and ending it is trivial, whatever its assignment does
// arg: out i32[1]
// arg: struct = {i32 = 3, i32 = 4}
// expect: [34]
#include "cuda_tile.h"

struct Pair {
    int first, second;
    Pair(const Pair&) = default;
    __tile__ Pair& operator=(const Pair& other) {
        first = other.second;
        return *this;
    }
};
static_assert(!__is_trivially_copyable(Pair));
extern "C" __tile_global__ void test(int* out, Pair pair) {
    out[0] = pair.first * 10 + pair.second;
}
