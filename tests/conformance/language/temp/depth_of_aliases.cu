// case: depth_of_aliases
// spec: [temp.alias], [implimits]
// reject: E0407 each alias needs the next
template <int N>
struct S;
template <int N>
using next = typename S<N>::type;
template <int N>
struct S {
    using type = next<N + 1>;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(next<0>); }
