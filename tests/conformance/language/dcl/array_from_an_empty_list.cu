// case: array_from_an_empty_list
// spec: [dcl.init.aggr]/10
// reject: E0505 no length
extern "C" __tile_global__ void test(int* out) {
    int a[] = {};
    *out = sizeof a;
}
