//! Help while writing: completion, signatures, inlay hints.

use serde_json::{Value, json};

use crate::client::{Client, Marked};

const URI: &str = "file:///work/kernel.cu";

#[track_caller]
fn complete(client: &mut Client, document: &Marked, mark: usize) -> Vec<Value> {
    let list = client.request("textDocument/completion", document.at(mark));
    list["items"].as_array().cloned().unwrap_or_default()
}

fn labels(items: &[Value]) -> Vec<&str> {
    items.iter().filter_map(|item| item["label"].as_str()).collect()
}

#[track_caller]
fn find<'a>(items: &'a [Value], label: &str) -> &'a Value {
    let found = items.iter().find(|item| item["label"] == label);
    found.unwrap_or_else(|| panic!("no {label} in {:?}", labels(items)))
}

const HEAD: &str = "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\
    struct Inner { int deep; __tile__ int get() const { return deep; } };\n\
    struct Outer { Inner inner; float other; };\n\
    enum class Mode { Fast, Exact };\n";

#[test]
fn members_are_offered_while_the_statement_is_incomplete() {
    let mut client = Client::start();
    let mut at = |statement: &str| {
        let text = format!(
            "{HEAD}template<class T> __tile__ T id(T x) {{ return x; }}\n\
             __tile_global__ void k(Outer* p, int* out) {{\n    Outer o{{}};\n    {statement}\n    \
             *out = 1;\n}}\n"
        );
        let document = Marked::new(URI, &text);
        client.open(URI, &document.text);
        client.diagnostics(URI, 1);
        let items = complete(&mut client, &document, 0);
        client.notify("textDocument/didClose", document.document());
        (document, items)
    };
    assert_eq!(labels(&at("o.$0").1), ["inner", "other"]);
    assert_eq!(labels(&at("p->$0;").1), ["inner", "other"]);
    assert_eq!(labels(&at("if (o.$0) {}").1), ["inner", "other"]);
    assert_eq!(labels(&at("auto f = [&](Inner i) { return i.$0 };").1), ["deep", "get"]);
    let (_, items) = at("int a = id(o.inner.$0");
    assert_eq!(labels(&items), ["deep", "get"]);
    assert_eq!(find(&items, "get")["kind"], 2);
    let (document, items) = at("auto b = id(o).in$0ner.deep;");
    assert_eq!(labels(&items), ["inner"]);
    assert_eq!(document.slice(&items[0]["textEdit"]["range"]), "inner");
}

#[test]
fn names_of_the_library_come_with_their_documentation() {
    let mut client = Client::start();
    let text = format!("{HEAD}__tile_global__ void k(float* p) {{\n    ct::lo$0\n    ct::$1\n}}\n");
    let document = Marked::new(URI, &text).open(&mut client);
    let items = complete(&mut client, &document, 0);
    let load = find(&items, "load");
    assert_eq!(load["kind"], 3);
    assert!(load["detail"].as_str().is_some_and(|detail| detail.contains("load(")), "{load}");
    assert!(load["documentation"]["value"].as_str().is_some_and(|doc| doc.len() > 20), "{load}");
    let items = complete(&mut client, &document, 1);
    let all = labels(&items);
    for name in ["tile", "shape", "store", "bid", "iota"] {
        assert!(all.contains(&name), "no {name}");
    }
    assert!(!all.iter().any(|name| name.starts_with("__")), "{all:?}");
}

#[test]
fn names_in_scope_are_offered_innermost_first() {
    let mut client = Client::start();
    let text = format!(
        "{HEAD}constexpr int limit = 4;\n__tile_global__ void k(float* place) {{\n    \
         int plain = 1;\n    {{\n        int plate = 2;\n        int x = pla$0;\n        \
         int place2 = 0;\n    }}\n    int y = lim$1;\n    Mode m = Mode::$2;\n}}\n"
    );
    let document = Marked::new(URI, &text).open(&mut client);
    let mut items = complete(&mut client, &document, 0);
    items.sort_by_key(|item| item["sortText"].as_str().map(str::to_owned));
    assert_eq!(labels(&items)[..3], ["plate", "plain", "place"]);
    assert_eq!(find(&items, "plate")["detail"], "int plate");
    assert!(!labels(&items).contains(&"place2"), "declared later");
    assert_eq!(labels(&complete(&mut client, &document, 1)), ["limit"]);
    assert_eq!(labels(&complete(&mut client, &document, 2)), ["Exact", "Fast"]);
}

