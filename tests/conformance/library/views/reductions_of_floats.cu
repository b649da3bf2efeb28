// case: reductions_of_floats
// spec: CUDA 13.4: atomic reductions of views, atomic_add, atomic_sub
// rows: 13.4-57..58 13.4-84..85 13.4-96..97
// grid: 4
// arg: inout f16[8] = zeros
// arg: inout bf16[8] = zeros
// arg: inout f32[8] = zeros
// arg: inout f64[8] = zeros
// expect: [5, 5, 5, 5, 9, 9, 9, 9]
// expect: [5, 5, 5, 5, 9, 9, 9, 9]
// expect: [5, 5, 5, 5, 9, 9, 9, 9]
// expect: [5, 5, 5, 5, 9, 9, 9, 9]
// note: sums of few quarters are exact in every order.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E>
__tile__ void reduce(E* p) {
    using tile = ct::tile<E, ct::shape<4>>;
    ct::memory_order_relaxed_t relaxed;
    ct::thread_scope_device_t device;
    auto x = ct::element_cast<E>(ct::full<ct::tile<float, ct::shape<4>>>(1.5f));
    auto y = ct::element_cast<E>(ct::full<ct::tile<float, ct::shape<4>>>(0.25f));
    ct::partition_view v{ct::tensor_span{p, ct::extents{8_ic}}, ct::shape{4_ic}};
    v.atomic_add(x, relaxed, device, 0);
    v.atomic_sub(y, relaxed, device, 0);
    ct::strided_view w{v.span(), ct::shape{4_ic}, ct::strides{4_ic}};
    w.atomic_add(x + x, relaxed, device, 1);
    w.atomic_sub(y, relaxed, device, 1);
    auto q = p + 4 + ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::atomic_add(q, -y, relaxed, device);
    ct::atomic_sub(q, y, relaxed, device);
    static_assert(__is_same(decltype(v.load(0)), tile));
}

extern "C" __tile_global__ void test(__half* h, __nv_bfloat16* b, float* f, double* d) {
    reduce(h);
    reduce(b);
    reduce(f);
    reduce(d);
}
