// case: classes_that_double
// spec: [implimits]
// arg: out u64[3]
// expect: [8796093022208, 1, 1]
// note: a class of two members, each of which has two members, and so on: 2^40 subobjects, and an empty one in each
using size = unsigned long long;
struct Empty {};
struct A0 {
    Empty empty;
    int value;
};
#define NEXT(m, n) struct A##n { A##m first, second; };
NEXT(0, 1) NEXT(1, 2) NEXT(2, 3) NEXT(3, 4) NEXT(4, 5) NEXT(5, 6) NEXT(6, 7) NEXT(7, 8)
NEXT(8, 9) NEXT(9, 10) NEXT(10, 11) NEXT(11, 12) NEXT(12, 13) NEXT(13, 14) NEXT(14, 15) NEXT(15, 16)
NEXT(16, 17) NEXT(17, 18) NEXT(18, 19) NEXT(19, 20) NEXT(20, 21) NEXT(21, 22) NEXT(22, 23) NEXT(23, 24)
NEXT(24, 25) NEXT(25, 26) NEXT(26, 27) NEXT(27, 28) NEXT(28, 29) NEXT(29, 30) NEXT(30, 31) NEXT(31, 32)
NEXT(32, 33) NEXT(33, 34) NEXT(34, 35) NEXT(35, 36) NEXT(36, 37) NEXT(37, 38) NEXT(38, 39) NEXT(39, 40)
struct NotStandard { private: int a; public: int b; };
struct B0 { NotStandard value; };
extern "C" __tile_global__ void test(size* out) {
    out[0] = sizeof(A40);
    out[1] = __is_standard_layout(A40);
    out[2] = !__is_standard_layout(B0);
}
