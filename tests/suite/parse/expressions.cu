// Precedence and all kinds of expressions.
int a, b, c, d;
struct P { int x, y; P *next; int f(int); int operator[](int); };
P p, *q;
void expressions(int n) {
  a = b = c + d * a - b / c % d;
  a + b << c < d == a & b ^ c | d && a || b;
  a ? b : c ? d : a;
  a = b ? c : d = 3;
  a += b -= c <<= d;
  !a + ~b - -c + +d;
  *q->next[3].f(1, 2)++ --;
  &p.x, *&a;
  (a, b), c;
  p.*&P::x; q->*&P::y;
  a <=> b < 0;
  -a * b;
  ++a, --b, a++, b--;
  sizeof(a) + sizeof a + sizeof(int) * 2;
  int{3} + int(4.5) + unsigned{1u};
  P{1, 2, {}}.x;
  P{.x = 1, .y{2}};
  int arr[] = {1, 2, 3,}, brr[3] = {[0] = 1, [2] = 3};
  new int; new int[n]{}; new (q) P{1}; ::new P; delete q; delete[] q; new int(3);
  throw; throw a; a ? throw 1 : b;
  noexcept(a + b); typeid(P); typeid(a); alignof(int *);
  static_cast<int>(a) > b; reinterpret_cast<char *>(q); const_cast<const P &>(p); dynamic_cast<P *>(q);
  (int)a + (P *)q - (unsigned char)b;
  true && false || nullptr;
  'a' + L'b' + u8'c' + '\n';
  "a" "b"; u8"c"; R"(raw "x")";
  12_km + 1.5_s + "txt"_str + 'c'_ch;
  __is_same(int, P) || __is_class(P) || __is_constructible(P, int, P &&);
  __builtin_offsetof(P, y); __builtin_bit_cast(float, a); __builtin_expect(a, 1);
  kernel<<<n, 32>>>(a, b); kernel<int><<<dim3(1, 2), (n >> 1), 0, s>>>(q);
  [] {}; [=] { return a; }; [&, n]() mutable {}; [this, *this, x = 3, &y = b] {};
  [](int i, auto &&...r) noexcept -> int { return f(r...); }(1);
  []<class T, int N>(T (&t)[N]) { return N; };
  [x = [] { return 1; }]() __tile__ { return x(); };
  ({ int t = a; t + 1; });
  a < b; a > b; a >= b; a <= b; a >> b; a != b;
  f(a < b, c > d);
  a[b][c]; p[{1}];
  x.operator+(y); operator+(p, p); p.~P(); q->P::~P();
  decltype(a){3} + decltype(p)::x;
  __func__; __PRETTY_FUNCTION__;
  this->x; (*this).y;
  a and b or not c xor d;
  co(a)(b)(c);
}
//= tree
// Variable a: int
// Variable b: int
// Variable c: int
// Variable d: int
// Class struct P
//   Field x: int
//   Field y: int
//   Field next: ptr(P)
//   Function f: fn(int) -> int
//   Function operator[]: fn(int) -> int
// Variable p: P
// Variable q: ptr(P)
// Function expressions: fn(int n) -> void
//   Compound
//     Expr (= a (= b (- (+ c (* d a)) (% (/ b c) d))))
//     Expr (|| (&& (| (^ (& (== (< (<< (+ a b) c) d) a) b) c) d) a) b)
//     Expr (? a b (? c d a))
//     Expr (= a (? b c (= d 3)))
//     Expr (+= a (-= b (<<= c d)))
//     Expr (+ (- (+ (! a) (~ b)) (- c)) (+ d))
//     Expr (* (post-- (post++ (call (. (index (-> q next) 3) f) 1 2))))
//     Expr (, (& (. p x)) (* (& a)))
//     Expr (, (paren (, a b)) c)
//     Expr (.* p (& P::x))
//     Expr (->* q (& P::y))
//     Expr (< (<=> a b) 0)
//     Expr (* (- a) b)
//     Expr (, (, (, (++ a) (-- b)) (post++ a)) (post-- b))
//     Expr (+ (+ (sizeof (paren a)) (sizeof a)) (* (sizeof type int) 2))
//     Expr (+ (+ (new-value int {3}) (new-value int (4.5))) (new-value unsigned int {1u}))
//     Expr (. (new-value P {1, 2, {}}) x)
//     Expr (new-value P {.x = 1, .y = {2}})
//     Variable arr: array(int) = {1, 2, 3}
//     Variable brr: array(int, 3) = {[0] = 1, [2] = 3}
//     Expr (new int)
//     Expr (new array(int, n) {})
//     Expr (new placement(q) P {1})
//     Expr (new P)
//     Expr (delete q)
//     Expr (delete[] q)
//     Expr (new int (3))
//     Expr (throw)
//     Expr (throw a)
//     Expr (? a (throw 1) b)
//     Expr (noexcept (+ a b))
//     Expr (typeid type P)
//     Expr (typeid a)
//     Expr (alignof type ptr(int))
//     Expr (> (static_cast int a) b)
//     Expr (reinterpret_cast ptr(char) q)
//     Expr (const_cast ref(const P) p)
//     Expr (dynamic_cast ptr(P) q)
//     Expr (- (+ (cast int a) (cast ptr(P) q)) (cast unsigned char b))
//     Expr (|| (&& true false) nullptr)
//     Expr (+ (+ (+ '97' L'98') u8'99') '10')
//     Expr "ab"
//     Expr u8"c"
//     Expr "raw \"x\""
//     Expr (+ (+ (+ 12_km 1.5_s) "txt"_str) '99'_ch)
//     Expr (|| (|| (__is_same int P) (__is_class P)) (__is_constructible P int rref(P)))
//     Expr (__builtin_offsetof P y)
//     Expr (__builtin_bit_cast float a)
//     Expr (call __builtin_expect a 1)
//     Expr (launch(n, 32) kernel a b)
//     Expr (launch((call dim3 1 2), (paren (>> n 1)), 0, s) kernel<int> q)
//     Expr (lambda [] fn() (body Compound))
//     Expr (lambda [=] fn() (body Compound; Return a))
//     Expr (lambda [&, n] mutable fn() (body Compound))
//     Expr (lambda [this, *this, x = 3, &y = b] fn() (body Compound))
//     Expr (call (lambda [] <auto...> fn(int i, rref(invented)... r) noexcept -> int (body Compound; Return (call f r...))) 1)
//     Expr (lambda [] <class T, int N> fn(ref(array(T, N)) t) (body Compound; Return N))
//     Expr (lambda [x = (lambda [] fn() (body Compound; Return 1))] __tile__ fn() (body Compound; Return (call x)))
//     Expr (statement Compound; Variable t: int = a; Expr (+ t 1))
//     Expr (< a b)
//     Expr (> a b)
//     Expr (>= a b)
//     Expr (<= a b)
//     Expr (>> a b)
//     Expr (!= a b)
//     Expr (call f (< a b) (> c d))
//     Expr (index (index a b) c)
//     Expr (index p {1})
//     Expr (call (. x operator+) y)
//     Expr (call operator+ p p)
//     Expr (call (. p ~P))
//     Expr (call (-> q P::~P))
//     Expr (+ (new-value decltype a {3}) decltype p::x)
//     Expr __func__
//     Expr __PRETTY_FUNCTION__
//     Expr (-> this x)
//     Expr (. (paren (* this)) y)
//     Expr (|| (&& a b) (^ (! c) d))
//     Expr (call (call (call co a) b) c)
