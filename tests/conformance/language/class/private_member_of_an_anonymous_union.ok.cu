// case: private_member_of_an_anonymous_union
// spec: [class.union.anon]/1
// accept: the same, corrected
struct Value {
    union {
        int i;
        float f;
    };
};
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Value); }
