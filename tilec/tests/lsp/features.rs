//! Tokens, folding, selection, fixes, lenses, the call hierarchy, and what the compiler makes.

use serde_json::{Value, json};

use crate::client::{Client, Marked};

const URI: &str = "file:///work/kernel.cu";

#[test]
fn semantic_tokens_say_what_each_name_is() {
    let mut client = Client::start();
    let reply = {
        let (other, reply) = Client::with(json!({ "capabilities": {} }));
        other.stop();
        reply
    };
    let legend = &reply["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let text = "#include \"cuda_tile.h\"\n#define ONE 1\nnamespace ct = cuda::tiles;\n\
        template<class T> __tile__ T id(T x) { return x; }\nstruct S { int field; };\n\
        #if 0\nnothing here\n#endif\n\
        __tile_global__ void k(int* p) {\n    S local{ONE};\n    *p = id(local.field);\n    \
        ct::store(p, 1);\n}\n";
    let document = Marked::new(URI, text).open(&mut client);
    let tokens = client.request("textDocument/semanticTokens/full", document.document());
    let data: Vec<u64> =
        tokens["data"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut column) = (0, 0);
    let mut found: Vec<(String, String)> = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let range = json!({
            "start": { "line": line, "character": column },
            "end": { "line": line, "character": column + token[2] },
        });
        let kind = legend[token[3] as usize].as_str().unwrap_or_default().to_owned();
        found.push((document.slice(&range).to_owned(), kind));
    }
    for (name, kind) in [
        ("ct", "namespace"),
        ("T", "typeParameter"),
        ("id", "function"),
        ("x", "parameter"),
        ("S", "struct"),
        ("field", "property"),
        ("nothing here", "comment"),
        ("k", "function"),
        ("p", "parameter"),
        ("local", "variable"),
        ("ONE", "macro"),
        ("store", "function"),
    ] {
        let of_name: Vec<&str> =
            found.iter().filter(|(text, _)| text == name).map(|(_, kind)| kind.as_str()).collect();
        assert!(!of_name.is_empty(), "{name} has no token in {found:?}");
        assert!(of_name.iter().all(|found| *found == kind), "{name} is {of_name:?}");
    }
}

#[test]
fn ranges_fold_and_selections_grow() {
    let mut client = Client::start();
    let text = "// one\n// two\n\n#include <cstdint>\n#include <cstddef>\n#ifdef X\nint x;\n#endif\n\
                __tile__ int f(int a) {\n    if (a > 1) {\n        a = a + 2$0;\n    }\n    return a;\n}\n";
    let document = Marked::new(URI, text).open(&mut client);
    let ranges = client.request("textDocument/foldingRange", document.document());
    let ranges: Vec<(u64, u64)> = ranges
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|range| Some((range["startLine"].as_u64()?, range["endLine"].as_u64()?)))
        .collect();
    assert_eq!(ranges, [(0, 1), (3, 4), (5, 6), (8, 12), (9, 10)]);
    let position = document.at(0)["position"].clone();
    let mut params = document.document();
    params["positions"] = json!([position]);
    let selections = client.request("textDocument/selectionRange", params);
    let mut texts = Vec::new();
    let mut selection = &selections[0];
    while selection.is_object() {
        texts.push(document.slice(&selection["range"]).to_owned());
        selection = &selection["parent"];
    }
    assert_eq!(texts[..4], ["2", "a + 2", "a = a + 2", "a = a + 2;"]);
    assert_eq!(texts.last().map(String::as_str), Some(document.text.as_str()));
}

#[test]
fn fixes_are_actions_that_correct_the_document() {
    let mut client = Client::start();
    let text = "#include \"cuda_tile.h\"\n__tile_global__ void k(int* place) { *$0plase = 1; }\n";
    let document = Marked::new(URI, text);
    client.open(URI, &document.text);
    let found = client.diagnostics(URI, 1);
    let mut params = document.document();
    params["range"] = found[0]["range"].clone();
    params["context"] = json!({ "diagnostics": found });
    let actions = client.request("textDocument/codeAction", params);
    let action = &actions[0];
    assert_eq!(action["kind"], "quickfix");
    assert_eq!(action["title"], "Did you mean `place`?");
    assert_eq!(action["diagnostics"][0]["code"], "E0301");
    let edit = &action["edit"]["changes"][URI][0];
    assert_eq!(document.slice(&edit["range"]), "plase");
    let range = &edit["range"];
    let at = |end: &str, part: &str| range[end][part].as_u64().unwrap_or(0) as u32;
    let range =
        [at("start", "line"), at("start", "character"), at("end", "line"), at("end", "character")];
    client.change(URI, 2, Some(range), edit["newText"].as_str().expect("text"));
    assert!(client.diagnostics(URI, 2).is_empty());
}

