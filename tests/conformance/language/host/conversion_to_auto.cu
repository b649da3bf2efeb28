// case: conversion_to_auto
// spec: tile: host code
// grid: 1
// arg: out i32[1]
// expect: [7]
// note: the type of a host conversion function is deduced from its body when conversions are looked for
struct Host {
    operator auto() const { return nullptr; }
    __tile__ operator int() const { return value; }
    int value;
};
extern "C" __tile_global__ void test(int* out) {
    Host host{7};
    Host copy = host;
    *out = static_cast<int>(copy);
}
