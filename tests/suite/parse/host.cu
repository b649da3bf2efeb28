// Host code with types and macros from headers that are not there.
namespace ct = cuda::tiles;
std::vector<int> make(const std::map<std::string, std::vector<int>> &m, size_t n);
BENCHMARK_MAIN();
TEST(Suite, Name) { EXPECT_EQ(1, 2); }
class Widget : public QObject { Q_OBJECT public: Widget(QWidget *parent = nullptr); signals: void changed(int); };
template<typename T> std::unique_ptr<T[]> allocate(std::size_t n) { return std::make_unique<T[]>(n); }
static std::mutex lock;
std::function<int(int, char)> callback = [](int a, char) { return a; };
int main(int argc, char **argv) {
  std::cout << "x" << std::endl;
  auto r = std::max<int>(argc, 3) < 4 && std::is_same<int, char>::value;
  CHECK(cudaMalloc(&p, n * sizeof(float)));
  std::vector<float> h(n), g{1, 2};
  for (size_t i = 0; i < h.size(); ++i) h[i] = static_cast<float>(i);
  kernel<<<(n + 255) / 256, 1>>>(d, n);
  std::sort(h.begin(), h.end(), [](const auto &a, const auto &b) { return a < b; });
  if (cudaError_t err = cudaGetLastError(); err != cudaSuccess) return 1;
  const std::size_t bytes = n * sizeof(float);
  std::thread t([&] { work(); });
  dim3 grid(4, 2), block{1};
  float *dev; T1 *x = (T1 *)malloc(3), y = (T1)z;
  printf("%d\n", (int)h[0]);
}
//= tree
// NamespaceAlias ct = cuda::tiles
// Function make: fn(ref(const std::map<?std::string, ?std::vector<int>>) m, size_t n) -> std::vector<int>
// Unparsed 4 tokens
//   because E0209: the declaration of `BENCHMARK_MAIN` has no type
// Unparsed 15 tokens
//   because E0209: the declaration of `TEST` has no type
// Class class Widget : public QObject
//   Unparsed 1 tokens private
//     because E0204: expected a name to declare, found `public`
//   Constructor Widget: fn(ptr(QWidget) parent = nullptr)
//   Unparsed 8 tokens
//     because E0202: expected an expression, found a type; expected `(` or `{` after it, found `changed`
//     Field <unnamed>: signals : <error>
// Template <class T>
//   Function allocate: fn(std::size_t n) -> std::unique_ptr<array(T)>
//     Compound
//       Return (call std::make_unique<array(T)> n)
// Variable static lock: std::mutex
// Variable callback: std::function<fn(int, char) -> int> = (lambda [] fn(int a, char) (body Compound; Return a))
// Function main: fn(int argc, ptr(ptr(char)) argv) -> int
//   Compound
//     Expr (<< (<< std::cout "x") std::endl)
//     Variable r: auto = (&& (< (call std::max<int> argc 3) 4) std::is_same<int, char>::value)
//     Expr (call CHECK (call cudaMalloc (& p) (* n (sizeof type float))))
//     Variable h: std::vector<float> (n)
//     Variable g: std::vector<float> {1, 2}
//     For (< i (call (. h size))) step (++ i)
//       Variable i: size_t = 0
//       Expr (= (index h i) (static_cast float i))
//     Expr (launch((/ (paren (+ n 255)) 256), 1) kernel d n)
//     Expr (call std::sort (call (. h begin)) (call (. h end)) (lambda [] <auto, auto> fn(ref(const invented) a, ref(const invented) b) (body Compound; Return (< a b))))
//     If (!= err cudaSuccess)
//       Variable err: cudaError_t = (call cudaGetLastError)
//       Return 1
//     Variable bytes: const std::size_t = (* n (sizeof type float))
//     Variable t: std::thread ((lambda [&] fn() (body Compound; Expr (call work))))
//     Variable grid: dim3 (4, 2)
//     Variable block: dim3 {1}
//     Variable dev: ptr(float)
//     Variable x: ptr(T1) = (cast ptr(T1) (call malloc 3))
//     Variable y: T1 = (cast T1 z)
//     Expr (call printf "%d\n" (cast int (index h 0)))
