// case: goto_among_many_labels
// spec: [stmt.goto]
// arg: out i32[3]
// expect: [741, 12, 1225]
// note: from label k on the numbers k to 49 are added: 50 numbers make 1225; 741 are 32 to 49 and 12 of the jump

#define EACH(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) \
    X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) \
    X(33) X(34) X(35) X(36) X(37) X(38) X(39) X(40) X(41) X(42) X(43) X(44) X(45) X(46) X(47) X(48) \
    X(49)
#define JUMP(k) if (start == k) goto from_##k;
#define ADD(k) from_##k: sum += k;

__tile__ int added(int start, int sum) {
    EACH(JUMP)
    return sum;
    EACH(ADD)
    return sum;
}
extern "C" __tile_global__ void test(int* out) {
    int start = 32 + (out == nullptr);
    out[0] = added(start, 12);
    out[1] = added(start + 30, 12);
    out[2] = added(start - 32, 0);
}
