// case: rank_of_qualifications
// spec: [over.ics.rank]/3.2.5
// arg: i32[1] = [1]
// arg: out i32[5]
// expect: [1, 2, 3, 6, 8]
__tile__ int f(int*) { return 1; }
__tile__ int f(int const*) { return 2; }
__tile__ int g(int const*) { return 3; }
__tile__ int g(int const volatile*) { return 4; }
__tile__ int h(int const* const*) { return 5; }
__tile__ int h(int* const*) { return 6; }
__tile__ int k(void const*) { return 7; }
__tile__ int k(int const volatile*) { return 8; }

extern "C" __tile_global__ void test(int const* in, int* out) {
    out[0] = f(out);
    out[1] = f(in);
    out[2] = g(out);
    out[3] = h(&out);
    out[4] = k(out);  // a qualification adjustment is an exact match, void* a conversion
}
