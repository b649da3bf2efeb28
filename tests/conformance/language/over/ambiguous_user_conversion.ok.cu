// case: ambiguous_user_conversion
// spec: [over.best.ics]/10, [over.match.copy]
// accept: an explicit constructor is not a candidate of copy-initialisation
struct To;
struct From {
    __tile__ operator To() const;
};
struct To {
    int n = 0;
    __tile__ To() {}
    __tile__ explicit To(From const&) {}
};
__tile__ From::operator To() const { return To(); }
__tile__ int f(To) { return 1; }

extern "C" __tile_global__ void test(int* out) {
    From from;
    *out = f(from);
}
