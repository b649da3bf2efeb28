// case: private_base_pointer
// spec: [conv.ptr]
// accept: the same, corrected
struct Base {
    int value = 1;
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived d;
    Base* b = &d;
    *out = b->value;
}
