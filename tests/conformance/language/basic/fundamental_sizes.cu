// case: fundamental_sizes
// spec: [basic.fundamental], [expr.sizeof]
// arg: out i32[16]
// expect: [1, 1, 1, 2, 4, 8, 8, 4, 8, 1, 2, 4, 4, 8, 8, 16]
struct Some;
extern "C" __tile_global__ void test(int* out) {
    int at = 0;
    out[at++] = sizeof(bool);
    out[at++] = sizeof(char);
    out[at++] = sizeof(unsigned char);
    out[at++] = sizeof(short);
    out[at++] = sizeof(int);
    out[at++] = sizeof(long);
    out[at++] = sizeof(long long);
    out[at++] = sizeof(float);
    out[at++] = sizeof(double);
    out[at++] = sizeof(char8_t);
    out[at++] = sizeof(char16_t);
    out[at++] = sizeof(char32_t);
    out[at++] = sizeof(wchar_t);
    out[at++] = sizeof(decltype(nullptr));
    out[at++] = sizeof(int Some::*);
    out[at++] = sizeof(__int128);
}
