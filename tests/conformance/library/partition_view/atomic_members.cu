// case: atomic_members
// spec: 2.12.1 partition_view
// rows: 2.12.1-9..27
// arg: f32[6] = [1, 2, 3, 4, 5, 6]
// arg: out f32[40]
// arg: inout f32[48] = zeros
// expect: [1, 2, 3, 4, 5, 6, 0, 0, 5, 6, -inf, -inf, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, -0.0, -0.0, 5, 6, inf, inf, 5, 6, nan, nan, 5, 6, 0, 0]
// expect: [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 3, 4, 0, 0, 1, 2, 3, 4, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 1, 2]
// note: of six elements in parts of four the second part has two inside.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using ct::memory_order, ct::view_padding;

__tile__ auto view(auto* p, int k) {
    return ct::partition_view{ct::tensor_span{p + 6 * k, ct::extents{6_ic}}, ct::shape{4_ic}};
}

__tile__ void put(float* out, int k, ct::tile<float, ct::shape<4>> x) {
    ct::store(out + (4 * k + ct::iota<ct::tile<int, ct::shape<4>>>()), x);
}

extern "C" __tile_global__ void test(float const* a, float* out, float* stored) {
    ct::memory_order_relaxed_t relaxed;
    ct::memory_order_acquire_t acquire;
    ct::memory_order_release_t release;
    auto v = view(a, 0);
    put(out, 0, v.load(0));
    put(out, 1, v.load_masked(1));
    put(out, 2, v.load_masked(ct::view_padding_negative_inf_t{}, 1));
    put(out, 3, v.atomic_load<memory_order::relaxed>(0));
    put(out, 4, v.atomic_load(acquire, 0));
    put(out, 5, v.atomic_load(relaxed, ct::thread_scope_device_t{}, 0));
    put(out, 6, v.atomic_load_masked<view_padding::negative_zero, memory_order::relaxed>(1));
    put(out, 7, v.atomic_load_masked<view_padding::positive_inf, memory_order::acquire>(ct::view_padding_positive_inf_t{}, 1));
    put(out, 8, v.atomic_load_masked(ct::view_padding_nan_t{}, relaxed, 1));
    put(out, 9, v.atomic_load_masked(ct::view_padding_zero_t{}, acquire, ct::thread_scope_block_t{}, 1));
    auto x = v.load(0);
    view(stored, 0).store(x, 0);
    view(stored, 1).store_masked(x, 1);
    view(stored, 2).atomic_store<memory_order::relaxed>(x, 0);
    view(stored, 3).atomic_store(x, release, 0);
    view(stored, 4).atomic_store(x, relaxed, ct::thread_scope_system_t{}, 0);
    view(stored, 5).atomic_store_masked<memory_order::release>(x, 1);
    view(stored, 6).atomic_store_masked(x, relaxed, 1);
    view(stored, 7).atomic_store_masked(x, release, ct::thread_scope_device_t{}, 1);
}
