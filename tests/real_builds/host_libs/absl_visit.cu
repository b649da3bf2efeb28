// A variant of buffers and type-erased callables: what is launched depends on deduction through them.
#include <cuda_tile.h>
#include <cuda_runtime.h>
#include <absl/base/call_once.h>
#include <absl/cleanup/cleanup.h>
#include <absl/functional/any_invocable.h>
#include <absl/functional/bind_front.h>
#include <absl/functional/function_ref.h>
#include <absl/memory/memory.h>
#include <absl/types/optional.h>
#include <absl/types/variant.h>
#include <absl/utility/utility.h>
#include <cstdint>
#include <vector>
namespace ct = cuda::tiles;
template <class To, class From> __tile_global__ void convert(const From* x, To* y) {
  auto at = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(y + at, ct::element_cast<To>(ct::load(x + at)));
}
template <class T> struct Buffer {
  T* data = nullptr;
  std::size_t size = 0;
};
using AnyBuffer = absl::variant<Buffer<float>, Buffer<double>, Buffer<std::int32_t>>;

void convert_any(const AnyBuffer& from, AnyBuffer& to) {
  absl::visit([](const auto& x, auto& y) { convert<<<x.size / 64, 1>>>(static_cast<decltype(x.data + 0)>(x.data), y.data); }, from, to);
}
void each(absl::FunctionRef<void(int)> body) {
  for (int i = 0; i < 4; ++i) body(i);
}
template <class T> void fixed(int blocks, const T* x, T* y) { convert<std::int16_t><<<blocks, 1>>>(x, reinterpret_cast<std::int16_t*>(y)); }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  auto destroy = absl::MakeCleanup([stream] { cudaStreamDestroy(stream); });
  AnyBuffer a = Buffer<float>{}, b = Buffer<double>{};
  convert_any(a, b);
  std::vector<absl::AnyInvocable<void()>> queue;
  queue.emplace_back([p = absl::make_unique<float>(1.f), stream] { convert<char><<<1, 1, 0, stream>>>(p.get(), (char*)nullptr); });
  queue.push_back(absl::bind_front(&fixed<unsigned>, 3, nullptr, nullptr));
  for (auto& task : queue) task();
  each([&](int i) { if (i) convert<float, std::uint8_t><<<i, 1, 0, stream>>>(nullptr, nullptr); });
  static absl::once_flag once;
  absl::call_once(once, [](auto* p) { convert<<<1, 1>>>(p, p); }, static_cast<long long*>(nullptr));
  absl::optional<Buffer<unsigned short>> maybe;
  if (maybe.has_value()) absl::apply([](auto... p) { convert<<<1, 1>>>(p...); }, std::make_tuple((const unsigned short*)maybe->data, maybe->data));
}
