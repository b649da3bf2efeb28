// case: static_assertion_speaks_for_members
// spec: [dcl.pre]
// accept: the argument has what is asserted
struct Fixed {
    static constexpr bool has_value = true;
    static constexpr int offset = 2;
    using value = int;
};

template <class T>
struct Box {
    static_assert(T::has_value, "a box holds a value");
    typename T::value value;
    __tile__ int get() const { return value + T::offset; }
};

extern "C" __tile_global__ void test(int* out) {
    Box<Fixed> box{};
    *out = box.get();
}
