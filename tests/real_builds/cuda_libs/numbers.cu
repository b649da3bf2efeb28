// Kernels over CUDA's own number types, arrays and spans.
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class Out, class In, int Block = 256>
__tile_global__ void convert(Out* out, const In* in) {
    int first = Block * ct::bid().x;
    auto i = ct::iota<ct::tile<int, ct::shape<Block>>>() + first;
    ct::store(out + i, ct::element_cast<Out>(ct::load(in + i)));
}

template <cuda::std::array Sizes, class T>
__tile_global__ void scatter(T* outs, T value) {
    ct::store(outs + Sizes[0], value);
    ct::store(outs + Sizes[Sizes.size() - 1], value);
}

template <size_t Extent, class T>
__tile_global__ void fill(T* out, T value) {
    ct::store(out + ct::iota<ct::tile<int, ct::shape<16>>>(), ct::full<ct::tile<T, ct::shape<16>>>(value));
}

template <class Span>
void fill_span(Span span, typename Span::value_type value) {
    fill<Span::extent><<<1, 1>>>(span.data(), value);
}

struct Config {
    int block = 128;
    bool fast = false;
    friend constexpr auto operator<=>(const Config&, const Config&) = default;
};

template <Config C, class T>
__tile_global__ void configured(T* p) {
    auto at = p + ct::iota<ct::tile<int, ct::shape<C.block>>>();
    ct::store(at, ct::load(at));
}

template <class... Ts, class F>
void for_types(F f) {
    (f(static_cast<Ts*>(nullptr)), ...);
}

void run(cudaStream_t stream, void* data) {
    for_types<__half, __nv_bfloat16, __nv_fp8_e4m3, __nv_fp8_e5m2>([&]<class T>(T* out) {
        convert<<<4, 1, 0, stream>>>(out, static_cast<const float*>(data));
        convert<float, T, 512><<<4, 1, 0, stream>>>(static_cast<float*>(data), out);
    });
    scatter<cuda::std::array<int, 3>{1, 2, 3}><<<1, 1>>>(static_cast<float*>(data), 1.0f);
    scatter<cuda::std::array{4l}><<<1, 1>>>(static_cast<int*>(data), 2);
    int numbers[16];
    fill_span(cuda::std::span<int, 16>(numbers), 3);
    fill_span(cuda::std::span<int>(numbers), 4);
    configured<Config{}><<<1, 1>>>(static_cast<__half*>(data));
    configured<Config{.block = 64, .fast = true}><<<1, 1>>>(static_cast<float*>(data));
    cuda::std::optional<cuda::std::tuple<int, __half>> last = cuda::std::make_tuple(1, __float2half(0.5f));
    if (last) convert<<<1, 1>>>(static_cast<decltype(cuda::std::get<1>(*last))>(*static_cast<__half*>(data)) ? static_cast<double*>(data) : nullptr, static_cast<const __half*>(data));
}
