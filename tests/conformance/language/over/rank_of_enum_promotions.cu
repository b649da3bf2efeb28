// case: rank_of_enum_promotions
// spec: [over.ics.rank]/4.2, [conv.prom]/3
// arg: out i32[4]
// expect: [1, 4, 7, 1]
enum Plain { a, b };
enum Fixed : char { c, d };
__tile__ int f(int) { return 1; }
__tile__ int f(long) { return 2; }
__tile__ int f(unsigned) { return 3; }
__tile__ int g(char) { return 4; }
__tile__ int g(int) { return 5; }
__tile__ int h(short) { return 6; }
__tile__ int h(int) { return 7; }

extern "C" __tile_global__ void test(int* out) {
    Plain p = b;
    Fixed q = d;
    out[0] = f(p) == 3 || f(p) == 1;
    out[1] = g(q);  // to the fixed underlying type rather than to its promotion
    out[2] = h(q);
    out[3] = f(q);
}
