//@ check
// [expr.const]/5.7, [implimits]: after an evaluation that ran out of steps the next may take a quarter.
constexpr int first(unsigned n) {
    while (n != 1) n += 2; //~ error[E0571]: more than 1048576 steps
    return 0;
}
constexpr int second(unsigned n) {
    while (n != 1) n += 2; //~ error[E0571]: more than 262144 steps
    return 0;
}
constexpr int third(unsigned n) {
    while (n != 1) n += 2; //~ error[E0571]: more than 65536 steps
    return 0;
}
static_assert(first(0) == 0);
static_assert(second(0) == 0);
static_assert(third(0) == 0);
