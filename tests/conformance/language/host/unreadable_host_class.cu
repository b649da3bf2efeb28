// case: unreadable_host_class
// spec: tile: host code
// arg: out i32[1]
// arg: i32 = 20
// expect: [41]
// note: nothing that a kernel reaches names the class or the function, so what stands in them is
// note: not looked at.

class Widget {
    SIGNALS(clicked, moved) REFLECT
    int first;
    = 4;
    PROPERTY(int, width) get set;
    __declspec(novtable) LIB_CALL void paint() final override;
};

static_dispatch int table(Widget& w) { return w.first ** = 3; }

extern "C" __tile_global__ void test(int* out, int n) { *out = 2 * n + 1; }
