//@ check
namespace shapes {
constexpr int width = 4;
}
struct Pair {
    int first, second;
};
class Closed {
    int hidden = 0;
};

__tile_global__ void names(int* p) {
    *p = lenght; //~ error[E0301]: `lenght` is not declared
}
__tile_global__ void members(int* p) {
    *p = shapes::widht; //~ error[E0303]
}
__tile_global__ void fields(int* p) {
    Pair pair{1, 2};
    *p = pair.third; //~ error[E0303]
}
__tile_global__ void access(int* p) {
    Closed closed;
    *p = closed.hidden; //~ error[E0317]
}
__tile_global__ void types(int* p) {
    shapes::width x = 4; //~ error
    *p = 4;
}
// What no kernel reaches is not analysed.
void host() {
    undeclared_function(undeclared_value);
}

// Templates that are not instantiated: what depends on no parameter is looked up at once.
namespace tiles {
template <class T> struct box {
    T value;
};
}
template <class T> __tile_global__ void qualified(T* p) {
    *p = shapes::widht; //~ error[E0303]: namespace `shapes` has no member `widht`
}
template <class T> __tile_global__ void qualified_type(T* p) {
    tiles::bocks<T> b{*p}; //~ error[E0303]: namespace `tiles` has no member `bocks`
    *p = b.value;
}
template <class T> __tile_global__ void argument(T* p) {
    auto b = tiles::box<tiles::nothing>{}; //~ error[E0303]: namespace `tiles` has no member `nothing`
}
template <class T> __tile_global__ void qualifier(T* p) {
    *p = shpaes::width; //~ error[E0301]: `shpaes` is not declared
}
template <class T> __tile_global__ void global(T* p) {
    *p = ::nowhere; //~ error[E0303]: the global namespace has no member `nowhere`
}
template <class T> __tile_global__ void fine(T* p) {
    namespace inner = shapes;
    using U = tiles::box<T>;
    *p = inner::width + U::count + T::count + ::shapes::width;
}
