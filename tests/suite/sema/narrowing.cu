//@ check
// [dcl.init.list]/8: no narrowing in braces, but for constants that fit.
struct Pair {
    signed char a;
    float b;
};
constexpr Pair fits{100, 1};

__tile_global__ void too_wide(int* p, int n) {
    short s{n}; //~ error[E0504]
    *p = s;
}
__tile_global__ void constant_too_large(int* p) {
    Pair pair{200, 1}; //~ error[E0504]
    *p = pair.a;
}
__tile_global__ void to_floating(int* p, int n) {
    float f{n}; //~ error[E0504]
    *p = static_cast<int>(f);
}
__tile_global__ void without_braces(int* p, int n) {
    short s = n;
    float f = n;
    *p = s + static_cast<int>(f);
}
