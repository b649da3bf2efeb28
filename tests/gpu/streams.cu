// Measures the time of launches in a row, and how far streams overlap: `tilec build tests/gpu/streams.cu -o streams && ./streams` on a
// machine with a GPU. Each figure is the median of nine rounds behind one that is not counted.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void increment(int *value) { *value += 1; }

// One tile block, so that many fit beside each other.
__tile_global__ void spin(float *out, int n_steps) {
  auto x = ct::iota<ct::tile<int, ct::shape<128>>>();
  auto v = ct::element_cast<float>(x);
  for (int i = 0; i < n_steps; ++i) v = ct::sin(v) + 1.0f;
  ct::store(out + x, v);
}

static void check(cudaError_t code, int line) {
  if (code == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorString(code));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

template <class Run>
static double median_us(Run run) {
  std::vector<double> times;
  for (int round = 0; round < 10; ++round) {
    CHECK(cudaDeviceSynchronize());
    auto start = std::chrono::steady_clock::now();
    run();
    CHECK(cudaDeviceSynchronize());
    std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    if (round) times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int main() {
  const int n_launches = 2000, n_steps = 20000;
  const size_t n_bytes = size_t(64) << 20;
  int *value;
  float *out;
  char *host[2], *device[2];
  cudaStream_t stream[2];
  CHECK(cudaMalloc(&value, sizeof *value));
  CHECK(cudaMemset(value, 0, sizeof *value));
  CHECK(cudaMalloc(&out, 2 * 128 * sizeof *out));
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaMallocHost(&host[i], n_bytes));
    CHECK(cudaMalloc(&device[i], n_bytes));
    CHECK(cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking));
  }
  auto launches = median_us([&] {
    for (int i = 0; i < n_launches; ++i) increment<<<1, 1, 0, stream[0]>>>(value);
  });
  int count = 0;
  CHECK(cudaMemcpy(&count, value, sizeof count, cudaMemcpyDeviceToHost));
  std::printf("launches: %.2f us each, %s\n", launches / n_launches, count == 10 * n_launches ? "all ran" : "SOME DID NOT RUN");

  auto one = median_us([&] { spin<<<1, 1, 0, stream[0]>>>(out, n_steps); });
  auto both = median_us([&] {
    for (int i = 0; i < 2; ++i) spin<<<1, 1, 0, stream[i]>>>(out + 128 * i, n_steps);
  });
  std::printf("two kernels: %.2f times one (%.0f us)\n", both / one, one);

  auto copy_in = [&](int i) { CHECK(cudaMemcpyAsync(device[i], host[i], n_bytes, cudaMemcpyHostToDevice, stream[i])); };
  auto copy_out = [&](int i) { CHECK(cudaMemcpyAsync(host[i], device[i], n_bytes, cudaMemcpyDeviceToHost, stream[i])); };
  auto in = median_us([&] { copy_in(0); });
  auto out_and_in = median_us([&] { copy_in(0), copy_out(1); });
  std::printf("a copy to the GPU beside one from it: %.2f times one (%.0f us)\n", out_and_in / in, in);

  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, stream[0]));
  spin<<<1, 1, 0, stream[0]>>>(out, n_steps);
  CHECK(cudaEventRecord(stop, stream[0]));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  std::printf("events: %.2f of the time by the host's clock\n", milliseconds * 1e3 / one);
}
