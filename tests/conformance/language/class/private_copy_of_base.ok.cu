// case: private_copy_of_base
// spec: [class.copy.ctor]
// accept: the same, corrected
class Base {
public:
    __tile__ Base(Base const&) {}
    __tile__ Base() {}
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived a;
    Derived b = a;
    *out = 1;
}
