// case: memory_construct_at
// spec: [specialized.construct]
// arg: i32 = 5
// arg: out i32[5]
// expect: [5, 1, 12, 7, 3]
// note: the object of a union member begins and ends where the program says
#include <memory>

struct pair {
    int a, b;
    int* log;
    constexpr pair(int x, int y, int* l) : a(x), b(y), log(l) {}
    constexpr ~pair() { *log += 1; }
};
union slot {
    char none;
    pair value;
    constexpr slot() : none(0) {}
    constexpr ~slot() {}
};

constexpr int constant() {
    slot s;
    int ended = 0;
    std::construct_at(&s.value, 3, 4, &ended);
    int sum = s.value.a + s.value.b;
    std::destroy_at(&s.value);
    return sum * ended;
}

extern "C" __tile_global__ void test(int n, int* out) {
    int ended = 0;
    slot s;
    pair* p = std::construct_at(std::addressof(s.value), n, 7, &ended);
    out[0] = p->a;
    p->~pair();
    out[1] = ended;
    ::new (static_cast<void*>(&s.value)) pair{n, n + 2, &ended};
    out[2] = s.value.a + p->b;
    std::destroy_at(p);
    out[3] = constant();
    int x = 0;
    new (&x) int(ended + 1);
    out[4] = x;
}
