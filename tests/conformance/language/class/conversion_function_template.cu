// case: conversion_function_template
// spec: [class.conv.fct]/1
// accept: the static assertions hold; clang 19 refuses it
struct A {
    template <class T> constexpr operator T() const { return T(7); }
};
static_assert(A{}.operator long() == 7);
struct B : A {};
static_assert(B{}.operator short() == 7);
extern "C" __tile_global__ void test(int *p) {}
