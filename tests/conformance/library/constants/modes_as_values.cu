// case: modes_as_values
// spec: 2.13.3 to 2.13.8 Modes
// rows: 2.13.3.2-4..6 2.13.3.4-1 2.13.4.2-4..6 2.13.4.4-1 2.13.5.2-4..6 2.13.5.4-1 2.13.6.2-4..6 2.13.6.4-1 2.13.7.2-4..6 2.13.8.2-4..6 2.13.8.4-1
// arg: out i32[18]
// arg: out i32[5]
// expect: [5, 5, 5, 1, 1, 1, 1, 1, 1, 4, 4, 4, 2, 2, 2, 2, 2, 2]
// expect: [0, 0, 0, 0, 0]
// note: enumerators have the numbers of their places in the lists of the reference.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class Constant>
__tile__ void put(int* out, Constant constant) {
    typename Constant::value_type converted = constant;
    out[0] = static_cast<int>(constant());
    out[1] = static_cast<int>(converted);
    out[2] = static_cast<int>(Constant::value);
}

extern "C" __tile_global__ void test(int* out, int* defaults) {
    put(out + 0, ct::round_full_t{});
    put(out + 3, ct::round_subnormals_to_zero_t{});
    put(out + 6, ct::propagate_nan_t{});
    put(out + 9, ct::view_padding_nan_t{});
    put(out + 12, ct::memory_order_release_t{});
    put(out + 15, ct::thread_scope_block_t{});
    defaults[0] = static_cast<int>(ct::default_rounding_mode());
    defaults[1] = static_cast<int>(ct::default_subnormals_rounding_mode());
    defaults[2] = static_cast<int>(ct::default_nan_propagation_mode());
    defaults[3] = static_cast<int>(ct::default_view_padding());
    defaults[4] = static_cast<int>(ct::default_thread_scope());
}
