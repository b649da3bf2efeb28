// case: ambiguous_user_conversion
// spec: [over.best.ics]/10, [over.match.copy]
// reject: E0501 a constructor and a conversion function do equally well
struct To;
struct From {
    __tile__ operator To() const;
};
struct To {
    int n = 0;
    __tile__ To() {}
    __tile__ To(From const&) {}
};
__tile__ From::operator To() const { return To(); }
__tile__ int f(To) { return 1; }

extern "C" __tile_global__ void test(int* out) {
    From from;
    *out = f(from);
}
