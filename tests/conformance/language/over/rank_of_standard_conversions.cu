// case: rank_of_standard_conversions
// spec: [over.ics.scs], [over.ics.rank]/3
// arg: i32 = 3
// arg: out i32[8]
// expect: [1, 4, 1, 5, 8, 9, 2, 4]
__tile__ int f(int) { return 1; }
__tile__ int f(double) { return 2; }
__tile__ int g(long) { return 3; }
__tile__ int g(int) { return 4; }
__tile__ int h(double) { return 5; }
__tile__ int h(...) { return 6; }
__tile__ int k(bool) { return 7; }
__tile__ int k(void*) { return 8; }
__tile__ int m(float) { return 9; }
__tile__ int m(double) { return 10; }

extern "C" __tile_global__ void test(int n, int* out) {
    short s = n;
    char c = n;
    float x = n;
    out[0] = f(s);      // promotion before conversion
    out[1] = g(c);      // char promotes to int
    out[2] = f(true);   // bool promotes to int
    out[3] = h(n);      // a standard conversion before the ellipsis
    out[4] = k(out);    // pointer to bool is the worst conversion
    out[5] = m(x);
    out[6] = f(x);      // float promotes to double
    out[7] = g('a' + s);
}
