// case: incomplete_in_own_alias
// spec: [class.mem]/6
// accept: the same, corrected
struct A {
    int x;
    using Bytes = char[sizeof(x)];
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(A::Bytes);
}
