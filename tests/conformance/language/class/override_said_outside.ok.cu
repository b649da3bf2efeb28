// case: override_said_outside
// spec: [class.mem.general]/6
// accept: the same, corrected
struct Base { __tile__ virtual int id() const { return 1; } };
struct Derived : Base { __tile__ int id() const override; };
__tile__ int Derived::id() const { return 2; }
extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = d.id();
}
