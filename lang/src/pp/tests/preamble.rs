//! Texts that go on from one preamble.

use super::*;

const LINES: &str = "#include <cuda_tile.h>\n#include \"h.h\"\n";

#[test]
fn tokens_of_a_text_that_is_done_with_begin_those_of_another() {
    let (options, mut map, mut interner) =
        (options(), SourceMap::with_room(1 << 12), token::new_interner());
    let header = [("h.h", "#define END last;\nint of_header;\n")];
    let loader = Files(BTreeMap::from(header));
    let paused = preprocess_preamble(&mut map, &mut interner, &loader, &options, "main.cu", LINES);
    let paused = paused.expect("a preamble");
    let n_shared = paused.tokens().len();
    assert!(n_shared >= 6);
    let go_on = |rest: &str| {
        let (mut map, mut interner) = (map.clone(), interner.clone());
        let text: Arc<str> = format!("{LINES}{rest}").into();
        let result = paused.resume(&mut map, &mut interner, &loader, &options, text);
        let outcome = Outcome { map, interner, result: result.expect("the text is short") };
        (outcome.line(), outcome.result.tokens)
    };
    let first = "detail cuda_tile of_header".split(' ');
    let of_header: String = first.map(|name| format!("int {name}; ")).collect();
    let mut address = None;
    for rest in ["int a;\n", "int b, c, d;\n", "\n", "int e;\nint END\n"] {
        let (line, tokens) = go_on(rest);
        let expected = format!("{of_header}{}", rest.replace("END", "last;").replace('\n', " "));
        assert_eq!(line.trim(), expected.trim());
        let begins_at = tokens.as_ptr();
        assert!(address.is_none_or(|known| known == begins_at), "{rest}");
        address = Some(begins_at);
        paused.give_back(tokens);
    }
    // Lists that do not begin with the preamble are not used.
    let (line, mut tokens) = go_on("int f;\n");
    tokens[n_shared - 1].kind = TokenKind::Comma;
    paused.give_back(tokens);
    let (again, mut tokens) = go_on("int f;\n");
    assert_eq!(again, line);
    tokens.truncate(n_shared - 1);
    paused.give_back(tokens);
    assert_eq!(go_on("int f;\n").0, line);
}
