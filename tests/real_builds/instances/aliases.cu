// The same types by other names.
#include <cuda/std/complex>
#include <cuda/std/span>
#include <cuda_tile.h>

namespace cs = cuda::std;
using Row = cs::span<float>;
namespace math {
using namespace cuda::std;
template <class T> using Number = complex<T>;
} // namespace math

namespace io {
template <class T, int N = 4> __tile_global__ void count(const T*, int* out) { *out = N; }
template __tile_global__ void count<Row>(const Row*, int*);
template __tile_global__ void count<cs::complex<double>, 2>(const cs::complex<double>*, int*);
} // namespace io
template __tile_global__ void io::count(const math::Number<float>*, int*);

struct Table {
    using value_type = cs::complex<float>;
    value_type* data;
};
template <class C> __tile_global__ void members(const typename C::value_type* from, int* out) { *out = from != nullptr; }
template __tile_global__ void members<Table>(const Table::value_type*, int*);
