//@ run: cpu emulator gpu
//@ arg v: i32[6] = [4, 8, 15, 16, 23, 42]
//@ arg out: out i32[8]
//@ expect out = 3 -1 5 2 7 40 1 6
// A return leaves every loop between it and its function, and no more.
__tile__ int find(int const* v, int wanted) {
    for (int i = 0; i < 6; ++i) {
        if (v[i] == wanted) return i;
    }
    return -1;
}

__tile__ int find_pair(int const* v, int sum) {
    int tried = 0;
    for (int i = 0; i < 6; ++i) {
        for (int j = i + 1; j < 6; ++j) {
            ++tried;
            if (v[i] + v[j] == sum) return tried;
        }
        if (i == 4) return -2;
    }
    return -3;
}

__tile__ int forever(int n) {
    while (true) {
        if (n % 7 == 0) return n;
        ++n;
    }
}

__tile__ int in_do(int n) {
    do {
        n *= 2;
        if (n > 30) return n;
    } while (n < 100);
    return 0;
}

__tile__ int nothing_found(int const* v) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        if (find(v, i) >= 0) return 0;
        ++count;
    }
    return count == 3;
}

__tile__ int last_round(int const* v) {
    int i = 0;
    for (; i < 6; ++i)
        if (v[i] > 100) return -1;
    return i;
}

__tile_global__ void kernel(int const* v, int* out) {
    out[0] = find(v, 16);
    out[1] = find(v, 17);
    out[2] = find_pair(v, 46);   // 4 + 42 is the fifth pair
    out[3] = find_pair(v, 19);   // 4 + 15
    out[4] = forever(1);
    out[5] = in_do(5);
    out[6] = nothing_found(v);
    out[7] = last_round(v);
}
