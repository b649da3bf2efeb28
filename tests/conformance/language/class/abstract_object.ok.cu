// case: abstract_object
// spec: [class.abstract]
// accept: the same, corrected
struct Shape {
    __tile__ virtual int area() const = 0;
};
struct Square : Shape {
    __tile__ int area() const override { return 4; }
    __tile__ int sides() const { return 4; }
};

extern "C" __tile_global__ void test(int* out) {
    Square s;
    *out = s.sides();
}
