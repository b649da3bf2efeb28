// case: syntax_error_in_needed_class
// spec: [class.mem]
// reject: E0205 a kernel needs the class, and `= 4;` is not a member-declaration

struct Pair {
    int first;
    = 4;
    __tile__ int get() const { return first; }
};

extern "C" __tile_global__ void test(int* out) {
    Pair a{1};
    Pair b{2};
    *out = a.get() + b.get();
}
