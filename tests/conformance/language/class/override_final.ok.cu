// case: override_final
// spec: [class.virtual]
// accept: the same, corrected
struct Shape {
    __tile__ virtual int area() const { return 0; }
};
struct Square : Shape {
    __tile__ int area() const { return 4; }
};

extern "C" __tile_global__ void test(int* out) {
    Square s;
    *out = s.area();
}
