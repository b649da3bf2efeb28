//! The protocol itself: order, nonsense, positions, and what must not end the server.

use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Client, Marked};

const URI: &str = "file:///work/kernel.cu";
const KERNEL: &str = "#include \"cuda_tile.h\"\n__tile_global__ void f(int* p) { *p = 1; }\n";

#[test]
fn a_session_begins_and_ends_in_order() {
    let mut client = Client::silent();
    assert_eq!(client.refused("textDocument/hover", json!({})), -32002);
    let reply = client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(reply["serverInfo"]["name"], "tilec");
    assert_eq!(reply["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(client.refused("initialize", json!({ "capabilities": {} })), -32600);
    assert_eq!(client.refused("textDocument/noSuchThing", json!({})), -32601);
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn a_client_that_hangs_up_ends_the_server() {
    assert_eq!(Client::start().hang_up(), Some(1));
}

#[test]
fn nonsense_is_refused_and_the_next_request_answered() {
    let mut client = Client::start();
    client.send_raw("{ this is not JSON");
    let reply = client.wait("a parse error", |message| message["error"]["code"] == -32700);
    assert_eq!(reply["id"], Value::Null);
    client.send_raw("[]");
    client.wait("an invalid request", |message| message["error"]["code"] == -32600);
    client.notify("textDocument/didOpen", json!({ "nothing": true }));
    client.notify("textDocument/didChange", json!(17));
    client.notify("no/suchNotification", json!({}));
    client.wait("a log message", |message| message["method"] == "window/logMessage");
    client.open(URI, KERNEL);
    assert!(client.diagnostics(URI, 1).is_empty());
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn columns_are_counted_as_the_client_asks() {
    // `é` is one unit of UTF-16 and two bytes, the face two units and four bytes.
    let text = "/* é😀 */ int x = nothing;\n";
    for (offered, encoding, column) in
        [(json!(["utf-16", "utf-8"]), "utf-8", 21), (json!(["utf-16"]), "utf-16", 18)]
    {
        let (mut client, reply) = Client::with(json!({
            "capabilities": { "general": { "positionEncodings": offered } },
        }));
        assert_eq!(reply["capabilities"]["positionEncoding"], encoding);
        let text = format!("#include \"cuda_tile.h\"\n__tile__ void f() {{ {text} }}");
        client.open(URI, &text);
        let found = client.diagnostics(URI, 1);
        assert_eq!(found[0]["range"]["start"]["character"], 20 + column, "{encoding}: {found:?}");
    }
}

#[test]
fn positions_outside_of_the_document_are_answered() {
    let mut client = Client::start();
    let document = Marked::new(URI, KERNEL).open(&mut client);
    for (line, character) in [(1000, 0), (0, 1000), (u32::MAX, u32::MAX), (2, 0)] {
        let params = json!({
            "textDocument": { "uri": document.uri },
            "position": { "line": line, "character": character },
        });
        for method in [
            "textDocument/hover",
            "textDocument/definition",
            "textDocument/completion",
            "textDocument/signatureHelp",
            "textDocument/documentHighlight",
        ] {
            client.request(method, params.clone());
        }
    }
    client.change(URI, 2, Some([900, 5, 900, 7]), "// the end\n");
    assert!(client.diagnostics(URI, 2).is_empty());
}

#[test]
fn a_document_closed_while_it_is_checked_is_forgotten() {
    let mut client = Client::start();
    for round in 0..5 {
        client.open(URI, KERNEL);
        let id = client.ask("textDocument/hover", Marked::new(URI, "$0").at(0));
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
        // Answered or refused, but not forgotten.
        let reply = client.reply(id);
        assert!(reply["result"].is_null(), "round {round}: {reply}");
    }
    let refused = client.refused("textDocument/hover", Marked::new(URI, "$0").at(0));
    assert_eq!(refused, -32602);
    client.open(URI, KERNEL);
    assert!(client.diagnostics(URI, 1).is_empty());
}

/// A document whose check is one long constant evaluation.
fn slow(number: u32) -> String {
    let values: Vec<String> = (0..number).map(|n| format!("spin({})", 60_000 + n)).collect();
    format!(
        "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\
         constexpr int spin(int n) {{\n    int sum = 0;\n    \
         for (int i = 0; i < n; ++i) sum = (sum * 31 + i) % 1009;\n    return sum;\n}}\n\
         constexpr int table[] = {{{}}};\n\
         __tile_global__ void k(int* p) {{ *p = table[1]; }}\n",
        values.join(", ")
    )
}

#[test]
fn typing_during_a_long_check_never_blocks() {
    let mut client = Client::start();
    let text = slow(3);
    let start = Instant::now();
    client.open(URI, &text);
    assert!(client.diagnostics(URI, 1).is_empty());
    let whole = start.elapsed();

    // A question about a text that is being checked is refused as soon as there is another text; so is
    // one that compiles it.
    let lenses = client.request("textDocument/codeLens", Marked::new(URI, "$0").document());
    let lenses = lenses.as_array().cloned().expect("a list");
    let unresolved = lenses.iter().find(|lens| lens["data"].is_object()).expect("one to resolve");
    let start = Instant::now();
    let lens = client.ask("codeLens/resolve", unresolved.clone());
    client.change(URI, 2, Some([0, 0, 0, 0]), "/");
    let hover = client.ask("textDocument/hover", Marked::new(URI, "$0").at(0));
    // Letter by letter, each text as slow to check as the first.
    for (index, letter) in "/ a comment of the user".char_indices() {
        let at = index as u32 + 1;
        client.change(URI, 3 + index as i64, Some([0, at, 0, at]), &letter.to_string());
    }
    // The user deletes what is slow: that text is checked at once, the others never are.
    client.change(URI, 100, None, KERNEL);
    let next = client.wait("diagnostics", |message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == URI
    });
    assert_eq!(next["params"]["version"], 100);
    let waited = start.elapsed();
    assert!(waited < whole * 3 / 4, "{waited:?} of the {whole:?} that the whole takes");
    assert_eq!(client.reply(lens)["error"]["code"], -32801);
    assert_eq!(client.reply(hover)["error"]["code"], -32801);

    // Another document is answered meanwhile.
    client.change(URI, 101, None, &text);
    let other = "file:///work/other.cu";
    client.open(other, KERNEL);
    assert!(client.diagnostics(other, 1).is_empty());
    client.request("textDocument/hover", Marked::new(other, "$0").at(0));
}

#[test]
fn requests_are_cancelled() {
    let mut client = Client::start();
    client.open(URI, KERNEL);
    let id = client.ask("textDocument/hover", Marked::new(URI, "$0").at(0));
    client.notify("$/cancelRequest", json!({ "id": id }));
    let reply = client.reply(id);
    // It may have been answered before the cancellation was read.
    let code = &reply["error"]["code"];
    assert!(*code == -32800 || reply.get("result").is_some(), "{reply}");
}

#[test]
fn a_panic_costs_one_answer() {
    let mut client = Client::start();
    let document = Marked::new(URI, KERNEL).open(&mut client);
    assert_eq!(client.refused("tilec/testPanic", document.document()), -32603);
    let logged = client.wait("a log message", |m| m["method"] == "window/logMessage");
    assert!(logged["params"]["message"].to_string().contains("tilec/testPanic"), "{logged}");
    client.request("textDocument/hover", Marked::new(URI, "$0").at(0));
    assert_eq!(client.stop(), Some(0));
}

/// What is long or deep takes no more than its share of time, and no stack.
#[test]
fn lines_and_nesting_without_end_are_answered() {
    let (deep, n) = ("(".repeat(20_000) + "1" + &")".repeat(20_000), 20_000);
    let texts = [
        format!("int x = {deep};\n"),
        format!("int x = {};\n", deep.replace("1", "1; // \u{1F600}")),
        format!("int x = {};\n", "[".repeat(n) + &")".repeat(n)),
        format!("#if 0\n{}#endif\n", "#elif 0\n".repeat(n)),
        "namespace a { ".repeat(n) + &"}".repeat(n),
        format!("namespace a{} {{ int x; }}\n", "::a".repeat(n)),
        format!("namespace a{} {{ struct S {{ S(); }}; }}\n", "::b::c".repeat(n / 2)),
    ];
    let mut client = Client::start();
    for (index, text) in texts.iter().enumerate() {
        let uri = format!("file:///work/long{index}.cu");
        client.open(&uri, text);
        let document = json!({ "uri": uri });
        let before = client.processor_time();
        for method in ["semanticTokens/full", "foldingRange", "documentSymbol", "codeLens"] {
            client.request(&format!("textDocument/{method}"), json!({ "textDocument": document }));
        }
        let position = json!({ "line": 0, "character": 20_007 });
        let at = json!({ "textDocument": document, "position": position });
        client.request("textDocument/hover", at.clone());
        client.request("textDocument/completion", at);
        let at = json!({ "textDocument": document, "positions": [position] });
        let grown = client.request("textDocument/selectionRange", at);
        let mut depth = 0;
        let mut range = &grown[0];
        while range.is_object() {
            (depth, range) = (depth + 1, &range["parent"]);
        }
        assert!((1..=101).contains(&depth), "{depth}");
        let limit = std::time::Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 5 });
        let taken = client.processor_time() - before;
        assert!(taken < limit, "{index}: {taken:?}");
    }
    assert_eq!(client.stop(), Some(0));
}
