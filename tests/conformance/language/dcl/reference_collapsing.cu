// case: reference_collapsing
// spec: [dcl.ref]/6
// arg: out i32[4]
// expect: [1, 1, 1, 1]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
using L = int&;
using R = int&&;
extern "C" __tile_global__ void test(int* out) {
    out[0] = same<L&, int&>;
    out[1] = same<L&&, int&>;
    out[2] = same<R&, int&>;
    out[3] = same<R&&, int&&>;
}