#[test]
fn headers_directives_attributes_and_comments_are_completed() {
    let mut client = Client::start();
    let document = Marked::new(
        URI,
        "#include <cuda_t$0>\n#include <cuda/std/$1>\n#$2\n// tilec: in$3\n// not code$4\n\
         [[cut$5]] __tile_global__ void k();\n[[cutile::hint(0, occ$6)]] __tile_global__ void l();\n",
    );
    client.open(URI, &document.text);
    client.diagnostics(URI, 1);
    let at = |client: &mut Client, mark| complete(client, &document, mark);
    find(&at(&mut client, 0), "cuda_tile.h");
    find(&at(&mut client, 1), "optional");
    find(&at(&mut client, 2), "include");
    find(&at(&mut client, 3), "instantiate");
    assert!(at(&mut client, 4).is_empty());
    find(&at(&mut client, 5), "cutile::hint");
    find(&at(&mut client, 6), "occupancy");
}

#[test]
fn template_arguments_are_completed() {
    let mut client = Client::start();
    let text = format!(
        "{HEAD}using Row = ct::tile<float, ct::shape<64>>;\nconstexpr int limit = 64;\n\
         __tile_global__ void k(float* p) {{\n    auto a = ct::zeros<Ro$0\n    \
         ct::tile<fl$1, ct::shape<8>> b;\n    using Two = ct::shape<8, lim$2>;\n    \
         ct::tile<int, ct::sha$3<8>> c;\n}}\n"
    );
    let document = Marked::new(URI, &text).open(&mut client);
    for (mark, label) in [(0, "Row"), (1, "float"), (2, "limit"), (3, "shape")] {
        find(&complete(&mut client, &document, mark), label);
    }
}

#[test]
fn functions_are_completed_with_their_parentheses_if_the_client_can() {
    let capability = json!({ "completionItem": { "snippetSupport": true } });
    let (mut client, _) = Client::with(json!({
        "capabilities": { "textDocument": { "completion": capability } },
    }));
    let text = format!("{HEAD}__tile_global__ void k(float* p) {{\n    ct::stor$0\n}}\n");
    let document = Marked::new(URI, &text).open(&mut client);
    let items = complete(&mut client, &document, 0);
    assert_eq!(find(&items, "store")["textEdit"]["newText"], "store($0)");
}

#[test]
fn signatures_show_the_argument_that_is_written() {
    let mut client = Client::start();
    let text = format!(
        "{HEAD}/// Adds.\n__tile__ int add(int left, int right) {{ return left + right; }}\n\
         __tile__ int add(int one) {{ return one; }}\n\
         __tile_global__ void k(int* p) {{\n    Inner i{{}};\n    *p = add(1, $0\n    \
         *p = add($1);\n    *p = i.get($2);\n    ct::store(p, $3);\n    *p = ($4 1);\n}}\n"
    );
    let document = Marked::new(URI, &text).open(&mut client);
    let mut help = |mark: usize| client.request("textDocument/signatureHelp", document.at(mark));
    let first = help(0);
    let labels: Vec<&str> = first["signatures"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|signature| signature["label"].as_str())
        .collect();
    assert_eq!(labels, ["__tile__ int add(int left, int right)", "__tile__ int add(int one)"]);
    assert_eq!(first["activeParameter"], 1);
    assert_eq!(first["activeSignature"], 0);
    assert_eq!(first["signatures"][0]["parameters"][1]["label"], "int right");
    assert_eq!(first["signatures"][0]["documentation"]["value"], "Adds.");
    assert_eq!(help(1)["activeParameter"], 0);
    assert_eq!(help(2)["signatures"][0]["label"], "__tile__ int get() const");
    let store = help(3);
    assert!(store["signatures"].to_string().contains("store("), "{store}");
    assert_eq!(help(4), Value::Null);
}

