// case: conversion_function_pointer_to_member
// spec: [class.conv.fct]/1
// accept: the static assertions hold
struct A {
    constexpr operator int() const { return 4; }
};
struct B : A {
    operator char() const;
};
constexpr auto m = &B::operator int;
static_assert((A{}.*m)() == 4);
extern "C" __tile_global__ void test(int *p) {}
