// Thrust and CUB on the host, tiles for the inner loop.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda_tile.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

namespace ct = cuda::tiles;

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};

struct Saxpy {
    float a;
    __host__ __device__ float operator()(thrust::tuple<float, float> xy) const {
        return a * thrust::get<0>(xy) + thrust::get<1>(xy);
    }
};

template <class Key, class Compare, int Block>
__tile_global__ void merge_tiles(Key* keys, int n) {
    int first = Block * ct::bid().x;
    auto i = ct::iota<ct::tile<int, ct::shape<Block>>>() + first;
    ct::store_masked(keys + i, ct::load_masked(keys + i, i < n, Key(0)), i < n);
}

template <class Key, class Compare = thrust::less<Key>>
void sort(thrust::device_vector<Key>& keys, Compare compare = {}) {
    thrust::sort(keys.begin(), keys.end(), compare);
    Key* raw = thrust::raw_pointer_cast(keys.data());
    if (keys.size() >= 4096)
        merge_tiles<Key, Compare, 1024><<<keys.size() / 1024, 1>>>(raw, int(keys.size()));
    else
        merge_tiles<Key, Compare, 128><<<keys.size() / 128, 1>>>(raw, int(keys.size()));
}

template <class T>
T sum(const thrust::device_vector<T>& v, cudaStream_t stream) {
    thrust::device_vector<T> out(1);
    size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, v.data(), out.data(), int(v.size()), stream);
    thrust::device_vector<unsigned char> scratch(bytes);
    cub::DeviceReduce::Sum(thrust::raw_pointer_cast(scratch.data()), bytes, v.data(), out.data(), int(v.size()), stream);
    return out[0];
}

int main() {
    thrust::host_vector<int> host(100);
    thrust::sequence(host.begin(), host.end());
    thrust::device_vector<int> ints = host;
    sort(ints);
    sort(ints, thrust::greater<int>());
    thrust::device_vector<float> x(100, 1.0f), y(100, 2.0f);
    sort(x);
    float norm = thrust::transform_reduce(thrust::device, x.begin(), x.end(), Square(), 0.0f, thrust::plus<float>());
    auto zipped = thrust::make_zip_iterator(x.begin(), y.begin());
    thrust::transform(zipped, zipped + 100, y.begin(), Saxpy{2.0f});
    return norm + sum(y, cudaStreamPerThread) > 0;
}
