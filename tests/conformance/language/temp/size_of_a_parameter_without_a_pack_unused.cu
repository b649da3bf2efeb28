// case: size_of_a_parameter_without_a_pack_unused
// spec: [expr.sizeof]/5, [temp.variadic]/5
// reject: E0410 E0410 E0410 E0410 though nothing instantiates the template, or calls the lambda
template <class A, class... T>
__tile__ int count(A n, T... t) {
    int k = 0;
    return sizeof...(n) + sizeof...(A) + sizeof...(k);
}
constexpr bool quiet = noexcept([](auto&& n, auto... m) constexpr -> int { return sizeof...(n); }(1));

extern "C" __tile_global__ void test(int* out) { *out = 1; }
