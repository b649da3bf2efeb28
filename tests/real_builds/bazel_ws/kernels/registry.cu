// Static registration by macros that paste names.
#include <cuda_tile.h>
#include <string_view>
#include <unordered_map>
namespace ct = cuda::tiles;
using Fn = void (*)(float*, int);
inline std::unordered_map<std::string_view, Fn>& registry() { static std::unordered_map<std::string_view, Fn> r; return r; }
struct Registrar { Registrar(std::string_view name, Fn fn) { registry()[name] = fn; } };
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define REGISTER(name, ...) static Registrar CONCAT(registrar_, __COUNTER__)(#name, __VA_ARGS__)
#define DEFINE_KERNEL(name, expr)                                        \
  template <int N> __tile_global__ void name(float* p, int n) {          \
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>();                    \
    auto x = ct::load_masked(p + i, i < n);                              \
    ct::store_masked(p + i, expr, i < n);                                \
  }                                                                      \
  REGISTER(name, name<64>)
DEFINE_KERNEL(doubled, x + x);
DEFINE_KERNEL(squared, x * x);
REGISTER(doubled_wide, &doubled<1024>);
void run(std::string_view name, float* p, int n) { registry().at(name)<<<1, 1>>>(p, n); }
