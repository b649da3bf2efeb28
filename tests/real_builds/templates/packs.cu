// Packs that are not the last parameter, two packs, packs of types, values and templates.
#include <cuda_tile.h>
#include <span>
#include <tuple>
#include <utility>
namespace ct = cuda::tiles;
template <int... Extents, class T> __tile_global__ void fill(T* p, T v) {
    ct::partition_view view{ct::tensor_span{p, ct::extents{Extents...}}, ct::shape<Extents...>{}};
    view.store(ct::full<ct::tile<T, ct::shape<Extents...>>>(v), (Extents - Extents)...);
}
template <int... A, class... T, class U = int> __tile_global__ void two(U* out, T*... in) { *out = U((A + ... + sizeof...(T))); }
template <class... Front, class Last> __tile_global__ void back(Last* out) { *out = Last(sizeof...(Front)); }
template <template <class...> class... Boxes, class T> __tile_global__ void boxes(T* out) { *out = T(sizeof...(Boxes)); }
template <class F, class Out, class... In> __tile_global__ void zip(Out* out, In*... in) {
    auto at = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, F{}(ct::load(in + at)...));
}
template <class... T> __tile_global__ void sum(float* out, T... values) { *out = (float(values) + ... + 0.f); }
struct Add { template <class... T> __tile__ auto operator()(T... t) const { return (t + ...); } };
template <class F, class Out, class... In> void launch(F, std::span<Out> out, std::span<In>... in) {
    zip<F><<<unsigned(out.size() / 64), 1>>>(out.data(), in.data()...);
}
template <class T, std::size_t... I> void powers(std::index_sequence<I...>) { (fill<(1 << I), 2><<<1, 1>>>((T*)nullptr, T(I)), ...); }
template <class Tuple> void unpack(const Tuple& t) { std::apply([](auto... v) { sum<<<1, 1>>>((float*)nullptr, v...); }, t); }
int main() {
    float* f = nullptr; double* d = nullptr; int* i = nullptr; char* c = nullptr;
    fill<4><<<1, 1>>>(i, 3); fill<2, 4, 8><<<1, 1>>>(c, 'x'); powers<double>(std::make_index_sequence<3>{});
    two<<<1, 1>>>(i); two<1, 2><<<1, 1>>>(f, d, c); two<7><<<1, 1>>>(d, i);
    back<<<1, 1>>>(f); back<int, char><<<1, 1>>>(d); back<void, float[2], int (*)(char)><<<1, 1>>>(i);
    boxes<<<1, 1>>>(i); boxes<std::tuple, std::pair><<<1, 1>>>(f);
    std::span<float> s(f, 128); launch(Add{}, s, s, s); launch(Add{}, s, std::span<float>(f, 128));
    unpack(std::tuple{1, 2.0, 'c', 3ull, true}); sum<<<1, 1>>>(f);
}
