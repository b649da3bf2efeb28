//! Files of the workspace that are not open: their diagnostics, symbols, references; headers that are
//! seen through them.

use std::path::{Path, PathBuf};
use std::{fs, process};

use serde_json::{Value, json};

use crate::client::Client;

const HEADER: &str = "/// Twice a value.\ntemplate <class T>\n__tile__ T twice(T value) {\n    return value + value;\n}\n";

const KERNEL: &str = "#include \"twice.h\"\n__tile_global__ void k(int* p) { *p = twice(*p); }\n";

const OTHER: &str =
    "#include \"twice.h\"\n__tile_global__ void other(float* p) { *p = twice(*p) + 1; }\n";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = format!("lsp-workspace-{name}-{}", process::id());
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder));
        let _ = fs::remove_dir_all(&folder.0);
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.0.join(name).display())
    }

    fn client(&self) -> Client {
        let folders = json!([{ "uri": format!("file://{}", self.0.display()), "name": "work" }]);
        let watches = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
        let (client, _) = Client::with(json!({
            "processId": null,
            "rootUri": null,
            "workspaceFolders": folders,
            "capabilities": { "workspace": watches },
        }));
        client
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The next diagnostics of a file that is not open.
#[track_caller]
fn diagnostics(client: &mut Client, uri: &str) -> Vec<Value> {
    let message = client.wait(&format!("diagnostics of {uri}"), |message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
    });
    assert!(message["params"].get("version").is_none_or(Value::is_null), "{message}");
    message["params"]["diagnostics"].as_array().cloned().expect("a list")
}

/// File names and lines, sorted.
fn places(list: impl IntoIterator<Item = (String, Value)>) -> Vec<(String, u64)> {
    let mut places: Vec<(String, u64)> = list
        .into_iter()
        .map(|(uri, range)| {
            let name = uri.rsplit('/').next().expect("a name").to_owned();
            (name, range["start"]["line"].as_u64().expect("a line"))
        })
        .collect();
    places.sort();
    places
}

