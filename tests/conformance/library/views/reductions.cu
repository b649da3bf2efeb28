// case: reductions
// spec: CUDA 13.4 and 13.5: atomic reductions of views
// rows: 13.4-52..58 13.4-78..85 13.5-23..36
// refuses: 13.4-52..58 13.4-79..85 13.5-23..36
// arg: inout i32[36] = iota
// arg: inout i32[44] = iota
// expect: [0, 0, 2, 2, 6, 7, 6, 7, 14, 15, 12, 13, 14, 14, 14, 15, 16, 17, 18, 18, 26, 27, 28, 29, 18, 19, 20, 21, 28, 29, 30, 31, 45, 46, 34, 35]
// expect: [0, 0, 2, 2, 4, 5, 6, 7, 14, 15, 10, 11, 10, 11, 8, 9, 16, 17, 20, 20, 20, 21, 22, 23, 24, 25, 25, 25, 28, 29, 36, 37, 38, 39, 34, 35, 43, 42, 32, 33, 40, 41, 42, 43]
// note: of the last tile two elements are inside where the masked forms are used.
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I4 = ct::tile<int, ct::shape<4>>;
template <class E>
using Parts = ct::partition_view<ct::tensor_span<E, ct::extents<unsigned, 8>>, ct::shape<4>>;
template <class E>
using Steps = ct::strided_view<ct::tensor_span<E, ct::extents<unsigned, 8>>, ct::shape<4>, ct::strides<unsigned, 2>>;

// Relaxed, to the block or the device, with an index a dimension, into elements that can be written.
#define REDUCES(NAME)                                                                                                              \
    template <class V, class X, class O = ct::memory_order_relaxed_t, class S = ct::thread_scope_device_t, class... I>             \
    concept does_##NAME = requires(V v, X x, I... i) { v.atomic_##NAME(x, O{}, S{}, i...); };                                      \
    template <template <class> class V, class X, class Const>                                                                      \
    inline constexpr bool NAME##_is_right =                                                                                        \
        does_##NAME<V<X>, ct::tile<X, ct::shape<4>>, ct::memory_order_relaxed_t, ct::thread_scope_block_t, int> &&                 \
        !does_##NAME<V<X>, ct::tile<X, ct::shape<4>>, ct::memory_order_acquire_t, ct::thread_scope_block_t, int> &&                \
        !does_##NAME<V<X>, ct::tile<X, ct::shape<4>>, ct::memory_order_relaxed_t, ct::thread_scope_system_t, int> &&               \
        !does_##NAME<V<X>, ct::tile<X, ct::shape<2>>, ct::memory_order_relaxed_t, ct::thread_scope_block_t, int> &&                \
        !does_##NAME<V<X>, ct::tile<X, ct::shape<4>>> && !does_##NAME<V<short>, short, ct::memory_order_relaxed_t,                 \
                                                                    ct::thread_scope_block_t, int> &&                              \
        !does_##NAME<V<Const>, ct::tile<X, ct::shape<4>>, ct::memory_order_relaxed_t, ct::thread_scope_block_t, int>;              \
    static_assert(NAME##_is_right<Parts, int, int const> && NAME##_is_right<Steps, unsigned long long, unsigned long long const>);
REDUCES(and)
REDUCES(or)
REDUCES(xor)
REDUCES(max)
REDUCES(min)
REDUCES(add)
REDUCES(sub)
REDUCES(and_masked)
REDUCES(or_masked)
REDUCES(xor_masked)
REDUCES(max_masked)
REDUCES(min_masked)
REDUCES(add_masked)
REDUCES(sub_masked)
// Floating point is added; on sm_90 and later bfloat16 too.
static_assert(add_is_right<Parts, float, float const> && sub_is_right<Parts, __half, __half const>);
static_assert(add_masked_is_right<Steps, double, double const> && sub_masked_is_right<Steps, __nv_bfloat16, __nv_bfloat16 const>);
static_assert(!max_is_right<Parts, float, float const> && !and_is_right<Parts, double, double const>);

__tile__ void reduce(auto v, int max, int min) {
    ct::memory_order_relaxed_t relaxed;
    ct::thread_scope_device_t device;
    auto x = ct::full<I4>(6);
    static_assert(__is_same(decltype(v.atomic_and(x, relaxed, device, 0)), void));
    v.atomic_and(x, relaxed, device, 0);
    v.atomic_or(x, relaxed, device, 1);
    v.atomic_xor(x, relaxed, device, 2);
    v.atomic_max(ct::full<I4>(max), relaxed, device, 3);
    v.atomic_min(ct::full<I4>(min), relaxed, device, 4);
    v.atomic_add(x, relaxed, ct::thread_scope_block_t{}, 5);
    v.atomic_sub(x, relaxed, ct::thread_scope_block_t{}, 6);
}

__tile__ void reduce_masked(auto v, int max, int min, unsigned last) {
    ct::memory_order_relaxed_t relaxed;
    ct::thread_scope_device_t device;
    v.atomic_add_masked(ct::full<I4>(4), relaxed, device, last);
    v.atomic_sub_masked(ct::full<I4>(1), relaxed, device, last);
    v.atomic_or_masked(ct::full<I4>(8), relaxed, device, last);
    v.atomic_and_masked(ct::full<I4>(-2), relaxed, device, last);
    v.atomic_xor_masked(ct::full<I4>(3), relaxed, device, last);
    v.atomic_max_masked(ct::full<I4>(max), relaxed, device, last);
    v.atomic_min_masked(ct::full<I4>(min), relaxed, device, last);
}

extern "C" __tile_global__ void test(int* p, int* q) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{36_ic}}, ct::shape{4_ic}};
    static_assert(noexcept(ct::partition_view{v.span(), ct::shape<4>{}}));
    reduce(v, 14, 18);
    reduce_masked(ct::partition_view{ct::tensor_span{p, ct::extents{34_ic}}, ct::shape{4_ic}}, 45, 46, 8);
    reduce(ct::strided_view{ct::tensor_span{q, ct::extents{44_ic}}, ct::shape{4_ic}, ct::strides{6_ic}}, 20, 25);
    reduce_masked(ct::strided_view{ct::tensor_span{q, ct::extents{38_ic}}, ct::shape{4_ic}, ct::strides{6_ic}}, 42, 43, 6);
}
