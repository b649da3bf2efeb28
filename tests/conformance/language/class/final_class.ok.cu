// case: final_class
// spec: [class.pre]
// accept: the same, corrected
struct Base {
    int n = 1;
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) { *out = Derived().n; }
