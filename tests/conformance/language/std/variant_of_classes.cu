// case: variant_of_classes
// spec: [variant.assign]
// arg: i32 = 3
// arg: out i32[7]
// expect: [1, 103, 2, 11, 103, 1111, 3]
// note: a replaced alternative ends before the new one begins; a copy copies the alternative
#include <variant>

struct counted {
    int* log;
    int value;
    constexpr counted(int* l, int v) : log(l), value(v) { *log += 1; }
    constexpr counted(counted const& o) : log(o.log), value(o.value + 100) { *log += 10; }
    constexpr counted& operator=(counted const& o) {
        value = o.value;
        *log += 100;
        return *this;
    }
    constexpr ~counted() { *log += 1000; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    int log = 0;
    {
        std::variant<int, counted> v(std::in_place_type<counted>, &log, n);
        out[0] = log;
        std::variant<int, counted> w = v;
        out[1] = std::get<counted>(w).value;
        out[2] = v.index() + w.index();
        out[3] = log;
        v = w;
        out[4] = std::get<1>(v).value;
        v = 5;
        out[5] = log;
    }
    out[6] = log / 1000 + (log == 2111);
}
