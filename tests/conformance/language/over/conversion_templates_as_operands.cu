// case: conversion_templates_as_operands
// spec: [over.built], [temp.deduct.conv]
// note: the context says what a conversion function template yields; arithmetic operands leave it open
// arg: i32 = 5
// arg: out i32[6]
// expect: [7, 1, 0, 2, 6, 11]
struct Any {
    int v;
    template <class T>
    __tile__ operator T() const { return T(v); }
};
template <class U>
struct Ref {
    U& r;
    template <class T>
        requires __is_same(T, U)
    __tile__ operator T&() const { return r; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Any a{n};
    out[0] = 0;
    if (a) out[0] = 7;
    out[1] = a ? 1 : 2;
    out[2] = !a;
    out[3] = (a && true) + (false || a);
    out[4] = static_cast<char>(a) + 1;
    Ref<int> r{n};
    int& alias = r;
    alias = 11;
    out[5] = n;
}
