// case: static_assertion_speaks_for_members
// spec: [dcl.pre]
// reject: E0315 what the members of a specialisation rely on was asserted: they say nothing more
struct Fixed {
    static constexpr bool has_value = false;
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
