// case: member_initializer_order
// spec: [class.base.init]
// arg: i32 = 3
// arg: out i32[4]
// expect: [1, 2, 3, 4]
// note: bases in declaration order, then members in declaration order, whatever the list says.
struct Step {
    int at;
    __tile__ explicit Step(int& clock) : at(++clock) {}
};
struct Left : Step {
    using Step::Step;
};
struct Right : Step {
    using Step::Step;
};
struct Thing : Left, Right {
    Step a, b;
    __tile__ explicit Thing(int& clock) : b(clock), a(clock), Right(clock), Left(clock) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    int clock = n - 3;
    Thing t(clock);
    out[0] = static_cast<Left&>(t).at;
    out[1] = static_cast<Right&>(t).at;
    out[2] = t.a.at;
    out[3] = t.b.at;
}
