// case: friend_with_storage_class
// spec: [class.friend]
// reject: E0323 a friend declaration says nothing of linkage
struct A {
    friend static __tile__ int f(A) { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = f(A()); }
