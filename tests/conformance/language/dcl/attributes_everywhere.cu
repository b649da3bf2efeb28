// case: attributes_everywhere
// spec: [dcl.attr.grammar]
// arg: out i32[6]
// arg: i32 = 3
// expect: [3, 4, 8, 2, 6, 10]
// note: unknown attributes are ignored, [dcl.attr.grammar]/6

[[deprecated("old")]] [[nodiscard]] __tile__ int f [[gnu::pure]] (int a [[maybe_unused]], [[maybe_unused]] int b) {
    return a;
}
struct [[vendor::a]] alignas(8) S final {
    [[no_unique_address]] int x [[vendor::b]] = 4;
    [[vendor::c]] explicit __tile__ S() [[vendor::d]] {}
};
enum [[nodiscard]] E { one [[deprecated]] = 1, two [[maybe_unused]] };
namespace [[deprecated]] n1 { constexpr int ten [[maybe_unused]] = 10; }
template <class T> using Alias [[deprecated]] = T*;
typedef int Int [[vendor::e]];

extern "C" __tile_global__ void test(int* out, int n) {
    [[maybe_unused]] int const volatile [[vendor::type]] x = 6;
    Int* [[vendor::pointer]] p = nullptr;
    Alias<int> q [[maybe_unused]] = p;
    out[0] = f(n, 1);
    out[1] = S().x;
    out[2] = alignof(S);
    out[3] = two;
    out[4] = x;
    out[5] = n1::ten;
}
