// case: incomplete_in_own_constant
// spec: [class.mem]/6
// reject: E0308 a class is not complete in the initialiser of its static member
struct A {
    int x;
    static constexpr int size = sizeof(A);
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = A::size;
}
