// case: macros_that_double
// spec: [implimits]
// reject: E0149 thirty doublings make a thousand million tokens; the compiler stops after one
// note: the sum is what is left when macros are not replaced any more, so nothing else is wrong with it.
constexpr int d30 = 0;
#define d0 +1
#define d1 d0 d0
#define d2 d1 d1
#define d3 d2 d2
#define d4 d3 d3
#define d5 d4 d4
#define d6 d5 d5
#define d7 d6 d6
#define d8 d7 d7
#define d9 d8 d8
#define d10 d9 d9
#define d11 d10 d10
#define d12 d11 d11
#define d13 d12 d12
#define d14 d13 d13
#define d15 d14 d14
#define d16 d15 d15
#define d17 d16 d16
#define d18 d17 d17
#define d19 d18 d18
#define d20 d19 d19
#define d21 d20 d20
#define d22 d21 d21
#define d23 d22 d22
#define d24 d23 d23
#define d25 d24 d24
#define d26 d25 d25
#define d27 d26 d26
#define d28 d27 d27
#define d29 d28 d28
extern "C" __tile_global__ void test(int* out) { *out = 0; }
using text = decltype(0
    d29
);
