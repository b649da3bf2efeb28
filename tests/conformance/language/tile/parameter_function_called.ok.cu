// case: parameter_function_called
// spec: tile: 1.2 the function as the type of the argument
// accept: an empty class with an operator
#include "cuda_tile.h"

struct Twice {
    __tile__ int operator()(int x) const { return 2 * x; }
};
template <class F>
struct Callback {
    F function;
    int value;
};
extern "C" __tile_global__ void test(int* out, Callback<Twice> c) { out[0] = c.function(c.value); }
