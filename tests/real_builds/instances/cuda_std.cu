// Kernels of a library without host code, over types of cuda::std.
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda_tile.h>

#include <complex>
#include <span>

template <class T> __tile_global__ void first_word(const T* objects, float* out) {
    *out = *reinterpret_cast<const float*>(objects);
}

template __tile_global__ void first_word<cuda::std::complex<float>>(const cuda::std::complex<float>*, float*);
template __tile_global__ void first_word(const std::complex<float>*, float*);
template __tile_global__ void first_word(const cuda::std::span<float>*, float*);
template __tile_global__ void first_word(const cuda::std::span<const int, 4>*, float*);
template __tile_global__ void first_word<std::span<float>>(const std::span<float>*, float*);
template __tile_global__ void first_word<cuda::std::array<float, 3>>(const cuda::std::array<float, 3>*, float*);
template __tile_global__ void first_word<cuda::std::tuple<float, int>>(const cuda::std::tuple<float, int>*, float*);
template __tile_global__ void first_word<cuda::std::pair<float, cuda::std::pair<int, char>>>(
    const cuda::std::pair<float, cuda::std::pair<int, char>>*, float*);
template __tile_global__ void first_word<float>(const float*, float*);

template <class Op> __tile_global__ void sizes(unsigned* out) { *out = sizeof(Op); }

template __tile_global__ void sizes<cuda::std::plus<int>>(unsigned*);
template __tile_global__ void sizes<cuda::std::less<>>(unsigned*);
template __tile_global__ void sizes<cuda::std::integral_constant<int, 4>>(unsigned*);
template __tile_global__ void sizes<cuda::std::true_type>(unsigned*);
template __tile_global__ void sizes<cuda::std::index_sequence<1, 2, 3>>(unsigned*);
