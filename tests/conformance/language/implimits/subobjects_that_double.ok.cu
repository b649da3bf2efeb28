// case: subobjects_that_double
// spec: [implimits]
// accept: 2^10 subobjects are few
#define TWICE(NAME, PART) struct NAME { PART a; PART b; };
struct A0 { int v; };
TWICE(A1, A0)
TWICE(A2, A1)
TWICE(A3, A2)
TWICE(A4, A3)
TWICE(A5, A4)
TWICE(A6, A5)
TWICE(A7, A6)
TWICE(A8, A7)
TWICE(A9, A8)
TWICE(A10, A9)

extern "C" __tile_global__ void test(int* out) {
    A10 object{};
    *out = object.a.b.a.b.a.b.a.b.a.b.v;
}
