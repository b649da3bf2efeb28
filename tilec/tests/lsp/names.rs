//! Features on names: hover, going to declarations, references, renaming, symbols.

use serde_json::{Value, json};

use crate::client::{Client, Marked};

const URI: &str = "file:///work/kernel.cu";

const SOURCE: &str = r#"#include "cuda_tile.h"
namespace $0ct = cuda::tiles;

/// Twice as much.
template<class T> __tile__ auto $1twice(T x) { return $2x + x; }

struct Pair {
    float $3first; ///< The one.
    int second;
};

__tile__ int early(int n);

__tile_global__ void $4scale(float* p, float factor) {
    using Tile = ct::tile<float, ct::shape<4, 8>>;
    $5auto $6index = ct::iota<ct::tile<int, ct::shape<32>>>();
    auto q = p + $7index + $8early(3);
    $9Tile all = ct::full<$10Tile>($11factor);
    Pair pair{1.0f, 2};
    auto y = $12twice(all) * pair.$13first;
    constexpr int N = 64;
    ct::$14store(q, ct::reshape<ct::shape<32>>(y) + float(N));
}

__tile__ int $15early(int n) { return n; }

int main() { scale<<<1, 1>>>(nullptr, 1.0f); }
"#;

fn document(client: &mut Client) -> Marked {
    Marked::new(URI, SOURCE).open(client)
}

#[track_caller]
fn hover(client: &mut Client, document: &Marked, mark: usize) -> String {
    let hover = client.request("textDocument/hover", document.at(mark));
    hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hover_says_the_concrete_type_and_the_comment() {
    let mut client = Client::start();
    let document = document(&mut client);
    for (mark, words) in [
        (0, &["namespace ct = cuda::tiles"][..]),
        (1, &["template<class T> __tile__ auto twice(T x)", "Twice as much."]),
        (2, &["tile<float, 4x8> x"]),
        (3, &["float Pair::first", "offset 0", "The one."]),
        (4, &["__tile_global__ void scale(float* p, float factor)"]),
        (5, &["tile<int, 32>"]),
        (6, &["tile<int, 32> index"]),
        (7, &["tile<int, 32> index"]),
        (8, &["int early(int n)"]),
        (9, &["using Tile = tile<float, 4x8>"]),
        (11, &["float factor"]),
        (12, &["tile<float, 4x8> twice(tile<float, 4x8> x)", "T = tile<float, 4x8>", "Twice"]),
        (13, &["float Pair::first", "The one."]),
    ] {
        let text = hover(&mut client, &document, mark);
        for word in words {
            assert!(text.contains(word), "mark {mark}: no `{word}` in {text}");
        }
    }
}

#[test]
fn hover_says_where_elements_are() {
    let mut client = Client::start();
    let document = Marked::new(
        URI,
        "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\nusing namespace ct::literals;\n\
         using Wide = ct::tile<double, ct::shape<64, 128>>;\n\
         __tile_global__ void k(float* p, int n) {\n    \
         ct::tensor_span $0rows{p, ct::extents{n, 64_ic}};\n    \
         ct::tensor_span $1columns{p, ct::extents{8_ic, n}, ct::layout_left{}};\n    \
         ct::partition_view $2view{rows, ct::shape<16, 32>{}};\n    auto $3mapping = columns.mapping();\n    \
         auto $4loaded = view.load(0, 0);\n    $5Wide wide = ct::zeros<Wide>();\n    \
         view.store($6loaded, 0, 1);\n}\n",
    )
    .open(&mut client);
    for (mark, fact) in [
        (0, "lengths (?, 64), strides (64, 1): neighbours along dimension 1 are adjacent"),
        (1, "lengths (8, ?), strides (1, 8): neighbours along dimension 0 are adjacent"),
        (2, "lengths (?, 64), strides (64, 1)"),
        (3, "lengths (8, ?), strides (1, 8)"),
        (4, "512 elements, 2 KiB"),
        (5, "8192 elements, 64 KiB"),
        (6, "512 elements, 2 KiB"),
    ] {
        let text = hover(&mut client, &document, mark);
        assert!(text.contains(fact), "mark {mark}: no `{fact}` in {text}");
    }
    // Once a request has asked what a kernel takes, also which thread holds what of a tile.
    let lenses = client.request("textDocument/codeLens", document.document());
    let lenses = lenses.as_array().cloned().expect("a list");
    let unresolved = lenses.iter().find(|lens| lens["data"].is_object()).expect("one to resolve");
    client.request("codeLens/resolve", unresolved.clone());
    let text = hover(&mut client, &document, 4);
    let of_kernel = text.lines().find_map(|line| line.strip_prefix("in `k`: "));
    let counts = of_kernel
        .and_then(|line| line.split_once(" elements each: reg ")?.0.split_once(" threads, "));
    let all = counts
        .and_then(|(threads, each)| Some(threads.parse::<u32>().ok()? * each.parse::<u32>().ok()?));
    // However many threads there are: each element is somewhere once.
    assert_eq!(all, Some(512), "{text}");
}

#[test]
fn hover_speaks_of_keywords_macros_and_headers() {
    let mut client = Client::start();
    let document = Marked::new(
        URI,
        "#include $0\"cuda_tile.h\"\n/// As wide as it gets.\n#define WIDTH 64\n\
         $1__tile_global__ void k(int* p) { *p = $2WIDTH $3+ 1; }\n",
    )
    .open(&mut client);
    for (mark, words) in [
        (0, &["cuda_tile.h"][..]),
        (1, &["A tile kernel"]),
        (2, &["#define WIDTH 64", "As wide as it gets."]),
        (3, &["int"]),
    ] {
        let text = hover(&mut client, &document, mark);
        assert!(words.iter().all(|word| text.contains(word)), "mark {mark}: {text}");
    }
}

/// The places that a request leads to, as file name and text.
fn targets(document: &Marked, locations: &Value) -> Vec<(String, u64)> {
    let list = locations.as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|location| {
            let uri = location["uri"].as_str().unwrap_or_default();
            let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
            if uri == document.uri {
                let text = document.slice(&location["range"]).to_owned();
                (text, location["range"]["start"]["line"].as_u64().unwrap_or(0))
            } else {
                (name, 0)
            }
        })
        .collect()
}

