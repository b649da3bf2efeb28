// case: conversion_function_by_name
// spec: [class.conv.fct], [temp.mem]
// note: operator T names the conversion functions to T alone; templates are deduced from T
// arg: i32 = 5
// arg: out i32[5]
// expect: [5, 50, 506, 7, 8]
struct Value {
    int v;
    __tile__ operator int() const { return v; }
    __tile__ operator long() const { return v * 10; }
    __tile__ operator short() { return v * 100 + 1; }
    __tile__ int sum() { return operator short() + operator int(); }
    template <class T>
    __tile__ operator T*() const { return nullptr; }
};
struct Any {
    int v;
    template <class T>
    __tile__ operator T() const { return T(v + 2); }
};
struct Both : Value, Any {};

extern "C" __tile_global__ void test(int n, int* out) {
    Value a{n};
    out[0] = a.operator int();
    out[1] = a.operator long();
    out[2] = a.sum();
    out[3] = Any{n}.operator int();
    Both b{{n}, {n}};
    out[4] = b.Any::operator char() + (b.Value::operator float*() == nullptr);
}
