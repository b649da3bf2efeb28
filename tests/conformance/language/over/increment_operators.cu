// case: increment_operators
// spec: [over.inc]
// arg: i32 = 3
// arg: out i32[3]
// expect: [34, 12, 10]
struct It {
    int* p;
    __tile__ It& operator++() { ++p; return *this; }
    __tile__ It operator++(int) { It old = *this; ++p; return old; }
    __tile__ int& operator*() const { return *p; }
    __tile__ bool operator!=(It o) const { return p != o.p; }
};
enum class Day { mon, tue, wed };
__tile__ Day& operator++(Day& d) { return d = Day((int(d) + 1) % 3); }
__tile__ Day operator--(Day& d, int k) { Day old = d; d = Day(int(d) - 1 + k); return old; }

extern "C" __tile_global__ void test(int n, int* out) {
    int v[3] = {n, n + 1, n + 2};
    It i{v}, end{v + 3};
    out[0] = *i++ * 10 + *i;
    int s = 0;
    for (It j{v}; j != end; ++j) s += *j;
    out[1] = s;
    Day d = Day::wed;
    ++d;
    ++d;
    out[2] = int(d--) * 10 + int(d);
}
