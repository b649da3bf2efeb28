// case: conversion_function_typedef_names_the_same
// spec: [class.conv.fct]/1
// accept: the static assertions hold
using I = int;
struct A {
    constexpr operator I() const { return 1; }
};
static_assert(A{}.operator int() == 1);
extern "C" __tile_global__ void test(int *p) {}
