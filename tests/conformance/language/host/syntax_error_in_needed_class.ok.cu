// case: syntax_error_in_needed_class
// spec: [class.mem]
// accept: the same with a member-declaration

struct Pair {
    int first = 4;
    __tile__ int get() const { return first; }
};

extern "C" __tile_global__ void test(int* out) {
    Pair a{1};
    Pair b{2};
    *out = a.get() + b.get();
}
