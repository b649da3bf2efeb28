// case: arrays_and_pointers
// spec: [dcl.meaning]
// arg: out i32[6]
// arg: i32 = 3
// expect: [3, 20, 3, 40, 8, 24]

// Each declarator is read from its name outwards.
static_assert(__is_same(int (*)[2], decltype(static_cast<int (*)[2]>(nullptr))));

extern "C" __tile_global__ void test(int* out, int n) {
    int grid[3][2] = {{10, 20}, {n, 30}, {40, 50}};
    int (*row)[2] = &grid[1];
    int (&first)[2] = grid[0];
    int* flat = &grid[2][0];
    int *cell = &grid[1][0], value = *cell;
    out[0] = (*row)[0];
    out[1] = first[1];
    out[2] = value;
    out[3] = *flat;
    out[4] = sizeof first;
    out[5] = sizeof grid;
}
