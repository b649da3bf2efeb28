// case: arrays_of_new_from_parentheses
// spec: [dcl.init.general]/16.5, [expr.new]
// arg: out i32[4]
// expect: [7, 0, 5, 31]
// note: one value in parentheses is that of the first element
struct Number { constexpr operator int() const { return 5; } };
struct Made { int n; constexpr Made(int n) : n(n) {} };
template <class T, class... U>
constexpr bool makes = requires(U... u) { new T(u...); };
template <class T>
constexpr bool makes_none = requires { new T[]{}; };
extern "C" __tile_global__ void test(int* out) {
    int one[2](7);
    int converted[2](Number{});
    out[0] = one[0];
    out[1] = one[1];
    out[2] = converted[0];
    out[3] = int(makes<int[2], int>) + 2 * makes<int[2], Number> + 4 * makes<Made[1], int>
        + 8 * !makes<Made[2], int> + 16 * !makes<int[2], int*> + 32 * makes_none<Made> + 64 * !makes_none<int>;
}
