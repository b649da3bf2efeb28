// case: typedef_names_its_class
// spec: [dcl.typedef]/5
// accept: a typedef may name a class or an enumeration of its class again
struct S {
    typedef struct A {
        int x;
    } A;
    typedef enum E { P, Q } E;
    struct B;
    typedef struct B B;
    struct B {
        int y;
    };
};
static_assert(sizeof(S::A) == 4 && S::Q == 1 && sizeof(S::B) == 4);
extern "C" __tile_global__ void test(int *p) {}
