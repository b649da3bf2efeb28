// case: conversion_function_pointer_to_array
// spec: [class.conv.fct]/1
// reject: E0301 `P` is not declared
struct A {
    int m[2] = {1, 2};
    using P = int (*)[2];
    constexpr operator P() { return &m; }
};
constexpr int f() {
    A a;
    return (*a.operator P())[1];
}
static_assert(f() == 2);
extern "C" __tile_global__ void test(int *p) {}
