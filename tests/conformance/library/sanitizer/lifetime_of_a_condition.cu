// case: lifetime_of_a_condition
// spec: [basic.life]
// ub: rule 12: the variable of a condition ends with the statement
// arg: out i32[1]
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = o;
    if (int z = n) p = &z;
    o[0] = *p;
}
