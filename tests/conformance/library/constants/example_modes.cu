// case: example_modes
// spec: 2.13.3 to 2.13.8 (examples)
// arg: f64[2] = [1, 0x1.4p1]
// arg: f32[2] = [1, 2.5]
// arg: i32[1] = [12]
// arg: out f64[3]
// arg: out f32[2]
// arg: out i32[4]
// expect: [3.5, 3.5, 2.5]
// expect: [3.5, 3.5]
// expect: [12, 12, 12, 12]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(double const* d, float const* f, int* ptr, double* out, float* floats, int* loaded) {
    ct::rounding_mode_constant<
        ct::rounding_mode::round_toward_negative> rounding;
    out[0] = ct::add(d[0], d[1], rounding);
    out[1] = ct::add(d[0], d[1], ct::round_toward_negative_t{});
    out[2] = ct::max(d[0], d[1],
                     ct::propagate_nan_t{});

    ct::subnormals_rounding_mode_constant<
        ct::subnormals_rounding_mode::round_subnormals_to_zero> mode;
    floats[0] = ct::add(f[0], f[1], {}, mode);
    floats[1] = ct::add(f[0], f[1], {},
                        ct::round_subnormals_to_zero_t{});

    int x = ptr[0];
    ct::tensor_span t{&x, ct::shape{1_ic}};
    ct::partition_view p{t, ct::shape{1_ic}};
    loaded[0] = static_cast<int>(p.load_masked(ct::view_padding_zero_t{}, 0));

    loaded[1] = ct::atomic_load(ptr, ct::memory_order_relaxed_t{});
    loaded[2] = ct::atomic_load(ptr,
                                ct::memory_order_acquire_t{},
                                ct::thread_scope_device_t{});
    loaded[3] = ct::atomic_load(ptr, ct::memory_order_constant<ct::memory_order::acquire>{});
}
