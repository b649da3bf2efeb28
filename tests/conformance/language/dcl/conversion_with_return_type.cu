// case: conversion_with_return_type
// spec: [class.conv.fct]
// reject: E0212 the type is in the name

struct S {
    int v;
    __tile__ int operator int() const { return v; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    *out = S{n};
}
