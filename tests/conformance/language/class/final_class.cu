// case: final_class
// spec: [class.pre]
// reject: E0313 a final class is not a base
struct Base final {
    int n = 1;
};
struct Derived : Base {};

extern "C" __tile_global__ void test(int* out) { *out = Derived().n; }
