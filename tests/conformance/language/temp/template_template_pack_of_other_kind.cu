// case: template_template_pack_of_other_kind
// spec: [temp.arg.template]/4
// reject: E0402 a pack of values gives nothing to a parameter for a type
template<class T, class U = int> struct P {};
template<template<class T, T...> class C> struct X {};
static_assert(sizeof(X<P>) == 1);

extern "C" __tile_global__ void test(int*) {}
