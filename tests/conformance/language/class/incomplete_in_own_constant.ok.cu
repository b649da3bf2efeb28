// case: incomplete_in_own_constant
// spec: [class.mem]/6
// accept: the same, corrected
struct A {
    int x;
    static const int size;
    // Bodies, default arguments and initialisers of members see the whole class.
    static constexpr int bytes(int n = sizeof(A)) { return n + sizeof(A); }
    int y = sizeof(A);
};
const int A::size = sizeof(A);

extern "C" __tile_global__ void test(int* out) {
    out[0] = A::size + A::bytes() + A().y;
}
