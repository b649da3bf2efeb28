// case: constant_read_without_capture
// spec: [basic.def.odr]/5, [expr.prim.lambda.capture]/8
// arg: out i32[6]
// expect: [4, 2, 9, 4, 5, 3]
// note: values of constants, their members and elements are read; an object without members is passed on
struct Pair { int first; int second; };
struct Four { constexpr operator int() const { return 4; } };
template <class T> __tile__ int taken(T value) { return value + 1; }
extern "C" __tile_global__ void test(int* out) {
    constexpr int most = 4;
    constexpr Pair pair{2, 9};
    constexpr Four four{};
    constexpr int table[3] = {1, 2, 3};
    out[0] = [] { return most; }();
    out[1] = [] { return pair.first; }();
    out[2] = [] { return pair.second; }();
    out[3] = [](bool c) { return c ? most : pair.first; }(out != nullptr);
    out[4] = [](auto) { return taken(four); }(0);
    out[5] = [](int k) { return table[k]; }(2);
}