#[test]
fn definitions_are_found_in_the_file_and_in_our_headers() {
    let mut client = Client::start();
    let document = document(&mut client);
    let mut go = |method: &str, mark: usize| {
        let locations = client.request(method, document.at(mark));
        targets(&document, &locations)
    };
    let definition = "textDocument/definition";
    assert_eq!(go(definition, 7), [("index".into(), 15)]);
    assert_eq!(go(definition, 8), [("early".into(), 24)]);
    assert_eq!(go("textDocument/declaration", 8), [("early".into(), 11)]);
    assert_eq!(go("textDocument/implementation", 8), [("early".into(), 24)]);
    assert_eq!(go(definition, 15), [("early".into(), 11)]);
    assert_eq!(go(definition, 10), [("Tile".into(), 14)]);
    assert_eq!(go(definition, 12), [("twice".into(), 4)]);
    assert_eq!(go(definition, 13), [("first".into(), 7)]);
    let store = go(definition, 14);
    assert!(store[0].0.ends_with(".h"), "{store:?}");
    assert_eq!(go("textDocument/typeDefinition", 6)[0].0, "tile.h");
}

#[test]
fn headers_of_the_compiler_can_be_opened() {
    let mut client = Client::start();
    let document = Marked::new(URI, "#include $0\"cuda_tile.h\"\n").open(&mut client);
    let location = client.request("textDocument/definition", document.at(0));
    let uri = location[0]["uri"].as_str().expect("a header").to_owned();
    let text = std::fs::read_to_string(uri.trim_start_matches("file://")).expect("it is there");
    client.open(&uri, &text);
    let symbols =
        client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    assert!(symbols.is_array(), "{symbols}");
}

/// The text and line of each range of a list.
fn lines(document: &Marked, list: &Value) -> Vec<(String, u64)> {
    let list = list.as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|item| {
            let range = &item["range"];
            (document.slice(range).to_owned(), range["start"]["line"].as_u64().unwrap_or(0))
        })
        .collect()
}

#[test]
fn references_are_found_in_templates_and_in_host_code() {
    let mut client = Client::start();
    let document = document(&mut client);
    let mut references = |mark: usize, declarations: bool| {
        let mut params = document.at(mark);
        params["context"] = json!({ "includeDeclaration": declarations });
        let found = client.request("textDocument/references", params);
        lines(&document, &found).into_iter().map(|(_, line)| line).collect::<Vec<_>>()
    };
    assert_eq!(references(7, true), [15, 16]);
    assert_eq!(references(7, false), [16]);
    assert_eq!(references(2, true), [4, 4, 4]);
    assert_eq!(references(8, true), [11, 16, 24]);
    assert_eq!(references(13, true), [7, 19]);
    assert_eq!(references(9, true), [14, 17, 17]);
    // The launch is in host code, which is not analysed.
    assert_eq!(references(4, true), [13, 26]);
    let highlights = client.request("textDocument/documentHighlight", document.at(7));
    assert_eq!(lines(&document, &highlights).len(), 2);
}

