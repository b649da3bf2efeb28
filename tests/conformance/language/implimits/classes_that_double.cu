// case: classes_that_double
// spec: [implimits]
// arg: out u64[3]
// expect: [32768, 1, 1]
// note: a class of two members, each of which has two members, and so on: 2^12 of the first, and an empty one in each
using size = unsigned long long;
struct Empty {};
struct A0 {
    Empty empty;
    int value;
};
#define NEXT(m, n) struct A##n { A##m first, second; };
NEXT(0, 1) NEXT(1, 2) NEXT(2, 3) NEXT(3, 4) NEXT(4, 5) NEXT(5, 6) NEXT(6, 7) NEXT(7, 8)
NEXT(8, 9) NEXT(9, 10) NEXT(10, 11) NEXT(11, 12)
struct NotStandard { private: int a; public: int b; };
struct B0 { NotStandard value; };
extern "C" __tile_global__ void test(size* out) {
    out[0] = sizeof(A12);
    out[1] = __is_standard_layout(A12);
    out[2] = !__is_standard_layout(B0);
}
