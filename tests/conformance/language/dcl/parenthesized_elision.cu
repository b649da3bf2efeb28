// case: parenthesized_elision
// spec: [dcl.init.general]/16.6.2.2
// reject: E0503 no brace elision inside parentheses
struct P { int x, y; };
struct Q { P p; int k; };

extern "C" __tile_global__ void test(int* out) {
    Q q(1, 2, 3);
    *out = q.k;
}
