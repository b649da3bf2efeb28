// case: conversion_function_dependent
// spec: [class.conv.fct]/1
// accept: the static assertions hold
template <class T> struct A {
    constexpr operator T() const { return T(4); }
};
template <class T> struct B : A<T> {
    constexpr T f() const { return this->operator T(); }
};
static_assert(B<int>{}.f() == 4);
extern "C" __tile_global__ void test(int *p) {}
