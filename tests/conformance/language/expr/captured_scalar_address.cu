// case: captured_scalar_address
// spec: [expr.prim.lambda.capture]/7, [basic.def.odr]/5
// arg: out i32[8]
// expect: [1, 1, 7, 1, 1, 1, 5, 1]
// A scalar constant whose address a lambda takes is captured by the default, so that it is one object in all of them.
constexpr bool in_constant(int n) {
    constexpr int c = 7;
    auto same = [&](const int* p) { return p == &c; };
    return same(&c);
}
static_assert(in_constant(3));
constexpr int outlives() {
    constexpr int x = 5;
    return [&] {
        const int* p = nullptr;
        { p = &x; }
        return *p;
    }();
}
static_assert(outlives() == 5);
constexpr bool in_generic() {
    constexpr int x = 5;
    auto same = [&](auto p) { return p == &x; };
    return same(&x);
}
static_assert(in_generic());
constexpr bool nested() {
    constexpr int x = 5;
    return [&] { return [&] { return &x; }(); }() == &x && [=] { return [=] { return &x; }(); }() != &x;
}
static_assert(nested());
constexpr bool by_arm(bool b) {
    constexpr int x = 5, y = 6;
    return [&] { return &(b ? x : y); }() == (b ? &x : &y);
}
static_assert(by_arm(true) && by_arm(false));
extern "C" __tile_global__ void test(int* out) {
    constexpr int x = 5;
    auto same = [&](const int* p) { return p == &x; };
    out[0] = same(&x);
    const int c = 7;
    auto with_itself = [&] { return &c == &c; };
    out[1] = with_itself();
    auto reference = [&]() -> const int& { return c; };
    out[2] = reference();
    out[3] = &reference() == &c;
    auto reads = [&] { return x + c; };
    out[4] = sizeof(reads) == 1 && reads() == 12;
    out[5] = [=] { return &x == &x; }();
    auto copy = [=] { return &x; };
    out[6] = *copy();
    out[7] = [&](auto p) { return p == &x; }(&x);
}
