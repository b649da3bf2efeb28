// case: virtual_call_through_base
// spec: [class.virtual]
// accept: a template knows the class
struct Base {
    __tile__ virtual int f() const { return 1; }
};
struct Derived final : Base {
    __tile__ int f() const override { return 2; }
};
template <class T>
__tile__ int call(T const& object) {
    return object.f();
}

extern "C" __tile_global__ void test(int* out) { *out = call(Derived()); }
