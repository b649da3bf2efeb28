// case: distinct_types
// spec: [basic.fundamental]/7, [basic.fundamental]/8
// arg: out i32[9]
// expect: [1, 2, 3, 4, 5, 6, 7, 8, 9]
// note: types of one size are still different types.
__tile__ int f(char) { return 1; }
__tile__ int f(signed char) { return 2; }
__tile__ int f(unsigned char) { return 3; }
__tile__ int f(char8_t) { return 4; }
__tile__ int f(int) { return 5; }
__tile__ int f(wchar_t) { return 6; }
__tile__ int f(char32_t) { return 7; }
__tile__ int f(long) { return 8; }
__tile__ int f(long long) { return 9; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = f('a');
    out[1] = f((signed char)1);
    out[2] = f((unsigned char)1);
    out[3] = f(u8'a');
    out[4] = f(1);
    out[5] = f(L'a');
    out[6] = f(U'a');
    out[7] = f(1l);
    out[8] = f(1ll);
}
