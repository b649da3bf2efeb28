// A mistake in one function leaves the next one alone.
__tile_gloabl__ void misspelt(int *p) { *p = 1; } //~ error[E0217]: did you mean `__tile_global__`?
cosnt int seven = 7; //~ error[E0217]: did you mean `const`?
__tile_global__ void after_misspelt() { cosnt int x = 1; } //~ error[E0217]: did you mean `const`?

__tile_global__ void unclosed(int n) { //~ error[E0206]: this `{` is never closed
  if (n) {
    n = 1;

extern "C" __tile_global__ void next(int n) { n = 2; }

template<class T>
__tile__ T helper(T x) { //~ error[E0206]: this `{` is never closed
  for (int i = 0; i < 3; ++i) {
    x = x + 1;
  return x;
}

template<class T> [[nodiscard]]
__tile_global__ void third(T n) {
  n = 3;
}

__tile__ void closed_early(int n) {
  if (n) {
    n = 1;
  }
  }
  n = 2;
} //~ error[E0206]: this `}` closes nothing

struct Broken {
  int a;
  Unknown(x) y z; // set aside
  __tile__ int get() const { return a; }
  int b;
};

__tile__ int last(Broken b) { return b.get(); }
//= tree
// Function misspelt: fn(ptr(int) p) -> void
//   Compound
//     Expr (= (* p) 1)
// Variable seven: int = 7
// Function __tile_global__ after_misspelt: fn() -> void
//   Compound
//     Variable x: int = 1
// Function __tile_global__ unclosed: fn(int n) -> void
//   Compound
//     If n
//       Compound
//         Expr (= n 1)
// LinkageSpec C
//   Function __tile_global__ next: fn(int n) -> void
//     Compound
//       Expr (= n 2)
// Template <class T>
//   Function __tile__ helper: fn(T x) -> T
//     Compound
//       For (< i 3) step (++ i)
//         Variable i: int = 0
//         Compound
//           Expr (= x (+ x 1))
//           Return x
// Template <class T>
//   Function __tile_global__ third: fn(T n) -> void [[nodiscard]]
//     Compound
//       Expr (= n 3)
// Function __tile__ closed_early: fn(int n) -> void
//   Compound
//     If n
//       Compound
//         Expr (= n 1)
// Unparsed 4 tokens
//   because E0204: expected a name to declare, found `=`
// Class struct Broken
//   Field a: int
//   Unparsed 7 tokens
//     because E0209: the declaration of `Unknown` has no type
//   Function __tile__ get: fn() const -> int
//     Compound
//       Return a
//   Field b: int
// Function __tile__ last: fn(Broken b) -> int
//   Compound
//     Return (call (. b get))
