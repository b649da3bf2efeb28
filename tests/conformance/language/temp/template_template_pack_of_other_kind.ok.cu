// case: template_template_pack_of_other_kind
// spec: [temp.arg.template]/4
// accept: the same, corrected
template<class T, int U = 1> struct P {};
template<template<class T, T...> class C> struct X {};
static_assert(sizeof(X<P>) == 1);

extern "C" __tile_global__ void test(int*) {}
