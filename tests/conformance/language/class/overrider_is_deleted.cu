// case: overrider_is_deleted
// spec: [class.virtual]/16
// reject: E0551 deleted, and the function it overrides is not
struct Base { __tile__ virtual int id() const { return 1; } };
struct Derived : Base { int id() const override = delete; };
extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = d.Base::id();
}
