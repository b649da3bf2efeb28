// case: subobjects_that_double
// spec: [implimits]
// reject: E0325 the subobjects double with each class, so that the last would have 2^40
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
TWICE(A11, A10)
TWICE(A12, A11)
TWICE(A13, A12)
TWICE(A14, A13)
TWICE(A15, A14)
TWICE(A16, A15)
TWICE(A17, A16)
TWICE(A18, A17)
TWICE(A19, A18)
TWICE(A20, A19)
TWICE(A21, A20)
TWICE(A22, A21)
TWICE(A23, A22)
TWICE(A24, A23)
TWICE(A25, A24)
TWICE(A26, A25)
TWICE(A27, A26)
TWICE(A28, A27)
TWICE(A29, A28)
TWICE(A30, A29)
TWICE(A31, A30)
TWICE(A32, A31)
TWICE(A33, A32)
TWICE(A34, A33)
TWICE(A35, A34)
TWICE(A36, A35)
TWICE(A37, A36)
TWICE(A38, A37)
TWICE(A39, A38)
TWICE(A40, A39)

extern "C" __tile_global__ void test(int* out) {
    A40 object{};
    *out = 1;
}
