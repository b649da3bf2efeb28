// case: destructor_on_break
// spec: [stmt.break], [stmt.cont]
// arg: i32[6] = [3, 1, 4, 1, 9, 2]
// arg: out i32[3]
// expect: [5, 8, 50]
// note: each round destroys its own object, also when it is left by continue or break.
struct Guard {
    int* alive;
    int* ended;
    __tile__ Guard(int* alive, int* ended) : alive(alive), ended(ended) { ++*alive; }
    __tile__ ~Guard() { --*alive; ++*ended; }
};

extern "C" __tile_global__ void test(int* in, int* out) {
    int alive = 0, ended = 0, sum = 0;
    for (int i = 0; i < 6; ++i) {
        Guard guard(&alive, &ended);
        if (in[i] == 1) continue;
        if (in[i] == 9) break;
        sum += in[i] + alive - 1;
    }
    out[0] = ended;
    out[1] = sum + alive + 1;
    int state = 0;
    while (true) {
        Guard outer(&alive, &ended);
        for (;;) {
            Guard inner(&alive, &ended);
            if (in[state] > 3) break;
            ++state;
        }
        if (alive == 1) break;
    }
    out[2] = alive * 100 + state * 25;
}
