// case: noexcept_of_implicit_members
// spec: [except.spec]
// arg: out i32[1]
// expect: [1]
// note: an implicit or defaulted function may throw if a function that it calls may.
struct Loud {
    Loud();
    Loud(Loud const&);
    Loud& operator=(Loud const&);
    ~Loud();
};
struct HoldsLoud {
    Loud l;
};
struct Defaulted {
    Loud l;
    Defaulted() = default;
    Defaulted(Defaulted const&) = default;
};
struct Plain {
    int n = 1;
};
static_assert(!__is_nothrow_constructible(HoldsLoud) && !__is_nothrow_constructible(HoldsLoud, HoldsLoud const&));
static_assert(!__is_nothrow_constructible(Defaulted) && !__is_nothrow_constructible(Defaulted, Defaulted const&));
static_assert(!__is_nothrow_assignable(HoldsLoud&, HoldsLoud const&));
static_assert(__is_nothrow_constructible(Plain) && __is_nothrow_constructible(Plain, Plain&&));
static_assert(__is_nothrow_assignable(Plain&, Plain const&));
void f(Plain*, HoldsLoud*);
static_assert(noexcept(static_cast<Plain*>(nullptr)->~Plain()));
static_assert(noexcept(static_cast<HoldsLoud*>(nullptr)->~HoldsLoud()));

extern "C" __tile_global__ void test(int* out) { *out = 1; }
