// case: lifetime_of_a_loop_variable
// spec: [basic.life]
// ub: rule 12: the variable of a loop ends with the loop
// arg: out i32[1]
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = o;
    for (int z = 0; z < n; z++) p = &z;
    o[0] = *p;
}
