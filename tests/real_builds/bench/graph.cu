// Launches inside of stream capture, with a stream argument and deduced types.
#include <cuda_tile.h>
#include "timer.h"
namespace ct = cuda::tiles;

template <class T>
__tile_global__ void scale(T* p, T by) {
  auto at = int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  ct::store(p + at, ct::load(p + at) * by);
}
template <class T, class U>
__tile_global__ void convert(const T* from, U* to) {
  auto at = int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  ct::store(to + at, ct::element_cast<U>(ct::load(from + at)));
}

int main() {
  const int n = 1 << 16;
  DeviceBuffer<float> f(n);
  DeviceBuffer<double> d(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  scale<<<n / 128, 1, 0, stream>>>(f.get(), 2.0f);
  convert<<<n / 128, 1, 0, stream>>>(static_cast<const float*>(f.get()), d.get());
  scale<<<n / 128, 1, 0, stream>>>(d.get(), 0.5);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 10; ++i) CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
}
