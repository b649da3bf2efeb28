#include <cub/cub.cuh>
#include <cuda/std/span>
#include <cuda_tile.h>
#include <thrust/device_vector.h>

#include <type_traits>

namespace ct = cuda::tiles;

template <class T, int N>
__tile_global__ void scale(T* p, T f) {
    auto q = p + ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(q, ct::load(q) * f);
}

template <class T>
void run(thrust::device_vector<T>& v, cuda::std::span<const int> sizes, cudaStream_t stream) {
    auto go = [&](auto n) { scale<T, decltype(n)::value><<<1, 1, 0, stream>>>(thrust::raw_pointer_cast(v.data()), T(2)); };
    for (int size : sizes) {
        if (size > 3)
            go(std::integral_constant<int, 8>{});
        else
            go(cuda::std::integral_constant<int, 16>{});
    }
    size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, v.data(), v.data(), 3, stream);
}

int main() {
    thrust::device_vector<float> a(10);
    thrust::device_vector<double> b(10);
    int sizes[] = {1, 5};
    run(a, cuda::std::span<const int>(sizes), nullptr);
    run(b, {sizes}, nullptr);
}
