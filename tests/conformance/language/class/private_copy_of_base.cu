// case: private_copy_of_base
// spec: [class.copy.ctor]
// reject: E0502 a class whose base has a private copy constructor is not copied
class Base {
    __tile__ Base(Base const&) {}
public:
    __tile__ Base() {}
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived a;
    Derived b = a;
    *out = 1;
}
