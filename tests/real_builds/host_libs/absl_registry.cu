// Kernels by name in a hash map, filled before main.
#include <cuda_tile.h>
#include <cuda_runtime.h>
#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>
#include <absl/strings/ascii.h>
#include <absl/strings/match.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <absl/strings/string_view.h>
#include <absl/synchronization/mutex.h>
#include <iostream>
namespace ct = cuda::tiles;
using Kernel = void (*)(const float*, float*);
struct Relu { template <class T> static __tile__ T apply(T x) { return ct::max(x, 0.f); } };
struct Negate { template <class T> static __tile__ T apply(T x) { return -x; } };
struct Identity { template <class T> static __tile__ T apply(T x) { return x; } };

template <class Op, int Tile> __tile_global__ void unary(const float* x, float* y) {
  auto at = int(ct::bid().x) * Tile + ct::iota<ct::tile<int, ct::shape<Tile>>>();
  ct::store(y + at, Op::apply(ct::load(x + at)));
}
class Registry {
 public:
  static Registry& Get() { static Registry* registry = new Registry; return *registry; }
  template <class Op> bool Add(absl::string_view name) {
    absl::MutexLock lock(&mutex_);
    auto& variants = kernels_[absl::AsciiStrToLower(name)];
    variants.emplace_back(128, unary<Op, 128>);
    variants.emplace_back(512, &unary<Op, 512>);
    return true;
  }
  bool Launch(absl::string_view name, int tile, int n, const float* x, float* y) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::ReaderMutexLock lock(&mutex_);
    auto it = kernels_.find(name);
    if (it == kernels_.end()) return false;
    for (const auto& [size, kernel] : it->second)
      if (size == tile) return kernel<<<n / size, 1>>>(x, y), true;
    return false;
  }
  std::string Names() {
    absl::InlinedVector<absl::string_view, 4> names;
    for (const auto& [name, variants] : kernels_) names.push_back(name);
    return absl::StrJoin(names, ",");
  }
 private:
  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, absl::InlinedVector<std::pair<int, Kernel>, 2>> kernels_ ABSL_GUARDED_BY(mutex_);
};
#define REGISTER(Op) [[maybe_unused]] static const bool registered_##Op = Registry::Get().Add<Op>(#Op)
REGISTER(Relu);
REGISTER(Negate);

int main(int, char** argv) {
  std::cout << Registry::Get().Names() << '\n';
  for (absl::string_view name : absl::StrSplit(argv[1] ? argv[1] : "relu,negate", ','))
    if (!Registry::Get().Launch(name, 128, 1024, nullptr, nullptr) && absl::StartsWith(name, "id"))
      unary<Identity, 64><<<1, 1>>>(nullptr, nullptr);
}
