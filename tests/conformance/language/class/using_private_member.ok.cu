// case: using_private_member
// spec: [namespace.udecl]
// accept: the same, corrected
class Base {
protected:
    int value = 1;
};
struct Derived : Base {
    using Base::value;
};

extern "C" __tile_global__ void test(int* out) { *out = Derived().value; }
