// case: parameter_polymorphic
// spec: [class.virtual] an object with virtual functions is more than its bytes
// reject: E0581 the table of functions is the host's
#include "cuda_tile.h"

struct Shape {
    int n;
    __tile__ virtual int area() const { return n; }
};
extern "C" __tile_global__ void test(int* out, Shape shape) { out[0] = shape.area(); }
