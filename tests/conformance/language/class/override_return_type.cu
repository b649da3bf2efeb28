// case: override_return_type
// spec: [class.virtual]
// reject: E0551 an overrider with another return type
struct Shape {
    __tile__ virtual int area() const { return 0; }
};
struct Square : Shape {
    __tile__ long area() const { return 4; }
};

extern "C" __tile_global__ void test(int* out) {
    Square s;
    *out = s.area();
}
