//@ run: cpu emulator gpu
//@ arg n: i32 = 3
//@ arg out: out i32[5]
//@ expect out = 3 7 8 12 2
// [class.union]: the member that was written last is read.
union Either {
    int i;
    float f;
};
struct Tagged {
    bool is_int;
    union {
        int i;
        float f;
    };
    __tile__ int get() const { return is_int ? i : static_cast<int>(f); }
};
struct Wide {
    union {
        int parts[2];
        long whole;
    };
};

__tile__ Tagged make(int n) {
    Tagged t;
    t.is_int = n % 2 == 1;
    if (t.is_int)
        t.i = n;
    else
        t.f = static_cast<float>(n) + 4.5f;
    return t;
}

__tile_global__ void kernel(int n, int* out) {
    Either e;
    e.i = n;
    out[0] = e.i;
    e.f = 7.5f;
    out[1] = static_cast<int>(e.f);
    out[2] = make(4).get();
    int s = 0;
    for (int i = 0; i < 4; ++i) {
        Tagged t = make(i);
        s += t.is_int ? t.get() : t.get() - 4 - i + 4;
    }
    out[3] = s;
    Wide w;
    w.parts[0] = 1;
    w.parts[1] = 2;
    out[4] = w.parts[n - 2];
}
