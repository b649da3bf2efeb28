// T depends on containers and on `auto`.
#include <cuda_tile.h>

#include <map>
#include <string>
#include <vector>
namespace ct = cuda::tiles;

template <class T>
__tile_global__ void zero(T* p) {
  ct::store(p + ct::iota<ct::tile<int, ct::shape<16>>>(), ct::zeros<ct::tile<T, ct::shape<16>>>());
}
template <class K, class V>
struct Table {
  std::map<K, V> entries;
};
void clear(Table<std::string, std::vector<float*>>& table, std::vector<std::pair<int, short*>>& list) {
  for (auto& [name, pointers] : table.entries)
    for (auto* p : pointers) zero<<<1, 1>>>(p);
  for (const auto& entry : list) zero<<<1, 1>>>(entry.second);
  std::vector<unsigned char> bytes(16);
  zero<<<1, 1>>>(bytes.data());
}
