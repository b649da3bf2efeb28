// case: conversion_functions_of_bases
// spec: [class.conv.fct]
// arg: i32 = 3
// arg: out i32[3]
// expect: [3, 7, 30]
// note: conversion functions are inherited; one to the same type hides that of the base.
struct Base {
    int n;
    __tile__ operator int() const { return n; }
    __tile__ operator float() const { return n + 4.0f; }
};
struct Derived : Base {
    __tile__ operator int() const { return 10 * n; }
};
__tile__ int as_int(int n) { return n; }

extern "C" __tile_global__ void test(int n, int* out) {
    Base b{n};
    Derived d{{n}};
    out[0] = as_int(b);
    float f = d;
    out[1] = static_cast<int>(f);
    out[2] = as_int(d);
}
