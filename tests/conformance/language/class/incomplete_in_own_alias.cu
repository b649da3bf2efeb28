// case: incomplete_in_own_alias
// spec: [class.mem]/6
// reject: E0308 a class is not complete in its own alias
struct A {
    int x;
    using Bytes = char[sizeof(A)];
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(A::Bytes);
}
