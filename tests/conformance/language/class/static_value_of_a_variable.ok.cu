// case: static_value_of_a_variable
// spec: [class.static.data]
// accept: the same, corrected
struct A {
    static const int calls = 1;
    inline static int more = 1;
};

extern "C" __tile_global__ void test(int* out) { *out = A::calls; }
