//! A client as an editor is one: it starts `tilec lsp`, sends messages, waits for replies.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Longer than anything takes, also in a build without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

pub struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages that came while something else was waited for.
    early: Vec<Value>,
    next_id: i64,
}

impl Client {
    /// A server that was initialised as by an editor without wishes.
    pub fn start() -> Client {
        Client::with(json!({ "processId": null, "rootUri": null, "capabilities": {} })).0
    }

    /// A server with these parameters of `initialize`, and its reply.
    pub fn with(params: Value) -> (Client, Value) {
        let mut client = Client::silent();
        let reply = client.request("initialize", params);
        client.notify("initialized", json!({}));
        (client, reply)
    }

    /// A server that has received no message.
    pub fn silent() -> Client {
        let program = std::env::var("TILEC").unwrap_or(env!("CARGO_BIN_EXE_tilec").into());
        let mut server = Command::new(program)
            .arg("lsp")
            .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/lsp-cache"))
            .env("TILEC_LSP_TEST", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built");
        let input = server.stdin.take();
        let output = server.stdout.take().expect("it was piped");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client { server, input, messages, early: Vec::new(), next_id: 0 }
    }

    /// The processes that the server has started to compile.
    pub fn children(&self) -> Vec<u32> {
        let id = self.server.id();
        let mut children = Vec::new();
        for task in std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten() {
            let list = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            children.extend(list.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        }
        children
    }

    /// The processor time of the server so far, which other work on the machine does not count into; nothing where
    /// there is no `/proc`.
    pub fn processor_time(&self) -> Duration {
        self.children().into_iter().chain([self.server.id()]).map(processor_time).sum()
    }
    /// Sends bytes as they are.
    pub fn send_raw(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        self.send_raw(&message.to_string());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// Sends a request; its reply is for [`Client::reply`].
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        self.send(json!({ "id": self.next_id, "method": method, "params": params }));
        self.next_id
    }

    /// The whole reply to a request.
    pub fn reply(&mut self, id: i64) -> Value {
        self.wait(&format!("the reply {id}"), |message| {
            message["id"] == id && message.get("method").is_none()
        })
    }

    /// The result of a request.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut reply = self.reply(id);
        assert!(reply.get("error").is_none(), "{method}: {reply}");
        reply["result"].take()
    }

    /// The error of a request that has no result.
    #[track_caller]
    pub fn refused(&mut self, method: &str, params: Value) -> i64 {
        let id = self.ask(method, params);
        let reply = self.reply(id);
        reply["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {reply}"))
    }

    /// The next message that is wanted; others are kept.
    #[track_caller]
    pub fn wait(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.early.iter().position(&is_wanted) {
            return self.early.remove(index);
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.unwrap_or_else(|_| panic!("{what} did not come"));
            if is_wanted(&message) {
                return message;
            }
            self.early.push(message);
        }
    }

    /// Whether such a message came while something else was waited for.
    pub fn has_come(&self, is_it: impl Fn(&Value) -> bool) -> bool {
        self.early.iter().any(is_it)
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "cuda-cpp", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range, `[line, column, line, column]`; without one the whole text.
    pub fn change(&mut self, uri: &str, version: i64, range: Option<[u32; 4]>, text: &str) {
        let mut change = json!({ "text": text });
        if let Some([line, column, end_line, end_column]) = range {
            change["range"] = json!({
                "start": { "line": line, "character": column },
                "end": { "line": end_line, "character": end_column },
            });
        }
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [change],
            }),
        );
    }

    /// What was found in a version of a document.
    #[track_caller]
    pub fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let message = self.wait(&format!("diagnostics of version {version}"), |message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
        });
        message["params"]["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// Ends the session as an editor does; the exit code of the server.
    pub fn stop(mut self) -> Option<i32> {
        let _ = self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.input = None;
        self.server.wait().ok().and_then(|status| status.code())
    }

    /// Hangs up without a word; the exit code of the server.
    pub fn hang_up(mut self) -> Option<i32> {
        self.input = None;
        self.server.wait().ok().and_then(|status| status.code())
    }

    /// The number of the server's process.
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    /// Resident memory of the server in KiB.
    pub fn resident(&self) -> u64 {
        self.children().into_iter().chain([self.server.id()]).map(resident).sum()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(':') {
            Some((_, value)) => length = value.trim().parse().ok()?,
            None => break,
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Of one process.
fn processor_time(process: u32) -> Duration {
    /// Of `/proc` on every Linux.
    const TICKS_PER_S: u32 = 100;
    let text = std::fs::read_to_string(format!("/proc/{process}/stat"));
    // The program's name, which may hold blanks, ends in the last `)`; user and system time are the 12th and the
    // 13th field behind it.
    let text = text.unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok()).sum::<u32>();
    Duration::from_secs(1) * ticks / TICKS_PER_S
}

/// Of one process, in KiB.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// A document with places marked `$0`, `$1` ..., which are not part of its text.
pub struct Marked {
    pub uri: String,
    pub text: String,
    pub marks: Vec<(u32, u32)>,
}

impl Marked {
    pub fn new(uri: &str, marked: &str) -> Marked {
        let mut text = String::new();
        let mut marks = Vec::new();
        let mut rest = marked;
        while let Some(at) = rest.find('$') {
            text.push_str(&rest[..at]);
            let digits: String = rest[at + 1..].chars().take_while(char::is_ascii_digit).collect();
            match digits.parse::<usize>() {
                Ok(index) => {
                    let line = text.matches('\n').count() as u32;
                    let start = text.rfind('\n').map_or(0, |newline| newline + 1);
                    let column = text[start..].encode_utf16().count() as u32;
                    marks.push((index, (line, column)));
                }
                Err(_) => text.push('$'),
            }
            rest = &rest[at + 1 + digits.len()..];
        }
        text.push_str(rest);
        marks.sort_unstable();
        let marks = marks.into_iter().map(|(_, at)| at).collect();
        Marked { uri: uri.to_owned(), text, marks }
    }

    /// Opens it and waits until it was checked.
    #[track_caller]
    pub fn open(self, client: &mut Client) -> Marked {
        client.open(&self.uri, &self.text);
        client.diagnostics(&self.uri, 1);
        self
    }

    /// The parameters of a request about mark number `index`.
    pub fn at(&self, index: usize) -> Value {
        let (line, character) = self.marks[index];
        json!({
            "textDocument": { "uri": self.uri },
            "position": { "line": line, "character": character },
        })
    }

    pub fn document(&self) -> Value {
        json!({ "textDocument": { "uri": self.uri } })
    }

    /// The text of a range of the protocol.
    pub fn slice(&self, range: &Value) -> &str {
        let offset = |at: &Value| {
            let (line, column) =
                (at["line"].as_u64().unwrap_or(0), at["character"].as_u64().unwrap_or(0));
            let start: usize =
                self.text.split_inclusive('\n').take(line as usize).map(str::len).sum();
            let mut left = column as usize;
            let mut offset = start;
            for c in self.text[start..].chars() {
                if left == 0 {
                    break;
                }
                left -= c.len_utf16().min(left);
                offset += c.len_utf8();
            }
            offset
        };
        &self.text[offset(&range["start"])..offset(&range["end"])]
    }
}
