// case: union_base
// spec: [class.union.general]
// accept: the same, corrected
struct Base {
    int n;
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived d{};
    *out = sizeof(d);
}
