// case: conversion_function_hides
// spec: [class.conv.fct]/1
// accept: the static assertions hold
struct A {
    constexpr operator int() const { return 1; }
};
struct B : A {
    constexpr operator int() const { return 2; }
    constexpr operator char() const { return 3; }
};
static_assert(B{}.operator int() == 2 && B{}.A::operator int() == 1);
extern "C" __tile_global__ void test(int *p) {}
