// case: inline_namespace_specialisations
// spec: [namespace.def]/8
// arg: out i32[8]
// expect: [2, 3, 4, 5, 6, 7, 8, 1]
// note: a template of an inline namespace may be specialised in the namespaces around it, wherever its uses are.
#include "cuda_tile.h"

namespace outer {
inline namespace first {
inline namespace second {
template <class T> struct Size { static constexpr int n = 1; };
template <class T> constexpr int number = 1;
template <class T> constexpr int function() { return 1; }
// These look the templates up where they are declared.
template <class T> constexpr int size = Size<T>::n;
template <class T> constexpr int value = number<T>;
template <class T> constexpr int result() { return function<T>(); }
template <class T> concept Large = (Size<T>::n > 5);
} // namespace second
} // namespace first
} // namespace outer

template <class T> struct Box {};
template <class T> struct outer::Size<Box<T>> { static constexpr int n = 2; };
template <> struct outer::first::Size<char> { static constexpr int n = 3; };
template <> constexpr int outer::number<char> = 4;
template <class T> constexpr int outer::number<T*> = 5;
namespace outer {
template <> constexpr int function<char>() { return 6; }
template <class T> struct Size<T&> { static constexpr int n = 7; };
namespace first {
template <> struct Size<long> { static constexpr int n = 8; };
} // namespace first
} // namespace outer

static_assert(outer::Large<int&> && !outer::Large<int>);

extern "C" __tile_global__ void test(int* out) {
    namespace ct = cuda::tiles;
    out[0] = outer::size<Box<int>>;
    out[1] = outer::size<char>;
    out[2] = outer::value<char>;
    out[3] = outer::value<int*>;
    out[4] = outer::result<char>();
    out[5] = outer::size<int&>;
    out[6] = outer::size<long>;
    out[7] = outer::size<int> * outer::value<int> * outer::result<int>();
}
