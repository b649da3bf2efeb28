// case: syntax_error_in_needed_template
// spec: [class.mem]
// reject: E0201 reported once, though two specialisations are needed

template <class T>
struct Box {
    T value;
    T value()() 3;
    __tile__ T get() const { return value; }
};

extern "C" __tile_global__ void test(int* out) {
    Box<int> a{1};
    Box<short> b{2};
    *out = a.get() + b.get();
}
