// case: private_in_base
// spec: [class.access.base]
// accept: the same, corrected
class Base {
protected:
    int value = 1;
};
struct Derived : Base {
    __tile__ int get() const { return value; }
};

extern "C" __tile_global__ void test(int* out) { *out = Derived().get(); }
