// case: private_base_conversion
// spec: [class.access.base]
// reject: E0317 a conversion to a base that is not accessible
struct Base {
    int value = 1;
};
class Derived : private Base {};
__tile__ int read(Base const& b) { return b.value; }

extern "C" __tile_global__ void test(int* out) { *out = read(Derived()); }
