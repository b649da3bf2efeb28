// case: convertible_through_private_constructors
// spec: [meta.rel]/5, [over.match.funcs]
// arg: out i32[4]
// expect: [0, 1, 0, 2]
// note: access is checked behind overload resolution, as if from nowhere: `int` finds the private constructor and stops
#include <type_traits>
class Guarded {
public:
    constexpr Guarded(long) {}

private:
    constexpr Guarded(int) {}
    friend struct Ally;
};
struct Ally {
    // Wherever it is used, the context is unrelated to it ([meta.rel]/5).
    static constexpr bool converts = std::is_convertible_v<int, Guarded>;
};
struct Kept {
    Kept(int) {}

private:
    ~Kept() {}
};
struct Gone {
    Gone(int) = delete;
    Gone(long) {}
};
struct Open {
    Open(int) {}
};
static_assert(!std::is_convertible_v<int, Guarded>);
static_assert(!std::is_convertible_v<int, Guarded const&>);
static_assert(!std::is_convertible_v<int, Guarded&&>);
static_assert(!std::is_convertible_v<int, Guarded const>);
static_assert(std::is_convertible_v<long, Guarded>);
static_assert(std::is_convertible_v<long, Guarded const&>);
static_assert(!std::is_convertible_v<int, Gone>);
static_assert(std::is_convertible_v<long, Gone>);
static_assert(!std::is_convertible_v<int, Kept>);
static_assert(std::is_convertible_v<int, Open>);
static_assert(std::is_convertible_v<int, Open const&>);
static_assert(!std::is_convertible_v<int, Open&>);
static_assert(std::is_nothrow_convertible_v<int, long> && !std::is_nothrow_convertible_v<int, Open>);
static_assert(!Ally::converts);

template <class T>
    requires std::is_convertible_v<int, T>
__tile__ constexpr int kind(T const*) {
    return 1;
}
template <class T> __tile__ constexpr int kind(T const*, ...) { return 2; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = std::is_convertible_v<int, Guarded>;
    out[1] = std::is_convertible_v<long, Guarded>;
    out[2] = Ally::converts;
    Guarded* none = nullptr;
    out[3] = kind(none);
}
