// case: member_pointer_at_run_time
// spec: [expr.mptr.oper] pointers to members that differ in branches or come out of a table
// arg: out i32[12]
// arg: i32 = 2
// expect: [300, 107, 7, 1, 20, 3028, 2021, 1005, 1009, 1, 0, 2]
#include "cuda_tile.h"

struct Base {
    int x, y;
    __tile__ int sum() const { return x + y; }
};

struct Point : Base {
    int z;
    __tile__ Point(int x, int y, int z) : Base{x, y}, z(z) {}
    __tile__ int last() const { return z; }
    __tile__ void move(int by) { x += by; }
    __tile__ void lift(int by) { z += by; }
};

extern "C" __tile_global__ void test(int* out, int n) {
    Point p(1, 20, 300);
    int Point::*field = n > 1 ? &Point::z : &Point::x;
    out[0] = p.*field;
    p.*field = 7;
    out[1] = p.x * 100 + p.z;
    int Point::*fields[] = {&Point::x, &Point::y, &Point::z};
    for (int i = 0; i < 3; ++i) out[2 + i] = p.*fields[(i + n) % 3];
    for (auto f : fields) p.*f += 1000;
    out[5] = p.x + p.y + p.z;
    int (Point::*get)() const = n == 2 ? static_cast<int (Point::*)() const>(&Base::sum) : &Point::last;
    out[6] = (p.*get)();
    void (Point::*change)(int) = nullptr;
    Point* q = &p;
    for (int i = 0; i < 4; ++i) {
        if (change) (q->*change)(i);
        change = i % n == 0 ? &Point::move : &Point::lift;
    }
    out[7] = p.x;
    out[8] = p.z;
    out[9] = field == &Point::z;
    out[10] = field != fields[n];
    field = n > 5 ? field : nullptr;
    out[11] = field ? 1 : 2;
}
