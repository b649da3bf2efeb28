// case: overrider_may_throw_more
// spec: [except.spec]/4
// reject: E0551 looser than the function it overrides
struct Base { __tile__ virtual int id() const noexcept { return 1; } };
struct Derived : Base { __tile__ int id() const override { return 2; } };
extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = d.id();
}
