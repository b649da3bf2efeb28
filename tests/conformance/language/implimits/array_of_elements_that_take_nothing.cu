// case: array_of_elements_that_take_nothing
// spec: [dcl.init.aggr]/14
// reject: E0503 the braces of an element without members cannot be left out
struct Empty {};
extern "C" __tile_global__ void test(int* out) {
    Empty elements[] = {1, 2};
    *out = sizeof(elements);
}
