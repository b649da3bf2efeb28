// case: virtual_base_twice
// spec: [class.mi]/4
// reject: E0553 V is a virtual base, once in C
struct V { int v = 4; };
struct A : virtual V { int a = 1; };
struct B : virtual V { int b = 2; };
struct C : A, B { int c = 3; };

extern "C" __tile_global__ void test(int* out) {
    C c;
    c.v = 9;
    *out = c.c;
}
