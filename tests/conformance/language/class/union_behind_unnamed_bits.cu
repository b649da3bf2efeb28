// case: union_behind_unnamed_bits
// spec: [class.bit]/2 an unnamed bit-field is not a member: a list initialises the first that is
// arg: out i32[1]
// expect: [7]
struct P {
    union {
        int : 4;
        int a;
        char c;
    };
    int b;
};
union V {
    int : 3;
    int a;
};
constexpr P q = {2, 5};
constexpr V v = {6};
static_assert(q.a == 2 && q.b == 5 && v.a == 6);
extern "C" __tile_global__ void test(int* p) { *p = q.a + q.b; }
