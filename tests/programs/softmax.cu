// Softmax of the rows of a matrix, with a wrapper class for device memory and exceptions.
//> rows sum to 1: yes
//> largest difference below 1e-6: yes
#include <algorithm>
#include <cmath>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

inline void cuda_check(cudaError_t status, const std::string &where) {
  if (status != cudaSuccess)
    throw std::runtime_error(where + ": " + cudaGetErrorString(status));
}

template <class T> class DeviceBuffer {
public:
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    cuda_check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
  }
  explicit DeviceBuffer(const std::vector<T> &host) : DeviceBuffer(host.size()) {
    cuda_check(cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
  }
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;
  ~DeviceBuffer() { cudaFree(data_); }
  std::vector<T> download() const {
    std::vector<T> host(count_);
    cuda_check(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
    return host;
  }
  T *get() { return data_; }

private:
  T *data_ = nullptr;
  std::size_t count_;
};

template <int WIDTH> __tile_global__ void softmax(const float *in, float *out, int rows, int columns) {
  ct::partition_view source{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<1, WIDTH>{}};
  ct::partition_view target{ct::tensor_span{out, ct::extents{rows, columns}}, ct::shape<1, WIDTH>{}};
  auto row = ct::bid().x;
  auto column = ct::iota<ct::tile<int, ct::shape<WIDTH>>>();
  auto inside = ct::reshape<ct::shape<1, WIDTH>>(column < columns);
  auto loaded = source.load_masked(row, 0);
  auto x = ct::select(inside, loaded, ct::full<decltype(loaded)>(-INFINITY));
  auto shifted = ct::exp(x - ct::reduce_max<1>(x));
  target.store_masked(shifted / ct::sum<1>(shifted), row, 0);
}

int main() try {
  const int rows = 37, columns = 100;
  std::vector<float> x(rows * columns);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::sin(float(i)) * 5;
  DeviceBuffer<float> in(x), out(x.size());
  softmax<128><<<rows, 1>>>(in.get(), out.get(), rows, columns);
  cuda_check(cudaDeviceSynchronize(), "softmax");
  const auto y = out.download();
  double worst = 0, worst_sum = 0;
  for (int r = 0; r < rows; ++r) {
    const float *row = x.data() + r * columns;
    const float top = *std::max_element(row, row + columns);
    double sum = 0, total = 0;
    for (int c = 0; c < columns; ++c)
      sum += std::exp(double(row[c]) - top);
    for (int c = 0; c < columns; ++c) {
      worst = std::max(worst, std::fabs(std::exp(double(row[c]) - top) / sum - y[r * columns + c]));
      total += y[r * columns + c];
    }
    worst_sum = std::max(worst_sum, std::fabs(total - 1));
  }
  std::cout << "rows sum to 1: " << (worst_sum < 1e-5 ? "yes" : "no") << '\n';
  std::cout << "largest difference below 1e-6: " << (worst < 1e-6 ? "yes" : "no") << std::endl;
} catch (const std::exception &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
