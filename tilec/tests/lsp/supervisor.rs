//! A check that ends its process: other documents are answered, and the document itself after an edit.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, Marked};

const GOOD: &str = "#include \"cuda_tile.h\"\n__tile_global__ void $0f(int* p) { *p = 1; }\n";
/// Its check overflows the stack of the thread, since the server is started with `TILEC_LSP_TEST`.
const FATAL: &str = "#include \"cuda_tile.h\"\n// tilec-test: overflow\n\
                     __tile_global__ void $0g(int* p) { *p = 2; }\n";

fn is_crash(found: &[Value]) -> bool {
    let says = |text: &str| text.contains("the compiler ended");
    found.len() == 1 && found[0]["message"].as_str().is_some_and(says)
}

fn names(hover: &Value, name: &str) -> bool {
    hover.to_string().contains(&format!("{name}(int"))
}

#[test]
fn an_overflow_costs_the_document_until_it_is_edited() {
    let mut client = Client::start();
    let good = Marked::new("file:///work/good.cu", GOOD).open(&mut client);
    let fatal = Marked::new("file:///work/fatal.cu", FATAL);
    client.open(&fatal.uri, &fatal.text);
    assert!(is_crash(&client.diagnostics(&fatal.uri, 1)));
    client.wait("a log message", |message| message["method"] == "window/logMessage");
    // What is open besides is checked again, and answered.
    assert!(client.diagnostics(&good.uri, 1).is_empty());
    assert!(names(&client.request("textDocument/hover", good.at(0)), "f"));
    assert_eq!(client.refused("textDocument/hover", fatal.at(0)), -32801);
    // So is what is opened now, and edited.
    let other = Marked::new("file:///work/other.cu", GOOD).open(&mut client);
    client.change(&other.uri, 2, Some([1, 0, 1, 0]), "__tile__ int h();\n");
    assert!(client.diagnostics(&other.uri, 2).is_empty());
    // An edit that does not help.
    client.change(&fatal.uri, 2, Some([2, 0, 2, 0]), "// still\n");
    assert!(is_crash(&client.diagnostics(&fatal.uri, 2)));
    assert!(names(&client.request("textDocument/hover", good.at(0)), "f"));
    // And one that does.
    client.change(&fatal.uri, 3, Some([1, 0, 3, 0]), "");
    assert!(client.diagnostics(&fatal.uri, 3).is_empty());
    let (line, column) = fatal.marks[0];
    let at = json!({
        "textDocument": { "uri": fatal.uri },
        "position": { "line": line - 1, "character": column },
    });
    assert!(names(&client.request("textDocument/hover", at), "g"));
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn of_documents_that_are_checked_together_only_the_fatal_ones_are_left_alone() {
    let mut client = Client::start();
    let uri = |index: usize| format!("file:///work/file{index}.cu");
    let texts: Vec<Marked> = (0..6)
        .map(|index| Marked::new(&uri(index), if index % 3 == 1 { FATAL } else { GOOD }))
        .collect();
    texts.iter().for_each(|document| client.open(&document.uri, &document.text));
    // A question that waits for the check is answered by the next process.
    let asked = client.ask("textDocument/documentSymbol", texts[0].document());
    for (index, document) in texts.iter().enumerate() {
        // Good ones may have been published by each process.
        while is_crash(&client.diagnostics(&document.uri, 1)) != (index % 3 == 1) {}
    }
    let reply = client.reply(asked);
    assert!(reply["result"].is_array() || reply["error"]["code"] == -32801, "{reply}");
    for document in texts.iter().filter(|document| !document.text.contains("overflow")) {
        assert!(names(&client.request("textDocument/hover", document.at(0)), "f"));
    }
    // A document that is closed and opened again with another text is as any other.
    client.notify("textDocument/didClose", texts[1].document());
    client.open(&texts[1].uri, &Marked::new("", GOOD).text);
    while is_crash(&client.diagnostics(&texts[1].uri, 1)) {}
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn a_process_that_is_killed_is_replaced() {
    let mut client = Client::start();
    let good = Marked::new("file:///work/good.cu", GOOD).open(&mut client);
    for version in 2..5 {
        for child in client.children() {
            let killed = Command::new("kill").args(["-9", &child.to_string()]).status();
            assert!(killed.is_ok_and(|status| status.success()), "{child}");
        }
        client.wait("a log message", |message| {
            message["params"]["message"].to_string().contains("was started again")
        });
        // The document may have been at work when that happened.
        client.change(&good.uri, version, Some([0, 0, 0, 0]), " ");
        assert!(client.diagnostics(&good.uri, version).is_empty());
        assert!(names(&client.request("textDocument/hover", good.at(0)), "f"));
    }
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn a_file_that_is_not_open_costs_itself() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lsp-supervisor");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, Marked::new("", text).text).expect("a file");
        format!("file://{}", path.display())
    };
    let wrong = "#include \"cuda_tile.h\"\n__tile_global__ void w() { nothing(); }\n";
    let uris = [write("a.cu", wrong), write("b.cu", FATAL), write("c.cu", wrong)];
    let root = format!("file://{}", folder.display());
    let (mut client, _) = Client::with(json!({ "rootUri": root, "capabilities": {} }));
    let mut expect = |uri: &str, crashes: bool| {
        client.wait(uri, |message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["diagnostics"]
                    .as_array()
                    .is_some_and(|found| !found.is_empty() && is_crash(found) == crashes)
        });
    };
    expect(&uris[1], true);
    expect(&uris[2], false);
    // It is as it was until it is changed.
    let symbols = client.request("workspace/symbol", json!({ "query": "w" }));
    assert_eq!(symbols.as_array().map(Vec::len), Some(2), "{symbols}");
    write("b.cu", wrong);
    let change = json!({ "changes": [{ "uri": uris[1], "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", change);
    client.wait(&uris[1], |message| {
        let params = &message["params"];
        let says = |found: &Value| found["message"].to_string().contains("nothing");
        params["uri"] == uris[1].as_str()
            && params["diagnostics"].as_array().is_some_and(|found| found.iter().any(says))
    });
    assert_eq!(client.stop(), Some(0));
}
