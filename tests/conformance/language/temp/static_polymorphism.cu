// case: static_polymorphism
// spec: [temp.dep], [temp.mem.func]
// arg: out i32[3]
// expect: [9, 16, 12]
template <typename Derived>
struct Shape {
    __tile__ int twice_area() const { return 2 * self().area(); }
    __tile__ Derived const& self() const { return static_cast<Derived const&>(*this); }
};
struct Square : Shape<Square> {
    int side;
    __tile__ explicit Square(int s) : side(s) {}
    __tile__ int area() const { return side * side; }
};
struct Box : Shape<Box> {
    int w, h;
    __tile__ Box(int w, int h) : w(w), h(h) {}
    __tile__ int area() const { return w * h; }
};
template <typename T>
__tile__ int area_of(Shape<T> const& s) {
    return s.twice_area() / 2;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = area_of(Square(3));
    out[1] = Box(2, 4).twice_area();
    out[2] = area_of(Box(3, 4));
}
