// case: protected_through_base
// spec: [class.protected]
// accept: the same, corrected
class Base {
protected:
    int value = 1;
};
struct Derived : Base {
    __tile__ int other(Derived const& b) const { return b.value; }
};

extern "C" __tile_global__ void test(int* out) { *out = Derived().other(Derived()); }
