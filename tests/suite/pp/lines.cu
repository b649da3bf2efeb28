//@ check
// [cpp.line], [cpp.predefined]: a macro call's lines count from its name; `#line` renumbers.
#define line(a, b) __LINE__
static_assert(__LINE__ == 4);
static_assert(line(1,
                   2) == 5);
#line 100 "other.cu"
static_assert(__LINE__ == 100);
static_assert(sizeof(__FILE__) == sizeof("other.cu") && __FILE__[0] == 'o');
