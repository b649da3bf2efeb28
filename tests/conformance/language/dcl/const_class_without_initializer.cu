// case: const_class_without_initializer
// spec: [dcl.init.general]/8
// reject: E0506 the class is not const-default-constructible
struct P { int x; };

extern "C" __tile_global__ void test(int* out) {
    P const p;
    *out = p.x;
}
