// case: conversion_function_ambiguous
// spec: [class.conv.fct]/1
// reject: E0302 `operator int` is ambiguous
struct A {
    constexpr operator int() const { return 1; }
};
struct B {
    constexpr operator int() const { return 1; }
};
struct C : A, B {};
extern "C" __tile_global__ void test(int *p) { p[0] = C{}.operator int(); }
