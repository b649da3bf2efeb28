// case: abstract_parameter
// spec: [class.abstract]/2
// reject: E0552 a parameter of abstract type
struct Shape { __tile__ virtual int area() const = 0; };
__tile__ int area_of(Shape shape) { return shape.area(); }
extern "C" __tile_global__ void test(int* out) { *out = 1; }
