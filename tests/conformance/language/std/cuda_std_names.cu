// case: cuda_std_names
// spec: [namespace.alias]
// arg: i32 = 3
// arg: out i32[3]
// expect: [8, 15, 65504]
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/limits>
#include <cuda/std/functional>

extern "C" __tile_global__ void test(int n, int* out) {
    cuda::std::array<int, 2> a{n, 5};
    auto t = cuda::std::make_tuple(n, a[1]);
    out[0] = cuda::std::plus<>{}(cuda::std::get<0>(t), a.back());
    out[1] = cuda::std::apply([](int x, int y) { return x * y; }, t);
    out[2] = int(float(cuda::std::numeric_limits<__half>::max()));
    static_assert(__is_same(cuda::std::array<int, 2>, std::array<int, 2>));
    static_assert(cuda::std::numeric_limits<__nv_bfloat16>::digits == 8 && cuda::std::numeric_limits<__half>::is_iec559);
}
