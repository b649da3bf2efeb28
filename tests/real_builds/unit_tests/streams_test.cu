#include <cuda_tile.h>
#include <array>
#include <memory>
#include <optional>
#include "cuda_check.h"
namespace ct = cuda::tiles;
template <int S> __tile_global__ void on(float* p) { ct::store(p, float(S)); }
struct Stream {
  Stream() { cudaStreamCreate(&s); }
  ~Stream() { cudaStreamDestroy(s); }
  operator cudaStream_t() const { return s; }
  cudaStream_t s;
};
TEST(Streams, Several) {
  std::array<Stream, 2> streams;
  std::optional<float*> p = nullptr;
  auto shared = std::make_shared<Stream>();
  on<0><<<1, 1, 0, streams[0]>>>(*p);
  on<1><<<1, 1, 0, streams.at(1).s>>>(p.value());
  on<2><<<1, 1, 0, *shared>>>(p.value_or(nullptr));
  on<3><<<1, 1, 0, cudaStreamPerThread>>>(*p);
  on<4><<<dim3{2, 2}, 1u, size_t{0}, nullptr>>>(*p);
}
