// case: conversion_function_choice
// spec: [over.match.conv], [over.match.best]/2.2
// arg: i32 = 2
// arg: out i32[5]
// expect: [2, 25, 0, 2, -2]
struct S {
    int n;
    __tile__ operator int() const { return n; }
    __tile__ operator double() const { return n + 0.5; }
    __tile__ explicit operator bool() const { return n > 2; }
};
struct T {
    int n;
    __tile__ operator int() { return n; }
    __tile__ operator int() const { return -n; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    S s{n};
    int i = s;
    double d = s;
    out[0] = i;
    out[1] = static_cast<int>(d * 10);
    out[2] = s ? 1 : 0;  // the explicit function is exact for bool
    T t{n};
    T const& c = t;
    int x = t, y = c;
    out[3] = x;
    out[4] = y;
}
