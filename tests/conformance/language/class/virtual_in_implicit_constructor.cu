// case: virtual_in_implicit_constructor
// spec: [class.cdtor]/4
// accept: while an implicit constructor initialises members, virtual functions are those of its class
struct V {
    virtual constexpr int f() const { return 0; }
    int k = f();
};
struct W : V {
    constexpr int f() const override { return 1; }
};
static_assert(W{}.k == 0 && W().k == 0);
constexpr W w{};
static_assert(w.k == 0 && w.f() == 1);

extern "C" __tile_global__ void test(int*) {}
