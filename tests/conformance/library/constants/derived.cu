// case: derived
// spec: 2.13 Constant Wrappers, [temp.deduct.call]/4
// arg: f32[4] = [1, 0.00000008940696716308594, 3, 5]
// arg: inout i32[1] = [40]
// arg: out f32[2]
// arg: out i32[8]
// expect: [42]
// expect: [1.00000011920928955078125, 1]
// expect: [6, 22, 0, 0, 0, 1, 40, 41]
// note: a class that derives from a constant is one where a constant is deduced. 1 + 1.5 * 2^-24 is 1 toward zero, and
// note: the next float to nearest. A view of 3 elements in fours pads one.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

struct Truncated : ct::round_toward_zero_t {};
struct Columns : ct::integral_constant<1> {};
struct Unordered : ct::memory_order_relaxed_t {};
struct Everywhere : ct::thread_scope_system_t {};
struct NotANumber : ct::view_padding_nan_t {};

extern "C" __tile_global__ void test(float const* x, int* counter, float* sums, int* out) {
    sums[0] = ct::add(x[0], x[1]);
    sums[1] = ct::add(x[0], x[1], Truncated{});
    auto rows = ct::sum(ct::iota<ct::tile<int, ct::shape<2, 4>>>(), Columns{});
    ct::store(out + ct::iota<ct::tile<int, ct::shape<2>>>(), ct::reshape(rows, ct::shape{2_ic}));
    ct::partition_view view{ct::tensor_span{x, ct::extents{3}}, ct::shape{4_ic}};
    auto is_padding = ct::isnan(view.load_masked(NotANumber{}, 0));
    ct::store(out + 2 + ct::iota<ct::tile<int, ct::shape<4>>>(), ct::element_cast<int>(is_padding));
    out[6] = ct::atomic_add(counter, Columns{}(), Unordered{});
    out[7] = ct::atomic_add(counter, 1, Unordered{}, Everywhere{});
}
