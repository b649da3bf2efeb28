// case: init_kinds
// spec: [dcl.init.general]
// arg: i32 = 3
// arg: out i32[8]
// expect: [12, 0, 70, 10, 13, 21, 70, 7]
struct P { int x = 7, y; };
struct C {
    int n;
    __tile__ C() : n(1) {}
    __tile__ explicit C(int v) : n(v) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    int a(n), b{n}, c = n, d = {n};
    out[0] = a + b + c + d;
    int z{};
    int v = int();
    out[1] = z + v;
    P p{};                    // x by its initialiser, y is zero
    out[2] = p.x * 10 + p.y;
    P q = {1};
    out[3] = q.x * 10 + q.y;
    C c0, c1{}, c2(5), c3{6};
    out[4] = c0.n + c1.n + c2.n + c3.n;
    int arr[4] = {1, 2};
    out[5] = arr[0] + arr[1] * 10 + arr[2] + arr[3];
    P ps[2] = {{1, 2}};
    out[6] = ps[1].x * 10 + ps[1].y;
    auto s = P();
    out[7] = s.x + s.y;
}
