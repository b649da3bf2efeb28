// case: size_of_a_parameter_without_a_pack_unused
// spec: [expr.sizeof]/5, [temp.variadic]/5
// accept: the same, corrected; a capture and a template parameter may be a pack
template <class A, class... T>
__tile__ int count(A n, T... t) {
    int k = 0;
    auto all = [... k = t] { return sizeof...(k); };
    return sizeof...(t) + sizeof...(T) + all() + k;
}
template <template <class> class... C>
constexpr int sizes = sizeof...(C);
constexpr bool quiet = noexcept([]<int... N>(auto&& n, auto... m) constexpr -> int { return sizeof...(m) + sizeof...(N); }(1));

extern "C" __tile_global__ void test(int* out) { *out = 1; }