#[test]
fn each_signature_says_whether_its_constraints_hold() {
    let mut client = Client::start();
    let text = format!(
        "{HEAD}template<class T> concept Small = sizeof(T) <= 2;\n\
         template<class T> concept Whole = sizeof(T) >= 1;\n\
         template<Small T> __tile__ T pick(T value) {{ return value; }}\n\
         template<class T> __tile__ T pick(T value, T other) requires Whole<T> {{ return value; }}\n\
         /// For two.\n__tile__ int pick(int a, int b) {{ return a + b; }}\n\
         __tile__ int pick(Inner inner, int b) {{ return b; }}\n\
         __tile__ int same(int a, short b) {{ return a; }}\n\
         __tile__ int same(short a, int b) {{ return a; }}\n\
         __tile_global__ void k(int* p, short s) {{\n    *p = pick(3.0$0);\n    *p = pick(1, 2$1);\n    \
         *p = pick(1.5, 2.5$2);\n    *p = same(s, s$3);\n    *p = pick(p, $4\n    \
         *p = pick(s, $5);\n    *p = 1 + pick(Inner{{}}, $6);\n    *p = pick($7);\n}}\n"
    );
    let document = Marked::new(URI, &text).open(&mut client);
    let mut help = |mark: usize| -> (u64, Vec<String>) {
        let help = client.request("textDocument/signatureHelp", document.at(mark));
        let signatures = help["signatures"].as_array().cloned().expect("a list");
        let text = |signature: &Value| {
            let documentation = signature["documentation"]["value"].as_str();
            documentation.unwrap_or_default().replace("\n\nFor two.", " (for two)")
        };
        (help["activeSignature"].as_u64().expect("one"), signatures.iter().map(text).collect())
    };
    let mut says = |mark: usize, active: u64, wanted: &[&str]| {
        let (found, lines) = help(mark);
        assert_eq!(lines, wanted, "mark {mark}");
        assert_eq!(found, active, "mark {mark}: {lines:?}");
    };
    let few = "Not for these arguments: takes 2 arguments, not 1.";
    let few_for_two = "Not for these arguments: takes 2 arguments, not 1. (for two)";
    let not_small = "Not for these arguments: `double` does not satisfy `Small`.";
    says(0, 0, &[not_small, few, few_for_two, few]);
    let many = "Not for these arguments: takes one argument, not 2.";
    let fits = "Fits these arguments; its constraints hold; another fits better.";
    let no_inner = "Not for these arguments: is `int`, which does not convert to `Inner`.";
    says(1, 2, &[many, fits, "Chosen for these arguments. (for two)", no_inner]);
    let chosen = "Chosen for these arguments; its constraints hold.";
    let fits_two = "Fits these arguments; another fits better. (for two)";
    let no_inner = "Not for these arguments: is `double`, which does not convert to `Inner`.";
    says(2, 1, &[many, chosen, fits_two, no_inner]);
    let ambiguous = "Fits these arguments as well as another: the call is ambiguous.";
    says(3, 0, &[ambiguous, ambiguous]);
    // The rest of the statement is not written: that arguments are missing counts for nothing.
    says(4, 1, &["Not for these arguments: `int*` does not satisfy `Small`.", "", "For two.", ""]);
    says(5, 1, &["Not for these arguments: takes no more than 1.", "", "For two.", ""]);
    says(6, 1, &["Not for these arguments: `Inner` does not satisfy `Small`.", "", "For two.", ""]);
    says(7, 0, &["", "", "For two.", ""]);
}

#[test]
fn inlay_hints_show_types_and_parameters() {
    let mut client = Client::start();
    let text = format!(
        "{HEAD}template<int N> __tile__ auto row() {{\n    \
         auto r = ct::iota<ct::tile<int, ct::shape<N>>>();\n    return r;\n}}\n\
         template<class T, decltype(sizeof 0) N> __tile__ void first(ct::tile<T, ct::shape<N>> x) {{}} \
         __tile__ int pick(int from, bool wrap) {{ return wrap ? from : 0; }}\n\
         __tile_global__ void k(int* p) {{\n    auto a = row<8>();\n    auto b = row<16>();\n    \
         auto [x, y] = Outer{{}};\n    const auto& r = a;\n    int plain = pick(3, true);\n    \
         first(ct::zeros<ct::tile<float, ct::shape<8>>>());\n}}\n"
    );
    let document = Marked::new(URI, &text).open(&mut client);
    let mut params = document.document();
    params["range"] = json!({
        "start": { "line": 0, "character": 0 },
        "end": { "line": 100, "character": 0 },
    });
    let hints = client.request("textDocument/inlayHint", params);
    let shown: Vec<(u64, &str)> = hints
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|hint| {
            let line = hint["position"]["line"].as_u64()?;
            Some((line - 5, hint["label"].as_str()?))
        })
        .collect();
    assert_eq!(
        shown,
        [
            (1, ": tile<int, 8> | tile<int, 16>"),
            (6, ": tile<int, 8>"),
            (7, ": tile<int, 16>"),
            (8, ": Inner"),
            (8, ": float"),
            (9, ": const tile<int, 8>&"),
            (10, "from:"),
            (10, "wrap:"),
            (11, "<float, 8>"),
        ]
    );
}
