// case: function_in_an_anonymous_union
// spec: [class.union.anon]/1
// accept: the same, corrected
struct Value {
    union {
        int i;
        float f;
    };
    __tile__ int get() const { return i; }
};
extern "C" __tile_global__ void test(int* out) { *out = Value{{1}}.get(); }
