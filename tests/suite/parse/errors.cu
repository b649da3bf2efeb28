// One error for a mistake, where the mistake is.
template<class T, int> struct known;
__tile__ int missing_semi(int n) {
  int x = n //~ error[E0201]: expected `;` after the declaration
  x = x + 1
  //~^ error[E0201]: expected `;` after the expression
  return x //~ error[E0201]: expected `;` after `return`
}
__tile__ void argument(int n) {
  f(n, 1; //~ error[E0201]: expected `)` after the arguments
  int a[3 = {}; //~ error[E0201]: expected `]` after the array bound
  f(n 2); //~ error[E0201]: expected `,` or `)`, found `2`
  n = (n + 1; //~ error[E0201]: expected `)` after the expression
  n = n); //~ error[E0201]: expected `;` after the expression, found `)`
  int ok = 1;
}
__tile__ void head(int n) {
  if (n { n++; } //~ error[E0201]: expected `)` after the condition
  int ok = 1;
}
__tile__ void operands(int n) {
  int x = ; //~ error[E0202]: expected an expression, found `;`
  n + ; //~ error[E0202]: expected an expression
  n = int; //~ error[E0202]: expected an expression, found a type
  (n, ); //~ error[E0202]: expected an expression, found `)`
  static_cast<3>(n); //~ error[E0203]: expected a type, found `3`
  n.; //~ error[E0204]: expected the name of a member, found `;`
}
__tile__ void empty_branches(int n) {
  if (n); n = 1; else n = 2; //~ error[E0211]: `else` without an `if` before it
  if (n) n = 1; else if (n > 2); n = 3; else n = 2; //~ error[E0211]: `else` without an `if` before it
}
__tile__ void keywords(int n) {
  retrun n; //~ error[E0217]: `retrun` is not declared; did you mean `return`?
  whlie (n) { n--; } //~ error[E0217]: did you mean `while`?
  else n = 2; //~ error[E0211]: `else` without an `if` before it
  catch (...) {} //~ error[E0211]: `catch` without a `try` before it
  int while = 3; //~ error[E0204]: expected a name to declare, found `while`
  n = 3;
}
__tile__ void lists(int n) {
  known<int, 3 y; //~ error[E0215]: expected `,` or `>` after the template argument
  for (int i = 0, i < n; ++i) n++; //~ error[E0201]: expected `;`
  for (int i = 0; i < n) n++; //~ error[E0201]: expected `;` after the condition of the `for`
  do n++; n--; //~ error[E0201]: expected `while` after the body of `do`
  int nested(int) { return 1; } //~ error[E0212]: a function cannot be defined inside of a function
  n = 1;
}

__tile__ void parameters(int x y) {} //~ error[E0201]: expected `,` or `)` after the parameter
__tile__ void no_param_type(3) {} //~ error[E0201]: expected `;` after the declaration, found `{`
__tile__ no_type(int n) {} //~ error[E0209]: the declaration of `no_type` has no type
__tile__ viod misspelt_type(int n) {}
__tile__ unsigned float bad_specifiers(); //~ error[E0208]: these type specifiers cannot be combined
static static __tile__ int twice(); //~ error[E0208]: `static` is written twice
struct NoSemi { int a; } //~ error[E0201]: expected `;` after the definition
__tile__ void after_struct() {}
struct Members {
  int a //~ error[E0201]: expected `;` after the declaration
  int b;
  __tile__ int f() { return a }
  //~^ error[E0201]: expected `;` after `return`
};
template<class T __tile__ void g(T); //~ error[E0215]: expected `,` or `>` after the template parameter
extern "D" __tile__ int linkage(); //~ error[E0214]: the language of a linkage must be "C" or "C++"
[[cutile::hint(0, 3)]] __tile_global__ void hint(); //~ error[E0210]: expected the kind of a hint
__tile__ void last() { }
//= tree
// Template <class T, int>
//   Class struct known declared
// Function __tile__ missing_semi: fn(int n) -> int
//   Compound
//     Variable x: int = n
//     Expr (= x (+ x 1))
//     Return x
// Function __tile__ argument: fn(int n) -> void
//   Compound
//     Expr (call f n 1)
//     Variable a: array(int, (= 3 {}))
//     Expr (call f n)
//     Expr (= n (paren (+ n 1)))
//     Expr (= n n)
//     Variable ok: int = 1
// Function __tile__ head: fn(int n) -> void
//   Compound
//     If n
//       Compound
//         Expr (post++ n)
//     Variable ok: int = 1
// Function __tile__ operands: fn(int n) -> void
//   Compound
//     Variable x: int = <error>
//     Expr (+ n <error>)
//     Expr (= n <error>)
//     Expr (paren (, n <error>))
//     Expr (static_cast <error> <error>)
//     Expr (. n <error>)
// Function __tile__ empty_branches: fn(int n) -> void
//   Compound
//     If n
//       Empty
//     Expr (= n 1)
//     Error
//     Expr (= n 2)
//     If n
//       Expr (= n 1)
//     Else
//       If (> n 2)
//         Empty
//     Expr (= n 3)
//     Error
//     Expr (= n 2)
// Function __tile__ keywords: fn(int n) -> void
//   Compound
//     Error
//     Error
//     Error
//     Expr (= n 2)
//     Error
//     Expr (= n 3)
// Function __tile__ lists: fn(int n) -> void
//   Compound
//     Expr known<int, 3>
//     For _ step _
//       Variable i: int = 0
//       Variable i: int
//       Expr (post++ n)
//     For (< i n) step _
//       Variable i: int = 0
//       Expr (post++ n)
//     Error
//     Expr (post-- n)
//     Function nested: fn(int) -> int
//       Compound
//         Return 1
//     Expr (= n 1)
// Function __tile__ parameters: fn(int x) -> void
//   Compound
// Variable __tile__ no_param_type: void (3)
// Function __tile__ no_type: fn(int n) -> auto
//   Compound
// Function __tile__ misspelt_type: fn(int n) -> viod
//   Compound
// Function __tile__ bad_specifiers: fn() -> <error>
// Function static __tile__ twice: fn() -> int
// Class struct NoSemi
//   Field a: int
// Function __tile__ after_struct: fn() -> void
//   Compound
// Class struct Members
//   Field a: int
//   Field b: int
//   Function __tile__ f: fn() -> int
//     Compound
//       Return a
// Template <class T>
//   Empty
// LinkageSpec <error>
//   Function __tile__ linkage: fn() -> int
// Function __tile_global__ hint: fn() -> void [[cutile::hint(0)]]
// Function __tile__ last: fn() -> void
//   Compound
