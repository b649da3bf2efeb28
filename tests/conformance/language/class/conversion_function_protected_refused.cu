// case: conversion_function_protected_refused
// spec: [class.conv.fct]/1
// reject: E0317 `A::operator int()` is protected in `A`
class A {
  protected:
    constexpr operator int() const { return 1; }
};
struct B : A {};
extern "C" __tile_global__ void test(int *p) {
    B b;
    p[0] = b;
}
