// case: structured_bindings_of_namespaces
// spec: [dcl.struct.bind]/1, [dcl.pre]
// arg: out i32[3]
// expect: [1236, 33, 5]
struct P {
    int a, b;
};
constexpr P p{3, 4};
__device__ const auto [x, y] = P{1, 2};
auto& [u, v] = p;
static_assert(u == 3 && v == 4);
namespace N {
constexpr int array[2] = {5, 6};
const auto& [first, second] = array;
static_assert(second == 6);
}
static_assert(N::first == 5);
template<class T, class U> constexpr bool same = false;
template<class T> constexpr bool same<T, T> = true;
static_assert(same<decltype(x), const int> && same<decltype((u)), const int&>);

extern "C" __tile_global__ void test(int* out) {
    out[0] = x * 1000 + y * 100 + u * 10 + N::second;
    auto f = [] { return u * 11; };
    out[1] = f();
    out[2] = [=](int i) { return N::first + i; }(0);
}
