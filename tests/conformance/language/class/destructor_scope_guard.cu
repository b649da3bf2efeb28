// case: destructor_scope_guard
// spec: [class.dtor], [stmt.dcl]
// arg: i32 = 3
// arg: out i32[4]
// expect: [7, 103, 3, 40]
template <typename F>
struct Finally {
    F f;
    __tile__ ~Finally() { f(); }
};
template <typename F>
Finally(F) -> Finally<F>;

template <typename T>
class Restore {
    T& place;
    T old;

public:
    __tile__ explicit Restore(T& place) : place(place), old(place) {}
    __tile__ ~Restore() { place = old; }
};
__tile__ int deep(int& depth) {
    Restore<int> restore(depth);
    depth += 100;
    return depth;
}

extern "C" __tile_global__ void test(int n, int* out) {
    int x = 0;
    {
        Finally at_end{[&] { x += n; }};
        x = 4;
    }
    out[0] = x;
    out[1] = deep(n);
    out[2] = n;
    int y = 0;
    switch (n) {
        case 3: {
            Finally f{[&] { y = y * 10; }};
            y = 4;
            break;
        }
        default: y = 1;
    }
    out[3] = y;
}
