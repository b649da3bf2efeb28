// Arguments that are values, and the forms that an explicit instantiation has.
#include <cuda_tile.h>

enum class Mode : signed char { wrap = -1, clamp = 3 };
enum { tile_size = 32 };
struct Shape {
    int rows = 1, columns = 1;
    bool operator==(const Shape&) const = default;
};

template <Mode M, int N = tile_size, auto... Rest> __tile_global__ void value(int* out) { *out = int(M) + N + sizeof...(Rest); }
template __tile_global__ void value<Mode::wrap>(int*);
template __tile_global__ void value<Mode::clamp, -4>(int*);
template __tile_global__ void value<Mode(7), 1, true, 'c', 3u, 4l>(int*);

template <Shape S> __tile_global__ void shape(int* out) { *out = S.rows * S.columns; }
template __tile_global__ void shape<Shape{2, 3}>(int*);
template __tile_global__ void shape<Shape{}>(int*);
template __tile_global__ void shape<Shape{.columns = 0}>(int*);

template <class T, template <class> class Box> __tile_global__ void boxed(Box<T>* p) { p->value = T(1); }
template <class T> struct One {
    T value;
};
template __tile_global__ void boxed<float, One>(One<float>*);
template __tile_global__ void boxed(One<unsigned long long>*);

template <class T> requires(sizeof(T) >= 4) static __tile_global__ void wide(T* p) { *p = 1; }
template static __tile_global__ void wide<double>(double*);
namespace {
template <class T> __tile_global__ void narrow(T* p) requires(sizeof(T) < 4) { *p = 1; }
template void __tile_global__ narrow<short>(short*);
} // namespace

#define KERNEL(NAME, T, N) template __tile_global__ void NAME<T, N>(T*)
#define EACH(X, NAME) X(NAME, float, 1); X(NAME, unsigned char, 2); X(NAME, long, 3)
inline namespace v2 {
template <class T, int N> __tile_global__ void fill(T* p) { *p = N; }
EACH(KERNEL, fill);
} // namespace v2

template <class T> __tile_global__ void overloaded(T* p) { *p = 1; }
template <class T> __tile_global__ void overloaded(T* p, int n) { *p = n; }
template <class T> __tile_global__ void overloaded(const T* from, T* to) { *to = *from; }
template __tile_global__ void overloaded<float>(float*);
template __tile_global__ void overloaded<float>(float*, int);
template __tile_global__ void overloaded(const float*, float*);

extern template __tile_global__ void value<Mode::wrap, 99>(int*);
template <> __tile_global__ void overloaded(char* p) { *p = 'x'; }
