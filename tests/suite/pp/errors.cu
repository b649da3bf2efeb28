//@ check
#define two(a, b) a b
#define paste(a, b) a ## b
constexpr int a = two(1); //~ error[E0146]
constexpr int b = paste(+, /) 1; //~ error[E0145]
#define bad(a) #b //~ error[E0143]
#define __VA_ARGS__ //~ error
#if 1 + //~ error[E0133]
#endif
#else //~ error[E0131]
#unknown //~ error[E0130]
#include "no_such_header.h" //~ error[E0120]
#error the message stands here //~ error[E0135]: the message stands here
#endif //~ error[E0131]
#define a 1
#define a 2 //~ warning[E0142]
