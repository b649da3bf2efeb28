// case: template_template_packs
// spec: [temp.arg.template]/4 a pack of the parameter stands for no parameter of the argument or for several
// accept: each template fits
template<class> struct One {};
template<class, class> struct Two {};
template<class, class = int> struct Default {};
template<class T, T...> struct Sequence {};
template<template<class, class...> class> struct FirstAndMore {};
template<template<class T, T...> class> struct FirstAndValues {};
FirstAndMore<One> a;
FirstAndMore<Two> b;
FirstAndMore<Default> c;
FirstAndValues<One> d;
FirstAndValues<Sequence> e;
extern "C" __tile_global__ void test(int* out) { out[0] = sizeof(a) + sizeof(b) + sizeof(c) + sizeof(d) + sizeof(e); }
