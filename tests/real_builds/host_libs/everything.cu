// All of the libraries in one file, behind an interface without kernels.
#include <absl/container/btree_map.h>
#include <absl/hash/hash.h>
#include <absl/random/random.h>
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <absl/types/span.h>
#include <Eigen/Geometry>
#include <Eigen/Sparse>
#include <fmt/format.h>
#include <fmt/os.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <memory>
#include <ranges>
#include <span>
#include "check.h"
namespace ct = cuda::tiles;

namespace {
template <class T, int Lanes> __tile_global__ void gather(const T* values, const int* indices, T* out) {
  auto at = int(ct::bid().x) * Lanes + ct::iota<ct::tile<int, ct::shape<Lanes>>>();
  ct::store(out + at, ct::load(values + ct::load(indices + at)));
}
template <class Matrix> struct Sparse {
  using Scalar = typename Matrix::Scalar;
  static constexpr int lanes = Matrix::IsRowMajor ? 128 : 32;
  static void multiply(const Matrix& m, Scalar* out) {
    const auto begin = absl::Now();
    gather<Scalar, lanes><<<(m.nonZeros() + lanes - 1) / lanes, 1>>>(m.valuePtr(), m.innerIndexPtr(), out);
    fmt::print("{} of {} in {}\n", m.nonZeros(), m.size(), absl::FormatDuration(absl::Now() - begin));
  }
};
struct Key {
  int tile;
  friend bool operator<(const Key& a, const Key& b) { return a.tile < b.tile; }
  template <class H> friend H AbslHashValue(H h, const Key& key) { return H::combine(std::move(h), key.tile); }
};
}  // namespace

void run(std::span<float> out) {
  Eigen::SparseMatrix<float> columns(64, 64);
  Eigen::SparseMatrix<double, Eigen::RowMajor> rows(64, 64);
  absl::BitGen random;
  for (int i : std::views::iota(0, 64)) {
    columns.insert(i, absl::Uniform(random, 0, 64)) = 1.f;
    rows.insert(i, i) = 2.;
  }
  Sparse<decltype(columns)>::multiply(columns, out.data());
  Sparse<decltype(rows)>::multiply(rows, nullptr);
  const absl::btree_map<Key, void (*)(const float*, const int*, float*)> kernels = {{{16}, gather<float, 16>}, {{256}, gather<float, 256>}};
  for (auto [key, kernel] : kernels) kernel<<<static_cast<int>(out.size()) / key.tile, 1>>>(nullptr, nullptr, out.data());
  const Eigen::Affine3f pose = Eigen::Translation3f(1, 2, 3) * Eigen::AngleAxisf(.5f, Eigen::Vector3f::UnitZ());
  gather<float, 8><<<absl::HashOf(Key{1}) % 2 + 1, 1>>>(pose.data(), nullptr, out.data());
}
