//@ check
// Each mistake once, and the next line is read as though it were right.
constexpr char const* a = "no end //~ error[E0102]
    ;
constexpr int b = 08; //~ error[E0105]
constexpr int c = 1.5e; //~ error[E0105]
constexpr int d = 99999999999999999999; //~ error[E0106]
constexpr char e = ''; //~ error[E0109]
constexpr char f = '\xq'; //~ error[E0107]
constexpr int g = 1 @ 2; //~ error[E0104]
