// case: virtual_call_through_base
// spec: [class.virtual]
// reject: E0598 a call through a pointer or a reference to a base is virtual, which tile code does not have
struct Base {
    __tile__ virtual int f() const { return 1; }
};
struct Derived : Base {
    __tile__ int f() const override { return 2; }
};
__tile__ int call(Base const& base) { return base.f(); }

extern "C" __tile_global__ void test(int* out) { *out = call(Derived()); }
