// case: member_pointer_to_base
// spec: [conv.mem]/2
// reject: E0503 a member of the derived class is not one of the base
struct A { int x = 1; };
struct D : A { int y = 2; };

extern "C" __tile_global__ void test(int* out) {
    int A::*m = &D::y;
    A a;
    *out = a.*m;
}
