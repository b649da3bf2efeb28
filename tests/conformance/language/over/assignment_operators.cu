// case: assignment_operators
// spec: [over.ass], [class.copy.assign]
// arg: i32 = 3
// arg: out i32[5]
// expect: [3, 103, 200, 107, 2]
struct A {
    int n = 0;
    __tile__ A& operator=(int v) { n = v; return *this; }
    __tile__ A& operator=(A const& o) { n = o.n + 100; return *this; }
    __tile__ A& operator=(A&& o) { n = o.n + 200; return *this; }
};
struct Member { A a; int k = 0; };

extern "C" __tile_global__ void test(int n, int* out) {
    A a, b;
    a = n;
    out[0] = a.n;
    b = a;
    out[1] = b.n;
    b = A();
    out[2] = b.n;
    Member m, o;
    o.a = 7;
    m = o;           // memberwise, by the operators of the members
    out[3] = m.a.n;
    (a = 1) = 2;
    out[4] = a.n;
}
