//@ check
// Of closing braces in a row the first is reported: macros can expand to half a million.
#define d0 } }
#define d1 d0 d0
#define d2 d1 d1
#define d3 d2 d2
#define d4 d3 d3
#define d5 d4 d4
#define d6 d5 d5
#define d7 d6 d6
#define d8 d7 d7
#define d9 d8 d8
#define d10 d9 d9
#define d11 d10 d10
#define d12 d11 d11
#define d13 d12 d12
#define d14 d13 d13
#define d15 d14 d14
#define d16 d15 d15
#define d17 d16 d16
d17 //~ error[E0206]: this `}` closes nothing
int x; } } } //~ error[E0206]: this `}` closes nothing
