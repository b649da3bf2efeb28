// case: noexcept_that_doubles
// spec: [except.spec]
// grid: 1
// arg: out i32[2]
// expect: [1, 0]
// note: each function asks twice whether the one before throws; the answer is found once
#define ASK(N, M) \
    template <class T> void f##N(T t) noexcept(noexcept(f##M(t)) && noexcept(f##M(t)));
template <class T> void f0(T) noexcept(sizeof(T) == 4);
ASK(1, 0)
ASK(2, 1)
ASK(3, 2)
ASK(4, 3)
ASK(5, 4)
ASK(6, 5)
ASK(7, 6)
ASK(8, 7)
ASK(9, 8)
ASK(10, 9)
ASK(11, 10)
ASK(12, 11)
ASK(13, 12)
ASK(14, 13)
ASK(15, 14)
ASK(16, 15)
ASK(17, 16)
ASK(18, 17)
ASK(19, 18)
ASK(20, 19)
ASK(21, 20)
ASK(22, 21)
ASK(23, 22)
ASK(24, 23)
ASK(25, 24)
ASK(26, 25)
ASK(27, 26)
ASK(28, 27)
ASK(29, 28)
ASK(30, 29)
ASK(31, 30)
ASK(32, 31)
ASK(33, 32)
ASK(34, 33)
ASK(35, 34)
ASK(36, 35)
ASK(37, 36)
ASK(38, 37)
ASK(39, 38)
ASK(40, 39)

extern "C" __tile_global__ void test(int* out) {
    out[0] = noexcept(f40(1));
    out[1] = noexcept(f40('c'));
}
