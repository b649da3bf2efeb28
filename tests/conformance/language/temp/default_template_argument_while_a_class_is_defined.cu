// case: default_template_argument_while_a_class_is_defined
// spec: [temp.arg]/8, [class.mem.general]/6
// shows: a default template argument is evaluated for each call, while the class is defined and when it is complete
// arg: out i32[4]
// expect: [0, 8, 2, 1]
#include <cuda_tile.h>

template <class T> T &&value() noexcept;
template <class T, int N = [] {
  if constexpr (requires { sizeof(T); })
    return int(sizeof(T));
  else
    return 0;
}()>
__tile__ constexpr int bytes_of(T *) { return N; }
template <class T, class = decltype(value<T>().size())> __tile__ constexpr int has_size(T *) { return 1; }
__tile__ constexpr int has_size(...) { return 2; }

struct Config {
  static constexpr int early = bytes_of(static_cast<Config *>(nullptr));
  static constexpr int early_size = has_size(static_cast<Config *>(nullptr));
  int rows = 3, cols = 4;
  __tile__ int size() const;
};

extern "C" __tile_global__ void test(int *p) {
  Config *none = nullptr;
  p[0] = Config::early;
  p[1] = bytes_of(none);
  p[2] = Config::early_size;
  p[3] = has_size(none);
}
