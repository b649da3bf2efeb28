// case: moved_by_a_constructor_template
// spec: [class.copy.ctor]/10, [class.copy.assign]/7
// arg: out i32[8]
// expect: [1, 0, 1, 1, 0, 1, 0, 15]
// note: overload resolution for the move of a member may find a template
struct Only {
    int n;
    __tile__ constexpr Only(int n) : n(n) {}
    Only(const Only&) = delete;
    Only& operator=(const Only&) = delete;
    template <class T>
    __tile__ constexpr Only(T&& other) : n(other.n + 10) {}
    template <class T>
    __tile__ constexpr Only& operator=(T&& other) {
        n = other.n;
        return *this;
    }
};
struct Holder { Only only; };
struct Derived : Only { using Only::Only; };
struct Constrained {
    Constrained(const Constrained&) = delete;
    template <class T>
        requires(sizeof(T) > 100)
    __tile__ Constrained(T&&) {}
};
struct Stuck { Constrained c; };
template <class T>
constexpr int moves = requires(T& t) { T(static_cast<T&&>(t)); };
template <class T>
constexpr int copies = requires(const T& t) { T(t); };
template <class T>
constexpr int assigns = requires(T& t) { t = static_cast<T&&>(t); };
extern "C" __tile_global__ void test(int* out) {
    out[0] = moves<Holder>;
    out[1] = copies<Holder>;
    out[2] = moves<Derived>;
    out[3] = assigns<Holder>;
    out[4] = moves<Stuck>;
    out[5] = moves<Only>;
    out[6] = copies<Only>;
    Holder a{5};
    Holder b(static_cast<Holder&&>(a));
    out[7] = b.only.n;
}
