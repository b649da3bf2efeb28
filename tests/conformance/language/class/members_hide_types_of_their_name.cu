// case: members_hide_types_of_their_name
// spec: [class.mem.general]/5, [basic.scope.hiding]/2
// accept: a class is hidden by a member; templates may be declared before
struct S {
    struct a;
    struct a {};
    int a;
    template <class T> struct b;
    template <class T> struct b {};
    template <class T> struct b<T*> {};
    int c(int);
    template <class T> int c(T);
    enum d { e, f };
    static constexpr int d = 1;
    typedef struct g {
    } g;
};
static_assert(sizeof(S) == sizeof(int) && S::d == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
