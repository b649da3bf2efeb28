// case: conversion_with_parameter
// spec: [class.conv.fct]
// reject: E0324 the argument could not be passed
struct A {
    __tile__ operator int(int base) { return base; }
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
