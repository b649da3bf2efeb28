// case: placeholder_constraints
// spec: [dcl.spec.auto], [temp.constr.order]
// arg: i32 = 3
// arg: out i32[7]
// expect: [2, 1, 3, 3, 4, 8, 6]
template <typename T>
concept Integral = requires(T t) { t % 1; };
template <typename T>
concept SmallIntegral = Integral<T> && sizeof(T) < 4;
template <typename T, typename U>
concept SameSize = sizeof(T) == sizeof(U);
constexpr int rank(Integral auto) { return 1; }
constexpr int rank(SmallIntegral auto) { return 2; }
constexpr int rank(auto) { return 3; }
__tile__ Integral auto pick(int n) { return n; }
__tile__ int sum(Integral auto... v) { return (0 + ... + v); }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = rank('a');
    out[1] = rank(1);
    out[2] = rank(1.0);
    Integral auto x = pick(n);
    out[3] = x;
    SameSize<int> auto y = 4.0f;
    out[4] = static_cast<int>(y);
    out[5] = sum(n, 5);
    auto f = [](Integral auto v) -> Integral auto { return 2 * v; };
    out[6] = f(n);
}
