// case: private_base_member
// spec: [class.access.base]
// accept: the same, corrected
struct Base {
    int value = 1;
};
class Derived : public Base {};

extern "C" __tile_global__ void test(int* out) { *out = Derived().value; }
