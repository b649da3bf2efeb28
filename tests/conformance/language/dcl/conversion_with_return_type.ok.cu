// case: conversion_with_return_type
// spec: [class.conv.fct]
// accept: the same, corrected

struct S {
    int v;
    __tile__ operator int() const { return v; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    *out = S{n};
}
