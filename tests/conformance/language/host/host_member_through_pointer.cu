// case: host_member_through_pointer
// spec: [expr.mptr.oper] tile: 1.2 a call through a pointer to member is a call of the member
// reject: E0540 `value` is a function of the host
#include "cuda_tile.h"

struct Counter {
    int count;
    __tile__ int next() const { return count + 1; }
    int value() const { return count; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    Counter counter{n};
    int (Counter::*next)() const = &Counter::next;
    int (Counter::*value)() const = &Counter::value;
    out[0] = (counter.*next)();
    out[1] = (counter.*value)();
}
