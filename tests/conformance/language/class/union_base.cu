// case: union_base
// spec: [class.union.general]
// reject: E0313 a union is not a base
union Base {
    int n;
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived d{};
    *out = sizeof(d);
}
