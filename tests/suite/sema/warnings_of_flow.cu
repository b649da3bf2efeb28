//@ check
//@ flags: -Wunreachable-code
// Statements that nothing leads to, ends of functions, and constants that are hardly meant.

enum class color { red, green };

__tile__ int falls_off(int a) {
    if (a > 0) return 1;
} //~ warning[E0538]: `falls_off` can end without `return`, but must return `int`

__tile__ int of_both(int a) {
    if (a > 0) return 1;
    else return 2;
}

__tile__ int of_all(color c) {
    switch (c) {
    case color::red: return 1;
    case color::green: return 2;
    }
}

__tile__ int of_some(int c) {
    switch (c) {
    case 0: return 1;
    case 1: return 2;
    }
} //~ warning[E0538]: `of_some` can end without `return`

__tile__ int endless(int* p) {
    while (true) {
        if (*p > 4) return *p;
        ++*p;
    }
}

__tile__ int left(int* p) {
    while (true) {
        if (*p > 4) break;
        ++*p;
    }
} //~ warning[E0538]: `left` can end without `return`

__tile__ int stops(int a) {
    if (a > 0) return 1;
    __builtin_unreachable();
}

template <bool Is>
__tile__ int chosen(int a) {
    if constexpr (Is) return a;
    a += 1;
    return a;
}

template <int N>
__tile__ int of_constants(int a) {
    if constexpr (N == 0) return a;
    else return a / N;
}

template <int N>
__tile__ int guarded(int a) { return N == 0 ? a : a / N; }

__tile__ int jumps(int a) {
    for (int i = 0; i < a; ++i) {
        continue;
        a += i; //~ warning[E0539]: control does not reach this statement
    }
    switch (a) {
    case 0:
        return 1;
        break;
    default: break;
    }
    if (a == 7) goto end;
    return a;
end:
    return 3;
    a = 4; //~ warning[E0539]: control does not reach this statement
}

__tile__ int divides(int a) {
    constexpr int zero = 0;
    int x = a / 0; //~ warning[E0537]: division by zero
    x += a % zero; //~ warning[E0537]: remainder of a division by zero
    x /= 2 - 2; //~ warning[E0537]: division by zero
    return x + int(1.0f / 0.0f); //~ warning[E0556]: no signed integer of 32 bits is infinity
}

__tile__ float converts(float a) {
    int half = 0.5; //~ warning[E0556]: changes 0.5 to 0
    unsigned char large = 300; //~ warning[E0556]: changes 300 to 44
    unsigned mask = -1;
    int all = 0xffffffff;
    int cast = static_cast<int>(2.5);
    float single = 0.1;
    half = 2.0;
    return a + half + large + mask + all + cast + single;
}

__tile_global__ void kernel(int* p, float* q) {
    p[0] = falls_off(p[1]) + of_both(p[1]) + of_all(color(p[2])) + of_some(p[3]) + endless(p) + left(p);
    p[1] = stops(p[2]) + chosen<true>(p[2]) + of_constants<0>(p[3]) + of_constants<2>(p[3]) + guarded<0>(p[2]);
    p[2] = jumps(p[3]) + divides(p[4]);
    q[0] = converts(q[1]);
}

template <color C> __tile__ int of_one(int a) {
    if constexpr (C == color::red)
        return a;
    else if constexpr (C != color::green)
        return -a;
} //~ warning[E0538]: `of_one` can end without `return`

template <color C> __tile__ int of_each(int a) {
    if constexpr (C == color::red) return a;
    if constexpr (C == color::green) return -a;
}

template <int N> __tile__ int of_none(int a) {
    if constexpr (N > 4) return a;
    else __builtin_unreachable();
}

__tile_global__ void chosen(int* p) {
    p[0] = of_one<color::red>(p[1]) + of_one<color::green>(p[2]);
    p[1] = of_each<color::red>(p[1]) + of_each<color::green>(p[2]);
    p[2] = of_none<8>(p[1]);
    if (p[3] > 8) p[2] = of_none<2>(p[1]);
}
