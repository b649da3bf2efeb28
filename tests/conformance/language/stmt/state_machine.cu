// case: state_machine
// spec: [stmt.switch], [stmt.while]
// arg: i32[8] = [1, 2, 1, 0, 2, 2, 1, 3]
// arg: out i32[2]
// expect: [4, 7]
// note: state after 1 2 1 0 2 2 1: 0 -1-> 1 -2-> 2 -1-> 1 -0-> 0 -2-> 0 -2-> 0 -1-> 1, times 4; 3 ends.
extern "C" __tile_global__ void test(int const* input, int* out) {
    int state = 0;
    int steps = 0;
    while (true) {
        int symbol = input[steps];
        if (symbol == 3) break;
        ++steps;
        switch (state) {
        case 0:
            if (symbol == 1) state = 1;
            continue;
        case 1:
            state = symbol;
            break;
        default: state = symbol == 1 ? 1 : 2;
        }
    }
    out[0] = state * 4;
    out[1] = steps;
}
