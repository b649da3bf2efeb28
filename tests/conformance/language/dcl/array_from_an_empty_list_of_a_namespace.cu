// case: array_from_an_empty_list_of_a_namespace
// spec: [dcl.init.aggr]/10
// reject: E0505 no length
__tile__ constexpr int table[] = {};
extern "C" __tile_global__ void test(int* out) { *out = sizeof table; }
