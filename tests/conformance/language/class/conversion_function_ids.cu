// case: conversion_function_ids
// spec: [class.conv.fct]
// arg: out i32[4]
// arg: i32 = 4
// expect: [4, 5, 6, 7]

template <class T>
struct V {
    int v;
    __tile__ operator T() const { return static_cast<T>(v); }
    __tile__ operator int*() & { return &v; }
    template <class U> __tile__ explicit operator V<U>() const { return {v + 3}; }
    __tile__ operator short const&() const { return extra; }
    short extra = 6;
};

extern "C" __tile_global__ void test(int* out, int n) {
    V<int> a{n};
    out[0] = a;
    int* p = a;
    out[1] = *p + 1;
    out[2] = static_cast<short const&>(a);
    out[3] = static_cast<V<long>>(a).v;
}
