// case: member_pointers
// spec: [conv.mem], [expr.mptr.oper]
// arg: i32 = 1
// arg: out i32[7]
// expect: [10, 22, 77, 51, 23, 15, 45]
struct A {
    int x = 10, y = 20;
    __tile__ int sum(int k) const { return x + y + k; }
    __tile__ int& ref() { return x; }
};
struct B { int pad = 5; };
struct D : B, A { int z = 30; };
template <int A::*M> __tile__ int get(A const& a) { return a.*M; }

extern "C" __tile_global__ void test(int n, int* out) {
    A a;
    int A::*m = &A::x;
    out[0] = a.*m;
    m = &A::y;
    a.*m += 2;
    out[1] = a.y;
    D d;
    int D::*dm = m;        // base to derived
    d.*dm = 7;
    out[2] = d.y * 10 + (&d)->*dm;
    int (A::*f)(int) const = &A::sum;
    out[3] = (a.*f)(n) + (d.*f)(n);
    (a.*&A::ref)() = 1;
    out[4] = get<&A::x>(a) + get<&A::y>(a);
    int A::*null = nullptr;
    out[5] = (null == nullptr) + 2 * (m != nullptr) + 4 * (m == &A::y) + 8 * !null;
    A* p = &a;
    out[6] = (p->*f)(0) + (p->*m);
}
