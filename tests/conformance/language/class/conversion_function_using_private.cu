// case: conversion_function_using_private
// spec: [class.conv.fct]/1
// accept: the static assertions hold
class A {
  protected:
    constexpr operator int() const { return 1; }
};
struct B : A {
    using A::operator int;
};
constexpr int f(B b) { return b; }
static_assert(f(B{}) == 1);
static_assert(B{} + 1 == 2);
extern "C" __tile_global__ void test(int *p) {}
