// case: pure_without_virtual
// spec: [class.abstract]
// reject: E0324 a function that nothing overrides is defined
struct Shape {
    __tile__ int area() const = 0;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Shape); }
