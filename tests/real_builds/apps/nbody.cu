#include <cuda_tile.h>
#include <vector>
namespace ct = cuda::tiles;
struct Body { float x, y, z, m; };
namespace sim {
template <class T> struct Integrator;
template <class T> __tile_global__ void advance(T* x, const T* v, T dt) {
  auto i = int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  ct::store(x + i, ct::load(x + i) + ct::load(v + i) * dt);
}
template <class T> __tile_global__ void forces(const Body* bodies, T* f, int n) {
  auto i = int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  ct::store_masked(f + i, ct::zeros<ct::tile<T, ct::shape<128>>>(), i < n);
}
template <class T> class System {
 public:
  explicit System(std::vector<Body> bodies) : n_(int(bodies.size())) {}
  System& step(T dt) & {
    forces<T><<<blocks(), 1>>>(bodies_, f_, n_);
    advance<<<blocks(), 1>>>(x_, static_cast<const T*>(f_), dt);
    return *this;
  }
  template <class Duration> void run(Duration total, T dt) { for (Duration t{}; t < total; t += Duration(1)) step(dt); }
 private:
  dim3 blocks() const { return dim3((n_ + 127) / 128); }
  Body* bodies_ = nullptr;
  T *x_ = nullptr, *f_ = nullptr;
  int n_;
};
extern template class System<long double>;
}
int main() {
  sim::System<float> s({{0, 0, 0, 1}});
  s.step(0.1f).step(0.2f);
  sim::System<double>{{}}.run(3, 0.5);
}
