// case: noexcept_operator
// spec: [expr.unary.noexcept], [except.spec]
// arg: out i32[1]
// expect: [1]
__tile__ int may(int);
__tile__ int never(int) noexcept;
__tile__ int maybe(int) noexcept(sizeof(int) == 4);
template <typename T>
__tile__ T depends(T) noexcept(sizeof(T) == 1);
struct Quiet {
    Quiet() = default;
    Quiet(Quiet const&) noexcept;
    __tile__ int get() const noexcept;
    __tile__ operator int() const noexcept;
};
struct Loud {
    Loud();
    Loud(Loud const&);
    __tile__ int get() const;
    __tile__ int operator+(int) const;
};
struct HoldsLoud {
    Loud l;
};
struct Ends {
    ~Ends() noexcept(false);
};
static_assert(!noexcept(may(1)) && noexcept(never(1)) && noexcept(maybe(1)));
static_assert(!noexcept(depends(1)) && noexcept(depends('a')));
static_assert(noexcept(1 + 2) && !noexcept(never(may(1))));
static_assert(noexcept(Quiet()) && !noexcept(Loud()) && !noexcept(HoldsLoud()));
static_assert(noexcept(Quiet().get()) && noexcept(static_cast<int>(Quiet())));
static_assert(!noexcept(throw 1));
static_assert(noexcept(true ? 1 : never(2)) && !noexcept(true ? 1 : may(2)));

extern "C" __tile_global__ void test(int* out) { *out = 1; }
