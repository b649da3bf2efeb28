// Launch sizes come from Eigen's expressions; the tile from a matrix' size at compile time.
#include <cuda_tile.h>
#include <Eigen/Core>
#include "check.h"
namespace ct = cuda::tiles;

template <class Scalar, int Rows, int Cols> __tile_global__ void affine(const Scalar* x, Scalar* y, Scalar a, Scalar b) {
  auto at = int(ct::bid().x) * (Rows * Cols) + ct::iota<ct::tile<int, ct::shape<Rows * Cols>>>();
  ct::store(y + at, ct::load(x + at) * a + b);
}
template <class Derived> void launch(const Eigen::PlainObjectBase<Derived>& x, Eigen::PlainObjectBase<Derived>& y) {
  using Scalar = typename Derived::Scalar;
  constexpr int rows = Derived::RowsAtCompileTime, cols = Derived::ColsAtCompileTime;
  if constexpr (rows != Eigen::Dynamic && cols != Eigen::Dynamic) {
    affine<Scalar, rows, cols><<<1, 1>>>(x.data(), y.data(), Scalar(2), x.maxCoeff());
  } else {
    const auto blocks = (x.size() + 255) / 256;
    affine<Scalar, 16, 16><<<static_cast<unsigned>(blocks), 1>>>(x.data(), y.data(), Scalar(2), x.mean());
  }
}
int main() {
  Eigen::Matrix4f a = Eigen::Matrix4f::Random(), b;
  Eigen::Matrix<double, 8, 2, Eigen::RowMajor> c = decltype(c)::Ones(), d;
  Eigen::MatrixXi e = Eigen::MatrixXi::Constant(32, 32, 3), f(32, 32);
  launch(a, b);
  launch(c, d);
  launch(e, f);

  float* managed = nullptr;
  CUDA_CHECK(cudaMallocManaged(&managed, 2 * 1024 * sizeof(float)));
  Eigen::Map<Eigen::VectorXf> in(managed, 1024), out(managed + 1024, 1024);
  in.setLinSpaced(0.f, 1.f);
  auto head = in.head<512>();
  affine<float, 1, head.SizeAtCompileTime><<<in.size() / head.size(), 1>>>(in.data(), out.data(), 1.f, in.norm());
  CUDA_CHECK(cudaDeviceSynchronize());
  return out.isApprox((in.array() + in.norm()).matrix()) ? 0 : 1;
}
