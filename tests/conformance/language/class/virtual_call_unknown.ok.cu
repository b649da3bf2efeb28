// case: virtual_call_unknown
// spec: tile: 18 Language restrictions
// accept: the same, corrected
struct Shape {
    int n;
    __tile__ virtual int area() const { return n; }
    __tile__ int size() const { return n; }
};

extern "C" __tile_global__ void test(int* out, Shape* s) { *out = s->Shape::area(); }
