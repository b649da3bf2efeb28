// case: constant_from_a_parameter_with_a_value
// spec: [expr.const]
// reject: E0570 the value of the parameter is read
struct number {
    int value;
    constexpr operator int() const { return value; }
};
template <int N> struct constant {};

__tile__ void make(number n) { constant<n> c; }

extern "C" __tile_global__ void test() { make({4}); }
