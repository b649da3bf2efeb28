// case: abstract_parameter
// spec: [class.abstract]/2
// accept: the same, corrected
struct Shape { __tile__ virtual int area() const = 0; };
struct Square : Shape { __tile__ int area() const override { return 4; } };
template <class S> __tile__ int area_of(S shape) { return shape.area(); }
extern "C" __tile_global__ void test(int* out) { *out = area_of(Square{}); }
