// Statuses instead of exceptions, spans instead of pointers.
#include <cuda_tile.h>
#include <cuda_runtime.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/types/span.h>
namespace ct = cuda::tiles;

#define RETURN_IF_CUDA(expression)                                                                      \
  if (cudaError_t e = (expression); e != cudaSuccess)                                                   \
  return absl::InternalError(absl::StrFormat("%s:%d: %s: %s", __FILE__, __LINE__, #expression, cudaGetErrorString(e)))
#define RETURN_IF_ERROR(expression) \
  if (absl::Status s = (expression); !s.ok()) return s
#define ASSIGN_OR_RETURN(name, expression) \
  auto name##_or = (expression);           \
  if (!name##_or.ok()) return std::move(name##_or).status(); \
  auto& name = *name##_or

namespace project {
template <class T, int Tile> __tile_global__ void clamp(T* x, T low, T high) {
  auto at = int(ct::bid().x) * Tile + ct::iota<ct::tile<int, ct::shape<Tile>>>();
  ct::store(x + at, ct::min(ct::max(ct::load(x + at), low), high));
}
template <int Tile, class T> absl::Status Launch(absl::Span<T> data, T low, T high) {
  if (data.size() % Tile != 0) return absl::InvalidArgumentError(absl::StrCat("size ", data.size(), " is not a multiple of ", Tile));
  clamp<T, Tile><<<data.size() / Tile, 1>>>(data.data(), low, high);
  RETURN_IF_CUDA(cudaGetLastError());
  return absl::OkStatus();
}
template <class T> absl::StatusOr<absl::Span<T>> Allocate(std::size_t n) {
  void* p = nullptr;
  RETURN_IF_CUDA(cudaMallocManaged(&p, n * sizeof(T)));
  return absl::MakeSpan(static_cast<T*>(p), n);
}
template <class T> absl::Status Clamp(std::size_t n) {
  ASSIGN_OR_RETURN(data, Allocate<T>(n));
  RETURN_IF_ERROR((Launch<256, T>(data, T(0), T(1))));
  RETURN_IF_ERROR(Launch<64>(data.subspan(0, 64), T(-1), T(1)));
  for (absl::Span<T> part : {data.first(128), data.last(128)}) RETURN_IF_ERROR(Launch<128>(part, T(0), T(2)));
  return absl::OkStatus();
}
}  // namespace project

int main() {
  for (const absl::Status& status : {project::Clamp<float>(1 << 12), project::Clamp<long>(1 << 10)})
    if (!status.ok()) absl::FPrintF(stderr, "%s\n", status.ToString());
}
