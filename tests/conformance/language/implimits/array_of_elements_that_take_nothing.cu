// case: array_of_elements_that_take_nothing
// spec: [dcl.init.aggr]/13, /15
// reject: E0505 an element without members takes no initialiser, and there are two
struct Empty {};
extern "C" __tile_global__ void test(int* out) {
    Empty elements[] = {1, 2};
    *out = sizeof(elements);
}
