// case: template_template_packs
// spec: [temp.arg.template]/4 the parameters that a pack stands for have its kind
// reject: E0402 template `Types` has other parameters than template parameter
template<class...> struct Types {};
template<template<class T, T...> class> struct FirstAndValues {};
FirstAndValues<Types> a;
extern "C" __tile_global__ void test(int* out) { out[0] = sizeof(a); }
