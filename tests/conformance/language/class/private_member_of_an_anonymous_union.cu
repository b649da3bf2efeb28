// case: private_member_of_an_anonymous_union
// spec: [class.union.anon]/1
// reject: E0323 they are members of the class around
struct Value {
    union {
        int i;
    private:
        float f;
    };
};
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Value); }
