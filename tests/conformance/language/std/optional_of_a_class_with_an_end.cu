// case: optional_of_a_class_with_an_end
// spec: [optional.assign]
// arg: i32 = 3
// arg: out i32[9]
// expect: [0, 1, 11, 103, 211, 1211, 0, 1212, 4423]
// note: construction counts 1, a copy 10, an assignment 100, an end 1000
#include <optional>

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
        std::optional<counted> v;
        out[0] = log;
        v.emplace(&log, n);
        out[1] = log;
        std::optional<counted> w = v;
        out[2] = log;
        out[3] = w->value;
        v = w;
        v = *w;
        out[4] = log;
        v.reset();
        out[5] = log;
        out[6] = v.has_value();
        v.emplace(&log, 5);
        out[7] = log;
        v.swap(w);
        w = std::nullopt;
        v = std::nullopt;
        if (!v && !w)
            log += 1;
    }
    out[8] = log;
}
