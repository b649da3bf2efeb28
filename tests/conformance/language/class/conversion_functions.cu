// case: conversion_functions
// spec: [class.conv.fct], [class.conv.ctor]
// arg: i32 = 6
// arg: out i32[6]
// expect: [6, 1, 12, 7, 3, 18]
struct Meters {
    int n;
    __tile__ operator int() const { return n; }
    __tile__ explicit operator bool() const { return n != 0; }
};
struct Feet {
    int n;
    __tile__ Feet(int n) : n(n) {}
    __tile__ explicit Feet(Meters m) : n(3 * m.n) {}
};
struct Wraps {
    int value;
    __tile__ operator int&() { return value; }
};
template <typename T>
struct Any {
    T value;
    template <typename U>
    __tile__ explicit(sizeof(U) < sizeof(T)) operator U() const {
        return static_cast<U>(value);
    }
};
__tile__ int take(Feet f) { return f.n + 1; }

extern "C" __tile_global__ void test(int n, int* out) {
    Meters m{n};
    out[0] = m;
    out[1] = m ? 1 : 0;
    out[2] = m + m;
    out[3] = take(n);
    Wraps w{2};
    int& r = w;
    r = 3;
    out[4] = w.value;
    out[5] = Feet(m).n;
}
