// case: override_final
// spec: [class.virtual]
// reject: E0551 a final function is overridden
struct Shape {
    __tile__ virtual int area() const final { return 0; }
};
struct Square : Shape {
    __tile__ int area() const { return 4; }
};

extern "C" __tile_global__ void test(int* out) {
    Square s;
    *out = s.area();
}
