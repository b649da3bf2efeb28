// case: overrider_is_deleted
// spec: [class.virtual]/16
// accept: the same, corrected
struct Base { __tile__ virtual int id() const { return 1; } };
struct Derived : Base { int id(int) const = delete; };
extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = d.Base::id();
}
