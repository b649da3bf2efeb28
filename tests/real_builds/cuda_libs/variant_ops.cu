#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ct = cuda::tiles;

template <class T, class Op, int Block>
__tile_global__ void elementwise(T* x) {
    auto p = x + Block * ct::bid().x + ct::iota<ct::tile<int, ct::shape<Block>>>();
    ct::store(p, Op()(ct::load(p)));
}
struct Relu { __tile__ auto operator()(auto x) const { return ct::max(x, x - x); } };
struct Scale { float by; __tile__ auto operator()(auto x) const { return x + x; } };
struct Negate { __tile__ auto operator()(auto x) const { return -x; } };

template <class T> struct Buffer { T* data; size_t size; };
using AnyBuffer = std::variant<Buffer<float>, Buffer<double>, Buffer<int>>;
using AnyOp = std::variant<Relu, Scale, Negate>;
template <class... Fs> struct overloaded : Fs... { using Fs::operator()...; };

void apply(const AnyBuffer& buffer, const AnyOp& op, cudaStream_t stream) {
    std::visit(
        [stream](auto b, auto o) {
            using T = std::remove_pointer_t<decltype(b.data)>;
            if constexpr (std::is_integral_v<T>) {
                if constexpr (!std::is_same_v<decltype(o), Scale>) elementwise<T, decltype(o), 512><<<b.size / 512, 1, 0, stream>>>(b.data);
            } else if (b.size % 1024 == 0) {
                elementwise<T, decltype(o), 1024><<<b.size / 1024, 1, 0, stream>>>(b.data);
            } else {
                elementwise<T, decltype(o), 32><<<b.size / 32, 1, 0, stream>>>(b.data);
            }
        },
        buffer, op);
}
