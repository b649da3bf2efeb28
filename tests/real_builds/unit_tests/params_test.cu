// A parameterised test: a table of names and kernels of different instantiations.
#include <cuda_tile.h>
#include "cuda_check.h"
namespace ct = cuda::tiles;
enum class Op { Add, Mul, Max };
template <Op O, class T> __tile_global__ void binary(T* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::load(p + i);
  if constexpr (O == Op::Add) ct::store(p + i, x + x);
  else if constexpr (O == Op::Mul) ct::store(p + i, x * x);
  else ct::store(p + i, ct::max(x, x));
}
using Param = std::tuple<const char*, void (*)(float*), double>;
static const Param params[] = {
    {"add", binary<Op::Add, float>, 0.}, {"mul", binary<Op::Mul>, 1.}, std::make_tuple("max", &binary<Op::Max, float>, 2.)};
TEST(Params, Table) {
  for (auto [name, kernel, tolerance] : params) kernel<<<1, 1>>>(nullptr);
}
