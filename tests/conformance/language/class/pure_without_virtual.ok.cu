// case: pure_without_virtual
// spec: [class.abstract]
// accept: the same, corrected
struct Shape {
    virtual __tile__ int area() const = 0;
};

extern "C" __tile_global__ void test(int* out) { *out = alignof(Shape); }
