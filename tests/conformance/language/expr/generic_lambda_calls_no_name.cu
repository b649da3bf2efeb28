// case: generic_lambda_calls_no_name
// spec: [temp.res.general]/6, [temp.dep]/2
// reject: E0301 a call with literals depends on nothing
extern "C" __tile_global__ void test(int* out) {
    auto f = [](auto) { return missing(4); };
    *out = sizeof(f);
}
