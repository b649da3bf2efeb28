// A name or a call that needs another release of CUDA than the chosen one is an error that says which.
//@ check
//@ flags: --cuda-version=13.3
#include "cuda_bf16.h"
#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

static_assert(__CUDACC_VER_MINOR__ == 3 && __CUDACC_VER_BUILD__ == 73 && __CUDA_API_VER_MINOR__ == 3);

// Their names are free.
namespace mine {
using namespace ct;
template <int N> struct strides {};
strides<4> s;
enum class saturate_none_t {};
} // namespace mine

// A constraint is not satisfied by them.
template <class T>
concept complements = requires(T x) { ~x; };
static_assert(!complements<ct::tile<bool, ct::shape<4>>> && complements<ct::tile<int, ct::shape<4>>>);
// A call that a later release removed is accepted.
template <class T>
concept names_its_type = requires(T x) { ct::exp<T>(x); };
static_assert(names_its_type<float>);

extern "C" __tile_global__ void test(float* p, bool* q, __nv_bfloat16* b, int* n) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(p + i);
    __nv_fp8_ue5m3 scale; //~ error[E0326]: `__nv_fp8_ue5m3` is new in CUDA 13.4
    static_assert(!ct::scalar<__nv_fp8_e8m0>);
    ct::strides<unsigned, 4> a; //~ error[E0326]: `strides` is new in CUDA 13.4, and 13.3 is chosen
    static_assert(ct::strides_like<int>); //~ error[E0326]: `strides_like` is new in CUDA 13.4
    auto m = ct::max_element<0>(x); //~ error[E0326]: `max_element` of (tile<float, 4>) is new in CUDA 13.4
    auto r = ct::rounding_mode::round_ties_to_away; //~ error[E0326]: `round_ties_to_away` is new in CUDA 13.5
    ct::store(q + i, ~ct::load(q + i)); //~ error[E0326]: `operator~` of (tile<bool, 4>) is new in CUDA 13.4
    ct::exp(x, ct::round_full_t{}); //~ error[E0326]: `exp` of
    ct::partition_view v{ct::tensor_span{n, ct::extents{8_ic}}, ct::shape{4_ic}};
    v.atomic_add(i, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0); //~ error[E0326]: `atomic_add` of
    v.atomic_add_masked(i, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0); //~ error[E0326]: is new in CUDA 13.5
    using I = ct::tile<int, ct::shape<4>>::index_type; //~ error[E0326]: `index_type` is new in CUDA 13.4
    *n = __mulhi(*n, 3); //~ error[E0326]: `__mulhi(int, int)` of
    // An error of the call itself goes before.
    ct::exp(i); //~ error[E0312]: no `exp` takes
    ct::atomic_add(b, *b, ct::memory_order_relaxed_t{}); //~ error[E0312]: `__nv_bfloat16` is added to atomically since CUDA 13.4
}