#[test]
fn closed_files_are_checked_and_checked_again_when_they_change() {
    let broken = KERNEL.replace("twice(*p)", "twcie(*p)");
    let folder = Folder::new(
        "diagnostics",
        &[("twice.h", HEADER), ("deep/k.cu", &broken.replace("twice.h", "../twice.h"))],
    );
    let mut client = folder.client();
    let asked =
        client.wait("a registration", |message| message["method"] == "client/registerCapability");
    let registered = &asked["params"]["registrations"][0];
    assert_eq!(registered["method"], "workspace/didChangeWatchedFiles");
    let uri = folder.uri("deep/k.cu");
    let found = diagnostics(&mut client, &uri);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 1);

    folder.write("deep/k.cu", &KERNEL.replace("twice.h", "../twice.h"));
    let changes = json!({ "changes": [{ "uri": uri, "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes.clone());
    assert_eq!(diagnostics(&mut client, &uri), Vec::<Value>::new());

    // A file that is gone has no errors.
    folder.write("deep/k.cu", &broken);
    client.notify("workspace/didChangeWatchedFiles", changes.clone());
    assert!(!diagnostics(&mut client, &uri).is_empty());
    fs::remove_file(folder.0.join("deep/k.cu")).expect("the file");
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(diagnostics(&mut client, &uri), Vec::<Value>::new());
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn symbols_of_closed_files_are_found() {
    let folder =
        Folder::new("symbols", &[("twice.h", HEADER), ("k.cu", KERNEL), ("other.cu", OTHER)]);
    let mut client = folder.client();
    let mut symbols = |query: &str| {
        let found = client.request("workspace/symbol", json!({ "query": query }));
        let found = found.as_array().cloned().expect("a list");
        let names = found.iter().map(|symbol| symbol["name"].as_str().expect("a name").to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(symbols("other"), ["other"]);
    assert_eq!(symbols("twi"), ["twice"], "of two files that include it");
    folder.write("other.cu", &OTHER.replace("other", "another_one"));
    assert_eq!(symbols("another"), ["another_one"], "as it is now");
}

#[test]
fn references_and_renaming_reach_closed_files() {
    let folder =
        Folder::new("references", &[("twice.h", HEADER), ("k.cu", KERNEL), ("other.cu", OTHER)]);
    let mut client = folder.client();
    let uri = folder.uri("k.cu");
    client.open(&uri, KERNEL);
    client.diagnostics(&uri, 1);
    let column = KERNEL.lines().nth(1).and_then(|line| line.find("twice")).expect("its use");
    let mut at = json!({
        "textDocument": { "uri": uri },
        "position": { "line": 1, "character": column },
        "context": { "includeDeclaration": true },
    });
    let found = client.request("textDocument/references", at.clone());
    let found = found.as_array().cloned().expect("a list");
    let found = found
        .into_iter()
        .map(|place| (place["uri"].as_str().expect("a URI").to_owned(), place["range"].clone()));
    let wanted = [("k.cu".to_owned(), 1), ("other.cu".to_owned(), 1), ("twice.h".to_owned(), 2)];
    assert_eq!(places(found), wanted);

    at["newName"] = json!("double_of");
    let edits = client.request("textDocument/rename", at);
    let changes = edits["changes"].as_object().cloned().expect("edits");
    let edits = changes.into_iter().flat_map(|(uri, edits)| {
        let edits = edits.as_array().cloned().expect("a list");
        edits.into_iter().map(move |edit| {
            assert_eq!(edit["newText"], "double_of");
            (uri.clone(), edit["range"].clone())
        })
    });
    assert_eq!(places(edits), wanted);
}

#[test]
fn a_header_is_seen_through_a_closed_file_that_uses_it() {
    let folder = Folder::new("host", &[("twice.h", HEADER), ("k.cu", KERNEL)]);
    let mut client = folder.client();
    diagnostics(&mut client, &folder.uri("k.cu"));
    let uri = folder.uri("twice.h");
    client.open(&uri, HEADER);
    client.diagnostics(&uri, 1);
    // Once the host was checked the template has a specialisation.
    let hover =
        json!({ "textDocument": { "uri": uri }, "position": { "line": 3, "character": 12 } });
    let text = client.request("textDocument/hover", hover)["contents"]["value"].to_string();
    assert!(text.contains("int value"), "{text}");
    // What an edit breaks for its users shows in the header.
    client.change(&uri, 2, Some([3, 11, 3, 24]), "value + nothing");
    let found = client.wait("the error", |message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == uri
            && message["params"]["diagnostics"].as_array().is_some_and(|list| !list.is_empty())
    });
    let message = found["params"]["diagnostics"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("nothing"), "{message}");
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn a_client_may_want_none_of_it() {
    let broken = KERNEL.replace("twice(*p)", "twcie(*p)");
    let folder = Folder::new("off", &[("twice.h", HEADER), ("k.cu", &broken)]);
    let (mut client, _) = Client::with(json!({
        "processId": null,
        "rootUri": format!("file://{}", folder.0.display()),
        "capabilities": {},
        "initializationOptions": { "workspace": false },
    }));
    let symbols = client.request("workspace/symbol", json!({ "query": "k" }));
    assert_eq!(symbols, json!([]));
    assert_eq!(client.stop(), Some(0));
}

/// In the other program the header's own use of the name means nothing: the declaration leads there.
#[test]
fn renaming_reaches_programs_that_read_headers_in_another_order() {
    let one =
        "#pragma once\n#include \"two.h\"\ninline __tile__ int one(int x) { return two<1>(x); }\n";
    let two = "#pragma once\n#include \"one.h\"\n/* \u{1F600} */ template <int N> __tile__ int two(int x) { return x * N; }\n";
    let first = "#include \"one.h\"\n__tile_global__ void a(int* p) { *p = one(2) + two<3>(4); }\n";
    let second = "#include \"two.h\"\n__tile_global__ void b(int* p) { *p = two<1>(4); }\n";
    let files = [("one.h", one), ("two.h", two), ("a.cu", first), ("b.cu", second)];
    let folder = Folder::new("order", &files);
    for is_open in [true, false] {
        let mut client = folder.client();
        let uri = folder.uri("a.cu");
        client.open(&uri, first);
        client.diagnostics(&uri, 1);
        if is_open {
            client.open(&folder.uri("b.cu"), second);
            client.diagnostics(&folder.uri("b.cu"), 1);
        }
        let edits = client.request(
            "textDocument/rename",
            json!({
                "textDocument": { "uri": uri },
                "position": { "line": 1, "character": first.lines().nth(1).and_then(|l| l.find("two")) },
                "newName": "second",
            }),
        );
        let changes = edits["changes"].as_object().expect("edits");
        let mut names: Vec<&str> =
            changes.keys().filter_map(|uri| uri.rsplit('/').next()).collect();
        names.sort_unstable();
        assert_eq!(names, ["a.cu", "b.cu", "one.h", "two.h"]);
        // Columns count UTF-16 units.
        let start = &changes[&folder.uri("two.h")][0]["range"]["start"];
        let column = two.lines().nth(2).and_then(|line| line.find("two(")).expect("it is there");
        assert_eq!(*start, json!({ "line": 2, "character": column - 2 }));
    }
}

#[test]
fn what_is_no_source_does_not_flood_the_client() {
    let folder = Folder::new("flood", &[("k.cu", KERNEL)]);
    let mut client = folder.client();
    let uri = folder.uri("noise.cu");
    client.open(&uri, &"\u{1}\n".repeat(5000));
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found.len(), 500);
    assert_eq!(found[499]["message"], "more is found in this file than is shown");
}

/// A client that can show it sees how many files have been checked; others are told nothing.
#[test]
fn the_check_of_many_files_shows_progress() {
    let kernels: Vec<String> = (0..6).map(|number| format!("k{number}.cu")).collect();
    let mut files: Vec<(&str, &str)> = kernels.iter().map(|name| (name.as_str(), KERNEL)).collect();
    files.push(("twice.h", HEADER));
    let folder = Folder::new("progress", &files);
    let folders = json!([{ "uri": format!("file://{}", folder.0.display()), "name": "work" }]);
    let (mut client, _) = Client::with(json!({
        "workspaceFolders": folders,
        "capabilities": { "window": { "workDoneProgress": true } },
    }));
    let created =
        client.wait("a token", |message| message["method"] == "window/workDoneProgress/create");
    let token = created["params"]["token"].clone();
    let mut told = |kind: &str| {
        let told = client.wait(kind, |message| {
            message["method"] == "$/progress" && message["params"]["value"]["kind"] == kind
        });
        assert_eq!(told["params"]["token"], token);
        told["params"]["value"]["message"].clone()
    };
    assert_eq!(told("begin"), "0 of 6 files");
    assert_eq!(told("report"), "1 of 6 files");
    assert_eq!(told("end"), "6 of 6 files");
}
