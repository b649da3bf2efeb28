// case: base_twice
// spec: [class.mi]
// reject: E0313 a class is a direct base twice
struct Base {
    int n = 1;
};
struct Derived : Base, Base {};

extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = sizeof(d);
}
