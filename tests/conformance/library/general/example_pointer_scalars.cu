// case: example_pointer_scalars
// spec: 1.4 Scalars (example)
// arg: i32[4] = [3, 4, 5, 6]
// arg: f64[2] = [0.5, 0.25]
// arg: f16[2] = [1.5, 2]
// arg: out f64[3]
// expect: [5, 0.25, 1]
// note: the last value says that both tiles of pointers hold the same address.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

struct Foo {
    int bar;
};
static_assert(ct::pointer_scalar<int* const> && ct::pointer_scalar<double const*> && ct::pointer_scalar<void*>);
static_assert(ct::pointer_scalar<__half volatile const*>);
static_assert(!ct::pointer_scalar<int**> && !ct::pointer_scalar<int Foo::*>);
static_assert(!ct::pointer_scalar<void (*)(int, double)> && !ct::pointer_scalar<Foo const*>);

extern "C" __tile_global__ void test(int* ints, double const* doubles, __half volatile const* halves, double* out) {
    using S = ct::shape<2>;
    auto first = ct::full<ct::tile<int*, S>>(ints) + 2;
    auto second = ct::full<ct::tile<double const*, S>>(doubles) + 1;
    out[0] = static_cast<double>(ct::extract(ct::element_cast<double>(ct::load(first)), ct::shape<1>{}, 0));
    out[1] = static_cast<double>(ct::extract(ct::load(second), ct::shape<1>{}, 1));
    auto third = ct::full<ct::tile<__half volatile const*, S>>(halves);
    auto fourth = ct::full<ct::tile<void const volatile*, S>>(halves);
    out[2] = static_cast<double>(ct::extract(ct::element_cast<double>(ct::element_cast<int>(third == fourth)), ct::shape<1>{}, 1));
}
