// case: static_value_of_a_variable
// spec: [class.static.data]
// reject: E0323 a static member that may change has its value outside of the class
struct A {
    static int calls = 1;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(A); }
