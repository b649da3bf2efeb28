// case: conversion_function_template
// spec: [temp.deduct.conv]
// arg: i32 = 65
// arg: out i32[5]
// expect: [65, 65, 66, 4, 67]
struct Any {
    int v;
    template <typename T>
    __tile__ operator T() const {
        return static_cast<T>(v);
    }
};
struct Pointer {
    int* p;
    template <typename T>
    __tile__ operator T*() const {
        return p;
    }
};
template <typename T>
struct Ref {
    T& r;
    __tile__ operator T&() const { return r; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Any a{n};
    int i = a;
    char c = a;
    out[0] = i;
    out[1] = c;
    int x = n + 1;
    int* p = Pointer{&x};
    out[2] = *p;
    out[3] = sizeof(static_cast<float>(a));
    Ref<int> r{x};
    int& alias = r;
    alias += 1;
    out[4] = x;
}
