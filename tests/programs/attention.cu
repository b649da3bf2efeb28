// Attention over one head, a class that owns its stream, and the time by events as benchmarks take it.
//> largest error below 1e-3: yes
//> 5 runs took some time: yes
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace ct = cuda::tiles;

#define CHECK(x)                                                                              \
  do {                                                                                        \
    if (cudaError_t e = (x); e != cudaSuccess) {                                              \
      fprintf(stderr, "%s at %s:%d\n", cudaGetErrorString(e), __FILE__, __LINE__);            \
      exit(1);                                                                                \
    }                                                                                         \
  } while (false)

template <int ROWS, int KEYS, int WIDTH>
__tile_global__ void attention(const __half *q, const __half *k, const __half *v, float *out, int length, float scale) {
  ct::partition_view vq{ct::tensor_span{q, ct::extents{length, WIDTH}}, ct::shape<ROWS, WIDTH>{}};
  ct::partition_view vk{ct::tensor_span{k, ct::extents{length, WIDTH}}, ct::shape<KEYS, WIDTH>{}};
  ct::partition_view vv{ct::tensor_span{v, ct::extents{length, WIDTH}}, ct::shape<KEYS, WIDTH>{}};
  ct::partition_view vo{ct::tensor_span{out, ct::extents{length, WIDTH}}, ct::shape<ROWS, WIDTH>{}};
  auto query = vq.load(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<ROWS, WIDTH>>>();
  auto top = ct::full<ct::tile<float, ct::shape<ROWS, 1>>>(-INFINITY);
  auto weight = ct::zeros<ct::tile<float, ct::shape<ROWS, 1>>>();
  for (int step : ct::irange(0, length / KEYS)) {
    auto scores = ct::zeros<ct::tile<float, ct::shape<ROWS, KEYS>>>();
    scores = ct::mma(query, ct::transpose(vk.load(step, 0)), scores) * scale;
    auto higher = ct::max(top, ct::reduce_max<1>(scores));
    auto p = ct::exp(scores - higher);
    auto old = ct::exp(top - higher);
    weight = weight * old + ct::sum<1>(p);
    sum = ct::mma(ct::element_cast<__half>(p), vv.load(step, 0), sum * old);
    top = higher;
  }
  vo.store(sum / weight, ct::bid().x, 0);
}

class Attention {
public:
  static constexpr int rows = 16, keys = 16, width = 32;
  explicit Attention(int length) : length_(length) {
    CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    for (auto *pointer : {&q_, &k_, &v_})
      CHECK(cudaMallocAsync(pointer, length * width * sizeof(__half), stream_));
    CHECK(cudaMallocAsync(&out_, length * width * sizeof(float), stream_));
  }
  ~Attention() {
    for (auto *pointer : {q_, k_, v_})
      cudaFreeAsync(pointer, stream_);
    cudaFreeAsync(out_, stream_);
    cudaStreamDestroy(stream_);
  }
  void load(const std::vector<__half> &q, const std::vector<__half> &k, const std::vector<__half> &v) {
    const std::vector<__half> *from[] = {&q, &k, &v};
    __half *to[] = {q_, k_, v_};
    for (int i = 0; i < 3; ++i)
      CHECK(cudaMemcpyAsync(to[i], from[i]->data(), from[i]->size() * sizeof(__half), cudaMemcpyHostToDevice, stream_));
  }
  void run() {
    attention<rows, keys, width>
        <<<length_ / rows, 1, 0, stream_>>>(q_, k_, v_, out_, length_, 1 / std::sqrt(float(width)));
    CHECK(cudaGetLastError());
  }
  std::vector<float> result() {
    std::vector<float> out(length_ * width);
    CHECK(cudaMemcpyAsync(out.data(), out_, out.size() * sizeof(float), cudaMemcpyDeviceToHost, stream_));
    CHECK(cudaStreamSynchronize(stream_));
    return out;
  }
  cudaStream_t stream() const { return stream_; }

private:
  int length_;
  __half *q_ = nullptr, *k_ = nullptr, *v_ = nullptr;
  float *out_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

int main() {
  constexpr int length = 64, width = Attention::width;
  std::vector<__half> q(length * width), k(q), v(q);
  for (int i = 0; i < length * width; ++i) {
    q[i] = std::sin(i * 0.37f);
    k[i] = std::cos(i * 0.11f);
    v[i] = std::sin(i * 0.05f) * 2;
  }
  Attention head(length);
  head.load(q, k, v);
  head.run();
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, head.stream()));
  for (int i = 0; i < 5; ++i)
    head.run();
  CHECK(cudaEventRecord(stop, head.stream()));
  CHECK(cudaEventSynchronize(stop));
  float time = 0;
  CHECK(cudaEventElapsedTime(&time, start, stop));

  const auto out = head.result();
  double worst = 0;
  for (int i = 0; i < length; ++i) {
    double scores[length], top = -1e30, total = 0;
    for (int j = 0; j < length; ++j) {
      double dot = 0;
      for (int w = 0; w < width; ++w)
        dot += double(float(q[i * width + w])) * double(float(k[j * width + w]));
      scores[j] = dot / std::sqrt(double(width));
      top = std::max(top, scores[j]);
    }
    for (double &score : scores)
      total += score = std::exp(score - top);
    for (int w = 0; w < width; ++w) {
      double expected = 0;
      for (int j = 0; j < length; ++j)
        expected += scores[j] / total * double(float(v[j * width + w]));
      worst = std::max(worst, std::fabs(expected - out[i * width + w]));
    }
  }
  printf("largest error below 1e-3: %s\n", worst < 1e-3 ? "yes" : "no");
  printf("5 runs took some time: %s\n", time > 0 ? "yes" : "no");
}
