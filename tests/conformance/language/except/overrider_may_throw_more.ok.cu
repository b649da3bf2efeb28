// case: overrider_may_throw_more
// spec: [except.spec]/4
// accept: the same, corrected
struct Base { __tile__ virtual int id() const { return 1; } };
struct Derived : Base { __tile__ int id() const noexcept override { return 2; } };
extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = d.id();
}