#[test]
fn renaming_edits_every_place_and_keeps_the_program_right() {
    let mut client = Client::start();
    let mut document = document(&mut client);
    let range = client.request("textDocument/prepareRename", document.at(4));
    assert_eq!(document.slice(&range), "scale");
    for (version, (mark, n_edits)) in
        [(4, 2), (12, 2), (3, 2), (8, 3), (9, 3)].into_iter().enumerate()
    {
        let mut params = document.at(mark);
        params["newName"] = json!("renamed");
        let edit = client.request("textDocument/rename", params);
        let edits = edit["changes"][URI].as_array().expect("edits").clone();
        assert_eq!(edits.len(), n_edits, "mark {mark}: {edits:?}");
        let mut text = document.text.clone();
        // From the back, so that the positions stay right.
        for edit in edits.iter().rev() {
            let old = document.slice(&edit["range"]);
            let at = old.as_ptr() as usize - document.text.as_ptr() as usize;
            text.replace_range(at..at + old.len(), "renamed");
        }
        let version = version as i64 * 2 + 2;
        client.change(URI, version, None, &text);
        let found = client.diagnostics(URI, version);
        assert!(found.is_empty(), "mark {mark}: {found:?}\n{text}");
        client.change(URI, version + 1, None, &document.text);
        client.diagnostics(URI, version + 1);
    }
    let mut params = document.at(4);
    params["newName"] = json!("while");
    assert_eq!(client.refused("textDocument/rename", params), -32803);
    assert_eq!(client.refused("textDocument/prepareRename", document.at(14)), -32803);
    document.marks.clear();
}

#[test]
fn symbols_are_nested_and_searched_over_all_documents() {
    let mut client = Client::start();
    let document = document(&mut client);
    let other = "file:///work/other.cu";
    client.open(other, "namespace deep { struct Scaled { int n; }; }\n");
    client.diagnostics(other, 1);
    let symbols = client.request("textDocument/documentSymbol", document.document());
    let symbols = symbols.as_array().expect("a list");
    let names: Vec<&str> = symbols.iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["twice", "Pair", "early", "scale", "early", "main"]);
    let fields: Vec<&str> = symbols[1]["children"]
        .as_array()
        .expect("fields")
        .iter()
        .filter_map(|field| field["name"].as_str())
        .collect();
    assert_eq!(fields, ["first", "second"]);
    let found = client.request("workspace/symbol", json!({ "query": "scal" }));
    let mut found: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|s| s["name"].as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ["Scaled", "n", "scale"]);
}

#[test]
fn a_header_is_seen_through_the_file_that_includes_it() {
    let mut client = Client::start();
    let header = "file:///work/shared.h";
    let text = "template<class T> __tile__ T twice(T value) { return value + offset; }\n";
    let marked = Marked::new(header, &text.replacen("value +", "val$0ue +", 1));
    let main = "#include \"cuda_tile.h\"\nconstexpr int offset = 1;\n#include \"shared.h\"\n\
                __tile_global__ void k(int* p) { *p = $0twice(3); }\n";
    client.open(header, text);
    // By itself it lacks a name.
    assert_eq!(client.diagnostics(header, 1).len(), 1);
    let (first, second) = (Marked::new(URI, main), Marked::new("file:///work/other.cu", main));
    let first = first.open(&mut client);
    client.wait("a header without mistakes", |message| {
        message["params"]["uri"] == header && message["params"]["diagnostics"] == json!([])
    });
    let text = hover(&mut client, &marked, 0);
    assert!(text.contains("int value"), "{text}");
    // Both files that include it are asked where it is used.
    second.open(&mut client);
    let mut params = first.at(0);
    params["context"] = json!({ "includeDeclaration": true });
    let found = client.request("textDocument/references", params);
    let mut files: Vec<&str> = found
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|place| place["uri"].as_str()?.rsplit('/').next())
        .collect();
    files.sort_unstable();
    assert_eq!(files, ["kernel.cu", "other.cu", "shared.h"]);
    let mut params = first.at(0);
    params["newName"] = json!("doubled");
    let edit = client.request("textDocument/rename", params);
    assert_eq!(edit["changes"].as_object().map(serde_json::Map::len), Some(3), "{edit}");
}
