// case: conversion_with_parameter
// spec: [class.conv.fct]
// reject: E0324 nobody could pass the argument
struct A {
    __tile__ operator int(int base) { return base; }
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