#[test]
fn all_certain_fixes_are_one_action() {
    let mut client = Client::start();
    let text = "#include \"cuda_tile.h\"\n__tile_global__ void k(int* p) {\n    *p = 1\n}\n\
                __tile_global__ void l(int* p) {\n    *p = 2\n}\n";
    let document = Marked::new(URI, text);
    client.open(URI, text);
    assert_eq!(client.diagnostics(URI, 1).len(), 2);
    let mut params = document.document();
    let (start, end) = (json!({ "line": 0, "character": 0 }), json!({ "line": 8, "character": 0 }));
    params["range"] = json!({ "start": start, "end": end });
    params["context"] = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions.as_array().map(Vec::len), Some(1), "{actions}");
    let edits = actions[0]["edit"]["changes"][URI].as_array().cloned().expect("edits");
    let mut corrected = text.to_owned();
    // From the back, so that the positions stay right.
    for edit in edits.iter().rev() {
        let old = document.slice(&edit["range"]);
        let at = old.as_ptr() as usize - document.text.as_ptr() as usize;
        corrected.replace_range(at..at + old.len(), edit["newText"].as_str().expect("text"));
    }
    assert_eq!(corrected, text.replace("= 1\n", "= 1;\n").replace("= 2\n", "= 2;\n"));
    client.change(URI, 2, None, &corrected);
    assert!(client.diagnostics(URI, 2).is_empty());
}

const KERNELS: &str = "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\
    // tilec: instantiate fill<float>\n\
    __tile__ int low(int n) { return n + 1; }\n__tile__ int high(int n) { return low(n) + low(1); }\n\
    template<class T> __tile_global__ void fill(T* p) {\n    \
    auto at = p + ct::iota<ct::tile<int, ct::shape<32>>>();\n    \
    ct::store(at, ct::full<ct::tile<T, ct::shape<32>>>(T(high(2))));\n}\n\
    template<class T> __tile_global__ void never(T* p) { *p = 1; }\n";

#[test]
fn kernels_have_lenses() {
    let mut client = Client::start();
    let document = Marked::new(URI, KERNELS).open(&mut client);
    let lenses = client.request("textDocument/codeLens", document.document());
    let lenses = lenses.as_array().expect("a list").clone();
    let titles: Vec<&str> =
        lenses.iter().filter_map(|lens| lens["command"]["title"].as_str()).collect();
    let never = "not checked: add `// tilec: instantiate never<...>`";
    assert_eq!(titles, ["show tile IR", "show PTX", "run on CPU", never]);
    assert_eq!(lenses[1]["command"]["arguments"], json!([URI, "fill<float>", "ptx"]));
    let unresolved = lenses.iter().find(|lens| lens["data"].is_object()).expect("one to resolve");
    let resolved = client.request("codeLens/resolve", unresolved.clone());
    let title = resolved["command"]["title"].as_str().expect("a title");
    assert!(title.contains("threads: "), "{title}");
}

#[test]
fn what_the_compiler_makes_is_shown() {
    let mut client = Client::start();
    let document = Marked::new(URI, KERNELS).open(&mut client);
    let mut emit = |kind: &str, kernel: Value| {
        let mut params = document.document();
        params["kind"] = json!(kind);
        params["kernel"] = kernel;
        client.request("tilec/emit", params)
    };
    let ptx = emit("ptx", Value::Null);
    let text = ptx["text"].as_str().expect("text").to_owned();
    assert!(text.contains(".visible .entry") && !text.contains(".loc "), "{text}");
    for ptx in [ptx, emit("ptx", json!("fill<float>"))] {
        let text = ptx["text"].as_str().expect("text").to_owned();
        let store = text.lines().position(|line| line.contains("st.global")).expect("a store");
        let origin = ptx["lines"].as_array().expect("a list").iter().find(|l| l["line"] == store);
        let line = origin.and_then(|origin| origin["source"].as_u64()).expect("a line");
        let source = document.text.lines().nth(line as usize).expect("a line of the source");
        assert!(source.contains("ct::store"), "{source}");
    }
    let tir = emit("tir", json!("fill<float>"));
    let text = tir["text"].as_str().expect("text").to_owned();
    assert!(text.trim_start().starts_with("entry @"), "{text}");
    let store = text.lines().position(|line| line.contains("store_ptr_tko")).expect("a store");
    let origin = tir["lines"].as_array().expect("a list").iter().find(|l| l["line"] == store);
    let line = origin.and_then(|origin| origin["source"].as_u64()).expect("a line");
    let source = document.text.lines().nth(line as usize).expect("a line of the source");
    assert!(source.contains("ct::store"), "{source}");
    assert!(emit("ast", Value::Null)["text"].as_str().is_some_and(|text| text.contains("high")));
    let mut params = document.document();
    params["kind"] = json!("ptx");
    params["kernel"] = json!("absent");
    assert_eq!(client.refused("tilec/emit", params), -32803);
}

#[test]
fn calls_are_followed_both_ways() {
    let mut client = Client::start();
    let text = KERNELS.replace("int high(int n)", "int $0high(int n)");
    let document = Marked::new(URI, &text).open(&mut client);
    let items = client.request("textDocument/prepareCallHierarchy", document.at(0));
    let item = items[0].clone();
    assert_eq!(item["name"], "high");
    let callers = client.request("callHierarchy/incomingCalls", json!({ "item": item }));
    let callers: Vec<&str> = callers
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|call| call["from"]["name"].as_str())
        .collect();
    assert_eq!(callers, ["fill"]);
    let callees = client.request("callHierarchy/outgoingCalls", json!({ "item": item }));
    assert_eq!(callees.as_array().map(Vec::len), Some(1));
    assert_eq!(callees[0]["to"]["name"], "low");
    assert_eq!(callees[0]["fromRanges"].as_array().map(Vec::len), Some(2));
    let low = json!({ "item": callees[0]["to"] });
    let callers = client.request("callHierarchy/incomingCalls", low);
    assert_eq!(callers[0]["from"]["name"], "high");
}
