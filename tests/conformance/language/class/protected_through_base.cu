// case: protected_through_base
// spec: [class.protected]
// reject: E0317 a derived class reaches protected members through its own objects only
class Base {
protected:
    int value = 1;
};
struct Derived : Base {
    __tile__ int other(Base const& b) const { return b.value; }
};

extern "C" __tile_global__ void test(int* out) { *out = Derived().other(Derived()); }
