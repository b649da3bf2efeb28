//@ run: cpu emulator gpu
//@ arg out: out i32[20]
//@ expect out[0..6] = 110 10 1 1000 1000 1000
//@ expect out[6..12] = 7 20 20 10 8 9
//@ expect out[12..16] = 12 -1 30 4
//@ expect out[16..20] = 1 5 2 3
// [stmt.switch]: control goes to the label and falls through to the next; `default` may stand
// anywhere; `break` leaves the switch, `continue` the round of the loop around it.
__tile__ int falls(int n) {
    int r = 0;
    switch (n) {
    case 0: r += 100;
    case 1: r += 10; break;
    case 2: r += 1; break;
    default: r += 1000;
    }
    return r;
}

__tile__ int default_first(int n) {
    switch (n) {
    default: n += 3;
    case 4: return n + 4;
    case 1:
    case 2: return 20;
    case 5: break;
    }
    return 9;
}

__tile__ int in_loop(int n) {
    int r = 0;
    for (int i = 0; i < n; ++i) {
        switch (i % 4) {
        case 0: continue;
        case 1: r += 1; break;
        case 2:
            for (int j = 0; j < 10; ++j) {
                if (j == 2) break;
                r += 2;
            }
            break;
        case 3:
            if (i == 7) return r;
            r += 2;
        }
        if (r > 1000) break;
    }
    return -1;
}

enum class Color { red, green = 5, blue };

__tile__ int color(Color c) {
    int local = 0;
    switch (c) {
    case Color::red: {
        int local = 30;
        return local;
    }
    case Color::green: local = 4; break;
    case Color::blue: break;
    }
    return local;
}

__tile__ int nested(int a, int b) {
    switch (a) {
    case 0:
        switch (b) {
        case 0: return 1;
        default: break;
        }
        return 5;
    case 1:
        switch (b) {
        case 1: a = 2; break;
        default: a = 3;
        }
        break;
    }
    return a;
}

__tile_global__ void kernel(int* out) {
    for (int i = 0; i < 6; ++i) out[i] = falls(i);
    for (int i = 0; i < 6; ++i) out[6 + i] = default_first(i);
    out[12] = in_loop(20);
    out[13] = in_loop(3);
    out[14] = color(Color::red);
    out[15] = color(Color::green);
    out[16] = nested(0, 0);
    out[17] = nested(0, 1);
    out[18] = nested(1, 1);
    out[19] = nested(1, 0);
}
