// case: fold_without_a_pack_unused
// spec: [expr.prim.fold]/3, [temp.variadic]/5
// reject: E0410 E0410 E0410 though nothing instantiates the template, or calls the lambda
template <class... T>
__tile__ int sum(int n, T... t) {
    return (n + ... + 0);
}
template <class... T>
__tile__ int passed(int n, T... t) {
    return sum(n...);
}
constexpr auto unused = [](auto n, auto... m) { return (... + n); };

extern "C" __tile_global__ void test(int* out) { *out = 1; }
