// case: override_nothing
// spec: [class.virtual]
// reject: E0551 override, but const is missing
struct Shape {
    __tile__ virtual int area() const { return 0; }
};
struct Square : Shape {
    __tile__ int area() override { return 4; }
};

extern "C" __tile_global__ void test(int* out) {
    Square s;
    *out = s.area();
}
