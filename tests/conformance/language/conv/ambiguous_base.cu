// case: ambiguous_base
// spec: [conv.ptr]/3
// reject: E0503 two subobjects of type A
struct A { int a = 1; };
struct B : A {};
struct C : A {};
struct D : B, C {};

extern "C" __tile_global__ void test(int* out) {
    D d;
    A* a = &d;
    *out = a->a;
}
