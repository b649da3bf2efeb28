// case: braces_left_out_of_an_anonymous_union
// spec: [dcl.init.aggr]/15
// accept: the union takes the next item for its first member
struct P {
    union {
        int a;
        char c = 3;
    };
    int b = 1;
};
constexpr P p = {300, 2};
static_assert(p.a == 300 && p.b == 2);
constexpr P q[] = {1, 2, 3, 4};
static_assert(sizeof(q) == 2 * sizeof(P) && q[1].a == 3 && q[1].b == 4);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
