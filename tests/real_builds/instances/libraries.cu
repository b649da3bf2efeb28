// Types of libcu++ and Thrust that the toolkit alone has, and those that share headers with them.
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/string_view>
#include <cuda/std/variant>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/pair.h>
#include <thrust/tuple.h>
// Behind them: their headers name the scalar types before the tile library declares them.
#include <cuda_tile.h>

namespace chrono = cuda::std::chrono;

template <class T> __tile_global__ void mark(T* p) { *reinterpret_cast<char*>(p) = 1; }

#define MARK(...) template __tile_global__ void mark(__VA_ARGS__*)
MARK(chrono::seconds);
MARK(chrono::duration<float>);
MARK(chrono::duration<double, cuda::std::milli>);
MARK(chrono::time_point<chrono::system_clock>);
MARK(chrono::year);
MARK(cuda::std::complex<float>);
MARK(thrust::complex<float>);
MARK(thrust::complex<double>);
MARK(cuda::std::optional<int>);
MARK(cuda::std::variant<int, float>);
MARK(cuda::std::expected<int, float>);
MARK(cuda::std::tuple<int, float>);
MARK(cuda::std::pair<int, float>);
MARK(cuda::std::array<int, 3>);
MARK(cuda::std::span<int>);
MARK(cuda::std::bitset<7>);
MARK(cuda::std::string_view);
MARK(cuda::std::mdspan<float, cuda::std::extents<int, 3, 4>>);
MARK(cuda::std::mdspan<float, cuda::std::dextents<int, 2>>);
MARK(cuda::std::ratio<1, 2>);
MARK(thrust::pair<int, double>);
MARK(thrust::tuple<int, double>);
MARK(thrust::device_vector<float>);
MARK(thrust::host_vector<int>);
MARK(thrust::device_ptr<int>);
