#include <cuda_tile.h>
#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>
namespace tiles::scan {
namespace ct = cuda::tiles;
namespace internal {
template <class T, class Policy> __tile_global__ void upsweep(T* p) {
  ct::store(p + ct::iota<ct::tile<int, ct::shape<Policy::kItems>>>(), ct::zeros<ct::tile<T, ct::shape<Policy::kItems>>>());
}
struct Small { static constexpr int kItems = 32; };
struct Large { static constexpr int kItems = 512; };
template <class T> using PolicyFor = std::conditional_t<(sizeof(T) > 4), Small, Large>;
}
template <class Iterator>
void exclusive(Iterator first, Iterator last) {
  using T = typename std::iterator_traits<Iterator>::value_type;
  internal::upsweep<T, internal::PolicyFor<T>><<<1, 1>>>(&*first);
}
void run(int* i, double* d, std::vector<short>& s) {
  exclusive(i, i + 512);
  exclusive(d, d + 32);
  exclusive(s.begin(), s.end());
}
}
