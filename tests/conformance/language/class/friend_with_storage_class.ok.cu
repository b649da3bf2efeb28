// case: friend_with_storage_class
// spec: [class.friend]
// accept: the same, corrected
struct A {
    friend __tile__ int f(A) { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = f(A()); }
