// case: function_template_defined_twice
// spec: [basic.def.odr]/1, [temp.over.link]/6
// accept: their constraints differ, or their parameters
template <class T> concept small = sizeof(T) < 4;
template <class T> constexpr int f(T, int n = 1);
template <class T> constexpr int f(T, int n) { return n; }
template <small T> constexpr int f(T, int n) { return n + 1; }
template <class T> constexpr int f(T*, int n) { return n + 2; }
template <class T> requires (sizeof(T) == 2) constexpr int g(T) { return 1; }
template <class T> requires (sizeof(T) == 4) constexpr int g(T) { return 2; }
template <template <class> class C> constexpr int h() { return 1; }
template <template <class, class> class C> constexpr int h() { return 2; }
template <template <int> class C> constexpr int h() { return 3; }
template <class T> constexpr int v(T) { return 1; }
template <class T> constexpr int v(T, ...) { return 2; }
template <class T, class U> struct two {};
template <class T> struct one {};
struct C {
    template <class T> constexpr operator T*() const { return nullptr; }
    template <class T> constexpr operator T&() const = delete;
};
static_assert(h<one>() == 1 && h<two>() == 2 && v(1, 2) == 2);
static_assert(f(1) == 1 && f('a', 1) == 2 && g(1) == 2 && g(short(1)) == 1);
extern "C" __tile_global__ void test(int* out) { *out = f(1); }
