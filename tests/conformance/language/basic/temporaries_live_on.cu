// case: temporaries_live_on
// spec: [class.temporary]/6
// arg: i32 = 3
// arg: out i32[3]
// expect: [3, 5, 4]
// note: a temporary bound to a reference lives as long as it, also through a member.
struct S { int a; int b[2]; };
__tile__ S make(int n) { return {n, {n + 1, n + 2}}; }
extern "C" __tile_global__ void test(int n, int* out) {
    const int& r = n + 0;
    const S& s = make(n);
    int&& b = make(n).b[0];
    out[0] = r;
    out[1] = s.b[1];
    out[2] = b;
}
