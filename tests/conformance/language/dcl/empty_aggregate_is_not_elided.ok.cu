// case: empty_aggregate_is_not_elided
// spec: [dcl.init.aggr]/14
// accept: the same, corrected
struct Empty {};
struct S {
    Empty e;
    int i;
};
static_assert(S{{}, 1}.i == 1);

extern "C" __tile_global__ void test(int*) {}
