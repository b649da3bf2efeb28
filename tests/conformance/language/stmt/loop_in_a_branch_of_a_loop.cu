// case: loop_in_a_branch_of_a_loop
// spec: [stmt.iter.general]
// grid: 1
// arg: out i32[3]
// arg: i32 = 5
// expect: [20, 22, 6]
// note: in the first round the branch is known not to be taken; the loop behind it is the same loop in all rounds
__tile__ int doubled(int a) {
    int part[2]{};
    for (int i = 0; i < 2; ++i) part[i] += a;
    return part[0] + part[1];
}
extern "C" __tile_global__ void test(int* out, int n) {
    int taken = 0, all = 0;
    for (int k = 0; k < n; ++k) {
        if (k & 1) taken += doubled(k);
        all += doubled(k);
    }
    out[0] = all + taken - 8;
    int power = 1, rounds = 0;
    for (int k = 0; k < n; ++k, power = doubled(power) - 1 + (k & 1))
        if (k == 2) rounds += doubled(power);
    out[1] = power;
    out[2] = rounds;
}
