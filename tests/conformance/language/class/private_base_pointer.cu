// case: private_base_pointer
// spec: [conv.ptr]
// reject: E0317 a pointer does not convert to a base that is not accessible
struct Base {
    int value = 1;
};
struct Derived : protected Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived d;
    Base* b = &d;
    *out = b->value;
}
