// Fits on the host, evaluates on the GPU: kernels by the degree, Eigen's types in signatures of host templates.
#include <cuda_tile.h>
#include <Eigen/Dense>
#include <utility>
#include <vector>
#include "check.h"
namespace ct = cuda::tiles;
template <class T, int Degree> struct Coefficients { T c[Degree + 1]; };

template <class T, int Degree> __tile_global__ void horner(const T* x, T* y, const Coefficients<T, Degree>* p) {
  auto at = int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  auto v = ct::load(x + at);
  auto sum = ct::full<ct::tile<T, ct::shape<128>>>(p->c[Degree]);
  for (int i = Degree - 1; i >= 0; --i) sum = sum * v + p->c[i];
  ct::store(y + at, sum);
}
template <int Degree, class T>
void evaluate(const Eigen::Ref<const Eigen::Matrix<T, Eigen::Dynamic, 1>>& fit, const T* x, T* y, Eigen::Index n) {
  Coefficients<T, Degree>* p = nullptr;
  CUDA_CHECK(cudaMallocManaged(&p, sizeof *p));
  Eigen::Map<Eigen::Matrix<T, Degree + 1, 1>>(p->c) = fit.template head<Degree + 1>();
  horner<<<dim3(n / 128), 1>>>(x, y, p);
}
template <class T, int... Degrees>
void by_degree(int degree, const Eigen::Matrix<T, Eigen::Dynamic, 1>& fit, const T* x, T* y, Eigen::Index n,
               std::integer_sequence<int, Degrees...>) {
  ((degree == Degrees + 1 ? evaluate<Degrees + 1, T>(fit, x, y, n) : void()), ...);
}
int main() {
  using Eigen::MatrixXd, Eigen::VectorXd;
  const Eigen::Index n = 1024;
  VectorXd x = VectorXd::LinSpaced(n, -1, 1), y = x.array().exp().matrix();
  MatrixXd powers(n, 4);
  for (int j = 0; j < powers.cols(); ++j) powers.col(j) = x.array().pow(j);
  const VectorXd fit = powers.colPivHouseholderQr().solve(y);
  by_degree<double>(static_cast<int>(fit.size()) - 1, fit, x.data(), y.data(), n, std::make_integer_sequence<int, 3>());
  const Eigen::JacobiSVD<Eigen::Matrix3f> svd(Eigen::Matrix3f::Identity());
  [rank = svd.rank()](auto* p) { horner<std::remove_pointer_t<decltype(p)>, 2><<<rank, 1>>>(p, p, nullptr); }((float*)nullptr);
  CUDA_CHECK(cudaDeviceSynchronize());
}
