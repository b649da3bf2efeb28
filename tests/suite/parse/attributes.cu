// Attributes and CUDA's specifiers.
[[nodiscard("why")]] [[deprecated]] int f [[gnu::pure]] (int x [[maybe_unused]], [[maybe_unused]] int y) noexcept;
struct [[nodiscard]] alignas(16) S { [[no_unique_address]] int x; alignas(double) char c[8]; };
template<class T> [[tilec::op("addf")]] __tile__ T op(T a) noexcept;
extern "C" __tile_global__ [[cutile::hint(0, num_cta_in_cga = 2)]] void kernel(float *__restrict__ p, int n) {}
[[cutile::hint(90, occupancy = 4)]] __tile_global__ void kernel2();
template<int N> [[using cutile : hint(0, occupancy = N)]] __tile_global__ void kernel3() {}
__global__ void __launch_bounds__(256, 2) host_kernel(const __grid_constant__ int x);
__device__ __host__ inline int both(), other();
__shared__ int shared_memory[32];
__constant__ float table[4] = {1, 2, 3, 4};
int packed __attribute__((packed, aligned(4)));
__attribute__((always_inline)) inline int attr() { return 1; }
int labelled() __asm__("name");
[[cutile::hint(0, occupancy = 1)]] extern "C" __tile_global__ void misplaced(); //~ error[E0210]: an attribute cannot precede
enum class [[x]] Color { red [[deprecated]], green [[y]] = 2 };
void g() { for ([[maybe_unused]] auto i : r) ; [[fallthrough]]; int arr [[z]] [3]; }
//= tree
// Function f: fn(int x [[maybe_unused]], int y [[maybe_unused]]) noexcept -> int [[nodiscard("why")]] [[deprecated]] [[gnu::pure]]
// Class struct S [[nodiscard]] alignas(16)
//   Field x: int [[no_unique_address]]
//   Field c: array(char, 8) alignas(double)
// Template <class T>
//   Function __tile__ op: fn(T a) noexcept -> T [[tilec::op("addf")]]
// LinkageSpec C
//   Function __tile_global__ kernel: fn(__restrict__ ptr(float) p, int n) -> void [[cutile::hint(0, num_cta_in_cga = 2)]]
//     Compound
// Function __tile_global__ kernel2: fn() -> void [[cutile::hint(90, occupancy = 4)]]
// Template <int N>
//   Function __tile_global__ kernel3: fn() -> void [[cutile::hint(0, occupancy = N)]]
//     Compound
// Function __global__ host_kernel: fn(const int x) -> void __launch_bounds__(256, 2)
// Function inline __device__ __host__ both: fn() -> int
// Function inline __device__ __host__ other: fn() -> int
// Variable __shared__ shared_memory: array(int, 32)
// Variable __constant__ table: array(float, 4) = {1, 2, 3, 4}
// Variable packed: int __attribute__((packed)) alignas(4)
// Function inline attr: fn() -> int __attribute__((always_inline))
//   Compound
//     Return 1
// Function labelled: fn() -> int
// LinkageSpec C [[cutile::hint(0, occupancy = 1)]]
//   Function __tile_global__ misplaced: fn() -> void
// Enum class Color [[x]]
//   Enumerator red [[deprecated]]
//   Enumerator green = 2 [[y]]
// Function g: fn() -> void
//   Compound
//     RangeFor r
//       Variable i: auto [[maybe_unused]]
//       Empty
//     [[fallthrough]]
//     Empty
//     Variable arr: array(int, 3) [[z]]
