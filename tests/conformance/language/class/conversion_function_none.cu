// case: conversion_function_none
// spec: [class.conv.fct]/1
// reject: E0303 `A` has no member `operator long`
struct A {
    operator int() const;
};
extern "C" __tile_global__ void test(int *p) {
    A a;
    a.operator long();
}
