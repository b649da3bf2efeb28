// case: using_private_member
// spec: [namespace.udecl]
// reject: E0317 a using-declaration cannot open what is private in the base
class Base {
    int value = 1;
};
struct Derived : Base {
    using Base::value;
};

extern "C" __tile_global__ void test(int* out) { *out = Derived().value; }
