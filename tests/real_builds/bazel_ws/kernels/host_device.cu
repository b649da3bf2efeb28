// Functions of host and tile code, constants of either.
#include <cuda_tile.h>
#include <cassert>
#include <stdexcept>
namespace ct = cuda::tiles;
__host__ __tile__ constexpr int padded(int n) { return (n + 31) / 32 * 32; }
template <class T> __host__ __tile__ constexpr T clamp01(T x) { return x < T(0) ? T(0) : x > T(1) ? T(1) : x; }
constexpr int kDefault = padded(50);
struct Shape { int rows, cols; __host__ __tile__ constexpr int size() const { return rows * cols; } };
constexpr Shape kShape{4, 8};
template <int N> __tile_global__ void pad(float* p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::full<ct::tile<float, ct::shape<N>>>(clamp01(2.f))); }
void run(float* p, int n) {
  assert(p != nullptr);
  if (n <= 0) throw std::invalid_argument("n");
  pad<kDefault><<<1, 1>>>(p);
  pad<padded(100)><<<1, 1>>>(p);
  pad<kShape.size()><<<1, 1>>>(p);
  pad<Shape{2, 8}.size()><<<1, 1>>>(p);
  pad<sizeof(double) * 2><<<1, 1>>>(p);
  pad<(8 > 4 ? 8 : 4)><<<1, 1>>>(p);
  pad<1 << 8><<<1, 1>>>(p);
}
