// case: base_twice
// spec: [class.mi]
// accept: the same, corrected
struct Base {
    int n = 1;
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = sizeof(d);
}
