// case: conversion_function_this
// spec: [class.conv.fct]/1
// accept: the static assertions hold
struct A {
    constexpr operator int() const { return 3; }
    constexpr int f() const { return operator int() + this->operator int(); }
};
static_assert(A{}.f() == 6);
struct B : A {
    constexpr int g() const { return operator int(); }
};
static_assert(B{}.g() == 3);
extern "C" __tile_global__ void test(int *p) {}
