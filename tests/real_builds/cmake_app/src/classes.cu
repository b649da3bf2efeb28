#include "app/kernels.cuh"
namespace app {
class Engine {
 public:
  Engine() { fill<2><<<1, 1>>>(p_, 0); }
  ~Engine() { fill<4><<<1, 1>>>(p_, 0); }
  void inside() { fill<8><<<1, 1>>>(p_, 0); }
  void outside();
  template <int N>
  void never() { fill<N><<<1, 1>>>(p_, 0); }
  template <int N>
  void once() { fill<N * 2><<<1, 1>>>(p_, 0); }
  static void still(int* p) { fill<16><<<1, 1>>>(p, 0); }
  virtual void overridable() { fill<32><<<1, 1>>>(p_, 0); }
  operator bool() const { return p_ != nullptr; }
  struct Nested {
    void go(int* p) { fill<64><<<1, 1>>>(p, 0); }
  };

 private:
  int* p_ = nullptr;
};
void Engine::outside() { once<64>(); }

template <class T>
struct Stage {
  void used(int* p) { fill<sizeof(T) * 64><<<1, 1>>>(p, 0); }
  void unused(int* p) { fill<sizeof(T) * 1024><<<1, 1>>>(p, 0); }
};
void go(int* p) {
  Stage<int>{}.used(p);
  Stage<char> s;
  s.used(p);
}
}  // namespace app
