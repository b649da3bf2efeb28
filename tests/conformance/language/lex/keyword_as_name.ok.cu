// case: keyword_as_name
// spec: [lex.key], [lex.token]
// accept: other letters are another word
extern "C" __tile_global__ void test(int* out) {
    int Concept = 1;
    *out = Concept;
}
