// case: words_with_meaning_in_context
// spec: [lex.name]
// arg: i32 = 2
// arg: out i32[4]
// expect: [2, 3, 4, 5]
// note: paragraph 2: these are identifiers wherever the grammar does not ask for them.
struct final final {
    int override;
};

extern "C" __tile_global__ void test(int import, int* out) {
    int module = import + 1;
    struct final object{import + 2};
    out[0] = import;
    out[1] = module;
    out[2] = object.override;
    int final = 5;
    out[3] = final;
}
