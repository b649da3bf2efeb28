// case: conversion_function_using
// spec: [class.conv.fct]/1
// accept: the static assertions hold
struct A {
  protected:
    constexpr operator int() const { return 1; }
};
struct B : A {
    using A::operator int;
};
static_assert(B{}.operator int() == 1);
static_assert(int(B{}) == 1);
extern "C" __tile_global__ void test(int *p) {}
