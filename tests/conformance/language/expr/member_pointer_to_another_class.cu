// case: member_pointer_to_another_class
// spec: [expr.static.cast]/12
// reject: E0513 A is not a base of B
struct A { int x = 1; };
struct B { int y = 2; };

extern "C" __tile_global__ void test(int* out) {
    int B::*m = static_cast<int B::*>(&A::x);
    *out = m != nullptr;
}
