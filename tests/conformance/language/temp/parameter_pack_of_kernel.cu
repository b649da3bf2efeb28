// case: parameter_pack_of_kernel
// spec: [temp.variadic] each element of a pack is a parameter of the kernel
// accept: every specialisation has the parameters of its arguments
#include "cuda_tile.h"

struct Two {
    int a, b;
};
template <class... Args>
__tile_global__ void gather(int* out, Args... args) {
    if constexpr (sizeof...(args) > 0) *out = (args.a + ...);
}
template __tile_global__ void gather<>(int*);
template __tile_global__ void gather<Two>(int*, Two);
template __tile_global__ void gather<Two, Two, Two>(int*, Two, Two, Two);
