// The same tokens with different declarations before them.
struct T { T(int = 0); int m; template<class U> int get(); static int s; };
template<class A, class B = int> struct tmpl { using type = A; static constexpr int value = 1; };
template<int N> int fun(int);
template<class U> constexpr bool var = true;
int x, y, z, v;
int i = 0;

void statements() {
  T(x1);
  T(x2) = 3;
  T(x3)[3];
  T(4);
  T(x).m++;
  T{4};
  T *p;
  v * i;
  T &r = *p;
  v & i;
  tmpl<int> *q;
  v < i > (z);
  fun<1>(z);
  fun<(1 > 0)>(z);
  tmpl<tmpl<int>> nested;
  tmpl<tmpl<tmpl<int>>, int>::type deep;
  int shift = 8 >> 1;
  tmpl<int, char>::value < 3;
  T t, u(t);
  T vexing();
  T also_vexing(T());
  T not_vexing((T()));
  T init(x), init2(x * y);
  int (*pf)(int) = fun<2>;
  int(x);
  int(y) + 1;
  p->get<int>();
  p->m < 3;
  t.m < i > (3);
  sizeof(T) * i;
  (T)i;
  (x)-i;
  (T *)p;
  (int)-1;
  (fun<1>)(2);
  unknown * declared;
  unknown & ref = declared;
  unknown_fn(x);
  ns::unknown u2;
  ns::unknown_fn<int>(x);
  unknown_tmpl<int> u3;
  unknown_tmpl<int>::type u4{};
  a_value < b_value;
  a_value < b_value && c_value > d_value;
  i < 3, v > (2);
  var<int> && x > 3;
  bool b = var<T> || x < y;
  static_cast<tmpl<int>>(t);
  T::s * i;
  ::T global;
  ::x = 3;
  auto l = [](auto a, T b) { return a < b; };
  for (T k : {1, 2}) x += k.m;
  for (int a = x ? y : z; a < 3; ++a) ;
  for (T k = 1; auto &e : c_value) ;
  if (T k = 3) ;
  if (T *k = p; k) ;
  if (x * y == z) ;
  while (T k{3}) break;
  x = y ? T(1).m : z;
  case_label: x++;
  switch (int w = x; w) { case 1: case T::s: default: break; }
}
//= tree
// Class struct T
//   Constructor T: fn(int = 0)
//   Field m: int
//   Template <class U>
//     Function get: fn() -> int
//   Variable static s: int
// Template <class A, class B = int>
//   Class struct tmpl
//     TypeAlias type = A
//     Variable static constexpr value: int = 1
// Template <int N>
//   Function fun: fn(int) -> int
// Template <class U>
//   Variable constexpr var: bool = true
// Variable x: int
// Variable y: int
// Variable z: int
// Variable v: int
// Variable i: int = 0
// Function statements: fn() -> void
//   Compound
//     Variable x1: T
//     Variable x2: T = 3
//     Variable x3: array(T, 3)
//     Expr (new-value T (4))
//     Expr (post++ (. (new-value T (x)) m))
//     Expr (new-value T {4})
//     Variable p: ptr(T)
//     Expr (* v i)
//     Variable r: ref(T) = (* p)
//     Expr (& v i)
//     Variable q: ptr(tmpl<int>)
//     Expr (> (< v i) (paren z))
//     Expr (call fun<1> z)
//     Expr (call fun<(paren (> 1 0))> z)
//     Variable nested: tmpl<tmpl<int>>
//     Variable deep: tmpl<tmpl<tmpl<int>>, int>::type
//     Variable shift: int = (>> 8 1)
//     Expr (< tmpl<int, char>::value 3)
//     Variable t: T
//     Variable u: T (t)
//     Function vexing: fn() -> T
//     Function also_vexing: fn(fn() -> T) -> T
//     Variable not_vexing: T ((paren (new-value T ())))
//     Variable init: T (x)
//     Variable init2: T ((* x y))
//     Variable pf: ptr(fn(int) -> int) = fun<2>
//     Variable x: int
//     Expr (+ (new-value int (y)) 1)
//     Expr (call (-> p get<int>))
//     Expr (< (-> p m) 3)
//     Expr (> (< (. t m) i) (paren 3))
//     Expr (* (sizeof type T) i)
//     Expr (cast T i)
//     Expr (- (paren x) i)
//     Expr (cast ptr(T) p)
//     Expr (cast int (- 1))
//     Expr (call (paren fun<1>) 2)
//     Variable declared: ptr(unknown)
//     Variable ref: ref(unknown) = declared
//     Expr (call unknown_fn x)
//     Variable u2: ns::unknown
//     Expr (call ns::unknown_fn<int> x)
//     Variable u3: unknown_tmpl<int>
//     Variable u4: unknown_tmpl<int>::type {}
//     Expr (< a_value b_value)
//     Expr (&& (< a_value b_value) (> c_value d_value))
//     Expr (, (< i 3) (> v (paren 2)))
//     Expr (&& var<int> (> x 3))
//     Variable b: bool = (|| var<T> (< x y))
//     Expr (static_cast tmpl<int> t)
//     Expr (* T::s i)
//     Variable global: ::T
//     Expr (= ::x 3)
//     Variable l: auto = (lambda [] <auto> fn(invented a, T b) (body Compound; Return (< a b)))
//     RangeFor {1, 2}
//       Variable k: T
//       Expr (+= x (. k m))
//     For (< a 3) step (++ a)
//       Variable a: int = (? x y z)
//       Empty
//     RangeFor c_value
//       Variable k: T = 1
//       Variable e: ref(auto)
//       Empty
//     If [Variable k: T = 3]
//       Empty
//     If k
//       Variable k: ptr(T) = p
//       Empty
//     If (== (* x y) z)
//       Empty
//     While [Variable k: T {3}]
//       Break
//     Expr (= x (? y (. (new-value T (1)) m) z))
//     Label case_label
//       Expr (post++ x)
//     Switch w
//       Variable w: int = x
//       Compound
//         Case 1
//           Case T::s
//             Default
//               Break
