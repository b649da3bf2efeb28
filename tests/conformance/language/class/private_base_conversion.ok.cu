// case: private_base_conversion
// spec: [class.access.base]
// accept: the same, corrected
struct Base {
    int value = 1;
};
class Derived : public Base {};
__tile__ int read(Base const& b) { return b.value; }

extern "C" __tile_global__ void test(int* out) { *out = read(Derived()); }
