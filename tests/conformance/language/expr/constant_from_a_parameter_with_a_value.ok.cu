// case: constant_from_a_parameter_with_a_value
// spec: [expr.const]
// accept: the value is in the type
template <int N> struct number {
    constexpr operator int() const { return N; }
};
template <int N> struct constant {};

template <int N> __tile__ void make(number<N> n) { constant<n> c; }

extern "C" __tile_global__ void test() { make(number<4>{}); }
