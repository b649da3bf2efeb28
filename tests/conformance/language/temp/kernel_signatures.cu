// case: kernel_signatures
// spec: [temp.explicit]
// note: kernels with every kind of name, parameter and argument; their symbols are read by c++filt
// arg: i32 = 5
// arg: out i32[2]
// expect: [8, 20]
namespace {
struct Three { static constexpr int value = 3; };
enum class Mode : unsigned char { Off, On };
__tile_global__ void hidden(int* out, Three) { out[0] = 1; }
}
inline namespace v2 {
namespace deep {
struct Four { static constexpr int value = 4; };
union Either { int whole; float part; };
}
}
struct Point { int x; float at[2]; constexpr int twice() const { return 2 * x; } };
struct Nested { Point point; bool set; unsigned long long wide; };
template <class... Ts> struct Pack {};
template <auto... Vs> struct Values {};
template <template <class...> class... Fs> struct Shapes {};
constexpr int table[3] = {1, 2, 3};
extern "C" __tile__ int c_function(int);

template <class T> __tile__ int plus(int n) { return n + T::value; }

template <class T> __tile_global__ void marked(T* const* out, const T& in) {}
template __tile_global__ void marked<Three>(Three* const*, const Three&);
template __tile_global__ void marked<deep::Four>(deep::Four* const*, const deep::Four&);

template <class T> __tile_global__ void declarators(
    T (*arrays)[2][3], T (&referred)[4], void (*call)(T, int (*)(T&&), ...), int (*(*both)(T))(float),
    T* (*of_pointers)[5], const volatile T* volatile* quals, T (Point::*method)(int) const&,
    T Point::*const* field, int (&function)(T*), T* __restrict__ alone) {}
template __tile_global__ void declarators<int>(
    int (*)[2][3], int (&)[4], void (*)(int, int (*)(int&&), ...), int (*(*)(int))(float),
    int* (*)[5], const volatile int* volatile*, int (Point::*)(int) const&,
    int Point::*const*, int (&)(int*), int* __restrict__);

template <class T> __tile_global__ void collapsed(T&& a, T& b) {}
template __tile_global__ void collapsed<const long>(const long&&, const long&);
template __tile_global__ void collapsed<short&>(short&, short&);
template <class T> __tile_global__ void qualified(const T* a, T* const b) {}
template __tile_global__ void qualified<const long>(const long*, const long*);

template <auto... Vs> __tile_global__ void constants(Values<Vs...>*) {}
template __tile_global__ void constants<1, 'a', true>(Values<1, 'a', true>*);
template <auto V> __tile_global__ void constant() {}
template __tile_global__ void constant<Point{1, {2.0f, -0.5f}}>();
template __tile_global__ void constant<Nested{{-7, {}}, true, 9}>();
template __tile_global__ void constant<Mode::On>();
template __tile_global__ void constant<&Point::twice>();
template __tile_global__ void constant<&Point::at>();
template __tile_global__ void constant<&table[1]>();
template __tile_global__ void constant<deep::Either{.part = 1.0f}>();
template __tile_global__ void constant<u'x'>();
template __tile_global__ void constant<-9223372036854775807ll>();
template __tile_global__ void constant<-1.5>();
template __tile_global__ void constant<nullptr>();

template <class... Ts> __tile_global__ void packs(Pack<Ts*...>*, const Ts&...) {}
template __tile_global__ void packs<char8_t, __int128, unsigned __int128>(
    Pack<char8_t*, __int128*, unsigned __int128*>*, const char8_t&, const __int128&,
    const unsigned __int128&);
template <template <class...> class... Fs> __tile_global__ void shapes(Shapes<Fs...>*) {}
template __tile_global__ void shapes<Pack>(Shapes<Pack>*);
template <template <class...> class F> __tile_global__ void shape(Shapes<F>*, F<int>*) {}
template __tile_global__ void shape<Pack>(Shapes<Pack>*, Pack<int>*);

template <class T> struct Outer {
    template <class U> struct Inner { struct Leaf {}; };
    enum Kind { First };
};
template <class T> __tile_global__ void members(
    typename Outer<T>::template Inner<int>::Leaf*, typename Outer<T>::Kind, Outer<Outer<T>>*) {}
template __tile_global__ void members<Three>(
    Outer<Three>::Inner<int>::Leaf*, Outer<Three>::Kind, Outer<Outer<Three>>*);

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = plus<Three>(n);
    out[1] = 4 * (plus<deep::Four>(n) - 4);
}
