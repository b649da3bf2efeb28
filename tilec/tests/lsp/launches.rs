//! The launches of host code, asked of a host compiler in the background.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, process, thread};

use serde_json::{Value, json};

use crate::client::{Client, Marked};
use crate::skip::skip;

const TEXT: &str = "#include <vector>\n\
                    template <class T> __tile_global__ void $0k(T* $1p) { *p = p->missing; }\n\
                    void launch(std::vector<float*>& all) {\n    \
                    k<<<1, 1>>>(all.front());\n}\n";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = format!("lsp-launches-{name}-{}", process::id());
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("a folder");
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn document(&self) -> Marked {
        Marked::new(&format!("file://{}", self.path("k.cu")), TEXT)
    }

    /// A client with these settings.
    fn client(&self, settings: &Value) -> Client {
        let parameters = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": {},
            "initializationOptions": settings,
        });
        Client::with(parameters).0
    }

    /// A compiler that says which process it is, and does not come to an end.
    fn endless(&self) -> String {
        let compiler = self.path("endless");
        let script = format!("#!/bin/sh\nsleep 1000 &\necho $! > {}\nwait\n", self.path("process"));
        fs::write(&compiler, script).expect("a file");
        let made = Command::new("chmod").args(["+x", &compiler]).status();
        assert!(made.is_ok_and(|status| status.success()));
        compiler
    }

    /// The process that the endless compiler has started, once it has.
    fn process(&self) -> String {
        loop {
            let process = fs::read_to_string(self.path("process")).unwrap_or_default();
            if process.ends_with('\n') {
                return process.trim().to_owned();
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn has_host_compiler() -> bool {
    let runs = Command::new("g++").arg("--version").output().is_ok();
    if !runs {
        skip("g++ is not here");
    }
    runs
}

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|found| found["code"].as_str()).collect()
}

/// Waits until a process is gone. A process that was not waited for yet has a record and no
/// memory.
fn await_end(process: &str) {
    let status = format!("/proc/{process}/status");
    while fs::read_to_string(&status).is_ok_and(|status| status.contains("VmRSS")) {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn errors_of_what_is_launched_follow_and_stay() {
    if !has_host_compiler() {
        return;
    }
    let folder = Folder::new("errors");
    let document = folder.document();
    let mut client = folder.client(&json!({}));
    client.open(&document.uri, &document.text);
    // What does not need the host compiler does not wait for it.
    assert!(client.diagnostics(&document.uri, 1).is_empty());
    let found = client.diagnostics(&document.uri, 1);
    assert_eq!(codes(&found), ["E0303"]);
    assert_eq!(document.slice(&found[0]["range"]), "missing");
    let hover = client.request("textDocument/hover", document.at(1)).to_string();
    assert!(hover.contains("float"), "{hover}");
    // The next text has the error at once: its host code is the same.
    client.change(&document.uri, 2, Some([1, 0, 1, 0]), " ");
    assert_eq!(codes(&client.diagnostics(&document.uri, 2)), ["E0303"]);
    // Unsaved text counts.
    client.change(&document.uri, 3, Some([3, 4, 3, 28]), "");
    let stays = client.diagnostics(&document.uri, 3);
    if !stays.is_empty() {
        assert!(client.diagnostics(&document.uri, 3).is_empty());
    }
    // A host code that is half written says nothing.
    client.change(&document.uri, 4, Some([3, 4, 3, 4]), "k<<<1, 1>>>(all.fr");
    client.change(&document.uri, 5, Some([3, 4, 3, 22]), "k<<<1, 1>>>(all[0]);");
    loop {
        let found = client.diagnostics(&document.uri, 5);
        if codes(&found) == ["E0303"] {
            break;
        }
        assert!(found.is_empty(), "{found:?}");
    }
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn a_missing_host_compiler_is_a_note() {
    let folder = Folder::new("missing");
    let document = folder.document();
    let mut client = folder.client(&json!({ "flags": ["-ccbin=/nowhere/g++"] }));
    client.open(&document.uri, &document.text);
    assert!(client.diagnostics(&document.uri, 1).is_empty());
    let found = client.diagnostics(&document.uri, 1);
    assert_eq!(codes(&found), ["E0808"]);
    assert_eq!(found[0]["severity"], 3);
    let message = found[0]["message"].as_str().expect("a text");
    assert!(message.contains("the host compiler /nowhere/g++ does not run"), "{message}");
    assert_eq!(found[0]["range"]["start"]["line"], 3);
    // It stays.
    client.change(&document.uri, 2, Some([1, 0, 1, 0]), " ");
    assert_eq!(codes(&client.diagnostics(&document.uri, 2)), ["E0808"]);
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn a_host_compiler_that_hangs_is_killed_and_delays_nothing() {
    let folder = Folder::new("hangs");
    let document = folder.document();
    let compiler = format!("-ccbin={}", folder.endless());
    let mut client = folder.client(&json!({ "flags": [compiler], "hostSeconds": 2 }));
    client.open(&document.uri, &document.text);
    assert!(client.diagnostics(&document.uri, 1).is_empty());
    let process = folder.process();
    let hover = client.request("textDocument/hover", document.at(0)).to_string();
    assert!(hover.contains("T* p"), "{hover}");
    let found = client.diagnostics(&document.uri, 1);
    assert_eq!(codes(&found), ["E0808"]);
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("does not answer")));
    await_end(&process);
    assert_eq!(client.stop(), Some(0));
}

#[test]
fn a_newer_text_and_the_end_of_the_document_stop_the_host_compiler() {
    let folder = Folder::new("closed");
    let document = folder.document();
    let compiler = format!("-ccbin={}", folder.endless());
    let mut client = folder.client(&json!({ "flags": [compiler], "hostSeconds": 100_000 }));
    client.open(&document.uri, &document.text);
    let first = folder.process();
    fs::remove_file(folder.path("process")).expect("it is there");
    client.change(&document.uri, 2, Some([1, 0, 1, 0]), " ");
    await_end(&first);
    let second = folder.process();
    let closed = json!({ "textDocument": { "uri": document.uri } });
    client.notify("textDocument/didClose", closed);
    await_end(&second);
    assert_eq!(client.stop(), Some(0));
}

/// Kernels that a comment asks for: what is wrong with their names is shown there.
#[test]
fn errors_in_a_comment_are_in_the_comment() {
    let text = "// tilec: instantiate k<flaot>\n\
                template <class T> __tile_global__ void k(T* p) { *p = 1; }\n";
    let document = Marked::new("file:///work/comment.cu", text);
    let mut client = Client::start();
    client.open(&document.uri, &document.text);
    let found = client.diagnostics(&document.uri, 1);
    assert_eq!(codes(&found), ["E0301"]);
    assert_eq!(document.slice(&found[0]["range"]), "flaot");
    client.hang_up();
    // Of those that settings ask for, the text has no place.
    let folder = Folder::new("settings");
    let mut client = folder.client(&json!({ "instantiate": ["k<flaot>"] }));
    let text = "template <class T> __tile_global__ void k(T* p) { *p = 1; }\n";
    client.open(&document.uri, text);
    let found = client.diagnostics(&document.uri, 1);
    assert_eq!(codes(&found), ["E0301"]);
    assert!(found[0]["message"].as_str().is_some_and(|text| text.starts_with("`k<flaot>`: ")));
    client.hang_up();
}
