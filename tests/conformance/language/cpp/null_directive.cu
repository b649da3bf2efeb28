// case: null_directive
// spec: [cpp.null], [cpp.pre]
// arg: i32 = 3
// arg: out i32[2]
// expect: [4, 2]
// note: a lone # does nothing; blanks and comments may stand around the # of any directive, and a # that a macro makes is none.
#
   #   /* nothing */   // at all
/* before */ # /* between */ define ONE /* behind */ 1
#define HASH #
#define TEXT(...) TEXT_(__VA_ARGS__)
#define TEXT_(...) #__VA_ARGS__

extern "C" __tile_global__ void test(int n, int* out) {
    #
    out[0] = n + ONE;
    out[1] = sizeof(TEXT(HASH));
}
