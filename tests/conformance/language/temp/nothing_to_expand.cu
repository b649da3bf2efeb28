// case: nothing_to_expand
// spec: [temp.variadic]
// reject: E0410 x is not a pack
template <typename... T>
__tile__ int g(T... v) {
    return sizeof...(v);
}
template <typename T>
__tile__ int f(T x) {
    return g(x...);
}

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
