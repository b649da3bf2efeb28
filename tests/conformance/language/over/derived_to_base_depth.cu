// case: derived_to_base_depth
// spec: [over.ics.rank]/4.4
// arg: out i32[6]
// expect: [2, 4, 6, 9, 10, 5]
struct A { int a = 0; };
struct B : A {};
struct C : B {};
__tile__ int f(A const&) { return 1; }
__tile__ int f(B const&) { return 2; }
__tile__ int g(A) { return 3; }
__tile__ int g(B) { return 4; }
__tile__ int h(A*) { return 5; }
__tile__ int h(B*) { return 6; }
__tile__ int h(void*) { return 7; }
__tile__ int k(int C::*) { return 8; }
__tile__ int k(int B::*) { return 9; }
__tile__ int m(void*) { return 10; }
__tile__ int m(bool) { return 11; }

extern "C" __tile_global__ void test(int* out) {
    C c;
    out[0] = f(c);
    out[1] = g(c);
    out[2] = h(&c);
    int A::* member = &A::a;
    out[3] = k(member);
    out[4] = m(&c);
    A* a = &c;
    out[5] = h(a);
}
