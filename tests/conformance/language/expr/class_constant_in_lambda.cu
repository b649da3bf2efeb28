// case: class_constant_in_lambda
// spec: [basic.def.odr]/5, [expr.prim.lambda.capture]/11
// arg: out i32[6]
// expect: [3, 5, 3, 1, 2, 4]
// Reading a member of a constant is not an odr-use: in a constant expression it reads the variable, not the capture.
struct S {
    int x, y;
};
struct Counted {
    int x;
    constexpr Counted(int x) : x(x) {}
    constexpr Counted(const Counted& other) : x(other.x + 100) {}
};
constexpr int reads_the_variable() {
    constexpr Counted c{1};
    return [=] { return c.x; }();
}
static_assert(reads_the_variable() == 1);
template <int n> constexpr int value = n;
constexpr const int& larger(const int& a, const int& b) { return a < b ? b : a; }
extern "C" __tile_global__ void test(int* out) {
    constexpr S c{1, 2};
    auto by_default = [&] {
        constexpr int z = c.x + c.y;
        return z;
    };
    out[0] = by_default();
    auto named = [c] {
        constexpr int z = value<c.x> + c.y * 2;
        return z;
    };
    out[1] = named();
    constexpr int three = 3;
    auto scalar = [three] {
        int a[three] = {1, 1, 1};
        return a[0] + a[1] + a[2];
    };
    out[2] = scalar();
    out[3] = [&](auto i) { return value<c.x> * i; }(1);
    auto bound = [&] {
        constexpr int most = larger(three, 4);
        return most;
    };
    out[5] = bound();
    out[4] = [=] { return [=] { return value<c.y>; }(); }();
}
