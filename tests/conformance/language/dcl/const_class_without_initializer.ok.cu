// case: const_class_without_initializer
// spec: [dcl.init.general]/8
// accept: every member has an initialiser
struct P { int x = 1; };

extern "C" __tile_global__ void test(int* out) {
    P const p;
    *out = p.x;
}
