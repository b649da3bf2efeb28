// case: new_at_a_place
// spec: [expr.new]
// arg: i32 = 5
// arg: out i32[6]
// expect: [5, 6, 11, 42, 8, 1005]
// note: `new (p) T` calls the allocation function that returns p: nothing is allocated, an object begins
#include <new>

struct point {
    int x, y;
    int* ended;
    constexpr point(int a, int b, int* e) : x(a), y(b), ended(e) {}
    constexpr ~point() { *ended += 1000; }
};
struct pair {
    int a, b = 8;
};
union slot {
    char none;
    point value;
    constexpr slot() : none(0) {}
    constexpr ~slot() {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    int ended = n;
    slot s;
    point* p = new (&s.value) point(n, n + 1, &ended);
    out[0] = p->x;
    out[1] = s.value.y;
    p->x = p->x + p->y;
    out[2] = s.value.x;
    s.value.~point();
    int number = 0;
    int* q = ::new (static_cast<void*>(&number)) int{42};
    out[3] = number + (q != &number);
    pair two{1, 2};
    new (&two) pair{n};
    out[4] = two.b;
    out[5] = ended;
}
