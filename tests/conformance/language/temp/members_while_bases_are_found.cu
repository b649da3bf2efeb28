// case: members_while_bases_are_found
// spec: [temp.inst], [class.mem]
// reject: E0308 the derived class is incomplete where its base is instantiated
template <class T>
struct Base {
    using Value = typename T::Value;
};
struct Derived : Base<Derived> {
    using Value = int;
};

extern "C" __tile_global__ void test(int* out) {
    Derived::Value x = 1;
    *out = x;
}
