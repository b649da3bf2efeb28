// case: conversion_function_base
// spec: [class.conv.fct]/1
// accept: the static assertions hold
struct A {
    constexpr operator int() const { return 1; }
};
struct B : A {
    constexpr operator char() const { return 'b'; }
};
static_assert(B{}.operator int() == 1);
static_assert(B{}.operator char() == 'b');
static_assert(B{}.A::operator int() == 1);
extern "C" __tile_global__ void test(int *p) {}
