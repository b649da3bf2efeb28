// case: private_in_base
// spec: [class.access.base]
// reject: E0317 a derived class cannot name what is private in its base
class Base {
    int value = 1;
};
struct Derived : Base {
    __tile__ int get() const { return value; }
};

extern "C" __tile_global__ void test(int* out) { *out = Derived().get(); }
