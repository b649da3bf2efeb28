// Every kind of statement.
enum E { one, two }; enum class F : unsigned char { a, b = 4, c }; enum G : int;
int f(int n) {
  ;
  { int x = 1; { x++; } }
  if (n) return 1; else if (n > 2) return 2; else { return 3; }
  if constexpr (sizeof(int) == 4) n = 1; else n = 2;
  if consteval { n = 1; } else { n = 2; }
  if !consteval { n = 3; }
  if (int i = n; i > 3) n = i;
  if (auto [a, b] = g(); a) n = b;
  while (n--) continue;
  do n++; while (n < 3);
  do { break; } while (true);
  for (;;) break;
  for (int i = 0, j = 1; i < n && j; ++i, --j) { n += i; }
  for (auto i : {1, 2}) n += i;
  for (const auto &[k, v] : map) n += k;
  for (int m = 3; auto x : range(m)) n += x;
#pragma unroll
  for (int i = 0; i < 4; i++) ;
#pragma unroll 4
  for (int i = 0; i < 4; i++) ;
#pragma unroll (2 * 2)
  while (n) ;
#pragma nounroll
  for (;;) ;
  switch (n) { case 1: n = 2; break; case 3 ... 5: case two: return 0; default: ; }
  goto end;
  try { throw 1; } catch (const int &e) { n = e; } catch (...) {}
  using namespace std; using std::swap; using T = int; namespace x = y::z; using enum F;
  static_assert(sizeof(T) == 4, "four"); static_assert(true);
  struct Local { int x; int get() { return x; } } local{1};
  typedef struct { int a; } Anonymous;
  extern int other; static int counter = 0; constexpr T three = 3;
  [[maybe_unused]] int unused = 1, unused2;
  [[likely]] n = 2;
  [[cutile::hint(0, latency = 3, allow_tma = true)]] store(n);
  [[using cutile : hint(90, occupancy = 2), hint(100, num_cta_in_cga = K)]] store(n);
  auto &&[x, y] = pair; auto [z](n);
  asm volatile("nop" : : "r"(n)); 
  return {};
end:
  return n;
}
int function_try() try { return 1; } catch (...) { return 2; }
E e = one; F g2 = F::a;
void takes() { using enum F; int k = static_cast<int>(a); b * k; }
union U { int i; float f; struct { int p, q; }; };
//= tree
// Enum E
//   Enumerator one
//   Enumerator two
// Enum class F : unsigned char
//   Enumerator a
//   Enumerator b = 4
//   Enumerator c
// Enum G : int declared
// Function f: fn(int n) -> int
//   Compound
//     Empty
//     Compound
//       Variable x: int = 1
//       Compound
//         Expr (post++ x)
//     If n
//       Return 1
//     Else
//       If (> n 2)
//         Return 2
//       Else
//         Compound
//           Return 3
//     IfConstexpr (== (sizeof type int) 4)
//       Expr (= n 1)
//     Else
//       Expr (= n 2)
//     IfConsteval
//       Compound
//         Expr (= n 1)
//     Else
//       Compound
//         Expr (= n 2)
//     IfNotConsteval
//       Compound
//         Expr (= n 3)
//     If (> i 3)
//       Variable i: int = n
//       Expr (= n i)
//     If a
//       StructuredBinding [a, b]: auto = (call g)
//       Expr (= n b)
//     While (post-- n)
//       Continue
//     DoWhile (< n 3)
//       Expr (post++ n)
//     DoWhile true
//       Compound
//         Break
//     For _ step _
//       Empty
//       Break
//     For (&& (< i n) j) step (, (++ i) (-- j))
//       Variable i: int = 0
//       Variable j: int = 1
//       Compound
//         Expr (+= n i)
//     RangeFor {1, 2}
//       Variable i: auto
//       Expr (+= n i)
//     RangeFor map
//       StructuredBinding [k, v]: ref(const auto)
//       Expr (+= n k)
//     RangeFor (call range m)
//       Variable m: int = 3
//       Variable x: auto
//       Expr (+= n x)
//     #pragma unroll
//     For (< i 4) step (post++ i)
//       Variable i: int = 0
//       Empty
//     #pragma unroll 4
//     For (< i 4) step (post++ i)
//       Variable i: int = 0
//       Empty
//     #pragma unroll (paren (* 2 2))
//     While n
//       Empty
//     #pragma nounroll
//     For _ step _
//       Empty
//       Empty
//     Switch n
//       Compound
//         Case 1
//           Expr (= n 2)
//         Break
//         Case 3 ... 5
//           Case two
//             Return 0
//         Default
//           Empty
//     Goto end
//     Try
//       Compound
//         Expr (throw 1)
//       Catch ref(const int) e
//         Compound
//           Expr (= n e)
//       Catch ...
//         Compound
//     UsingDirective std
//     UsingDecl std::swap
//     TypeAlias T = int
//     NamespaceAlias x = y::z
//     UsingEnum F
//     StaticAssert (== (sizeof type T) 4), "four"
//     StaticAssert true
//     Class struct Local
//       Field x: int
//       Function get: fn() -> int
//         Compound
//           Return x
//     Variable local: defined(Local) {1}
//     Class struct <unnamed>
//       Field a: int
//     TypeAlias Anonymous = defined
//     Variable extern other: int
//     Variable static counter: int = 0
//     Variable constexpr three: T = 3
//     Variable unused: int = 1 [[maybe_unused]]
//     Variable unused2: int [[maybe_unused]]
//     [[likely]]
//     Expr (= n 2)
//     [[cutile::hint(0, latency = 3, allow_tma = true)]]
//     Expr (call store n)
//     [[cutile::hint(90, occupancy = 2)]] [[cutile::hint(100, num_cta_in_cga = K)]]
//     Expr (call store n)
//     StructuredBinding [x, y]: rref(auto) = pair
//     StructuredBinding [z]: auto (n)
//     Asm
//     Return {}
//     Label end
//       Return n
// Function function_try: fn() -> int
//   Try
//     Compound
//       Return 1
//     Catch ...
//       Compound
//         Return 2
// Variable e: E = one
// Variable g2: F = F::a
// Function takes: fn() -> void
//   Compound
//     UsingEnum F
//     Variable k: int = (static_cast int a)
//     Expr (* b k)
// Class union U
//   Field i: int
//   Field f: float
//   Class struct <unnamed>
//     Field p: int
//     Field q: int
//   Field <unnamed>: defined
