//! `$/progress`: how many of the files that are not open have been checked, for a client that shows it.
//!
//! In: how many are checked, of how many. Out: the messages of the protocol. A check of few files is not announced.

use lsp_server::{Message, Notification, Request, RequestId};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use serde_json::{Value, json};

/// Files of which a check is announced.
const MIN_FILES: usize = 4;

/// The progress that the client shows.
#[derive(Default)]
pub struct FilesProgress {
    /// The client can show it.
    pub is_wanted: bool,
    n_begun: u64,
    is_open: bool,
}

impl FilesProgress {
    /// What the client is told: that the work begins, how far it is, or that it ends.
    pub fn messages(&mut self, done: usize, total: usize) -> Vec<Message> {
        let mut messages = Vec::new();
        if !self.is_wanted || (!self.is_open && (total < MIN_FILES || done == total)) {
            return messages;
        }
        let percentage = (100 * done).checked_div(total).unwrap_or(100);
        let text = format!("{done} of {total} files");
        if !self.is_open {
            self.is_open = true;
            self.n_begun += 1;
            let id = RequestId::from(format!("{}/create", self.token()));
            let method = request::WorkDoneProgressCreate::METHOD.to_owned();
            let params = json!({ "token": self.token() });
            messages.push(Message::from(Request { id, method, params }));
            messages.push(self.notification(&json!({
                "kind": "begin", "title": "tilec: checking", "message": text, "percentage": percentage,
            })));
        } else if done < total {
            messages.push(self.notification(
                &json!({ "kind": "report", "message": text, "percentage": percentage }),
            ));
        } else {
            self.is_open = false;
            messages.push(self.notification(&json!({ "kind": "end", "message": text })));
        }
        messages
    }

    /// Another process, which the supervisor starts after a failure, has other tokens.
    fn token(&self) -> String {
        format!("tilec/progress/{}/{}", std::process::id(), self.n_begun)
    }

    fn notification(&self, value: &Value) -> Message {
        let params = json!({ "token": self.token(), "value": value });
        let method = notification::Progress::METHOD.to_owned();
        Message::from(Notification { method, params })
    }
}

#[cfg(test)]
mod tests {
    use lsp_server::Message;

    use super::FilesProgress;

    fn kinds(messages: &[Message]) -> Vec<String> {
        let kind = |message: &Message| match message {
            Message::Request(request) => request.method.clone(),
            Message::Notification(told) => {
                told.params["value"]["kind"].as_str().unwrap_or_default().to_owned()
            }
            Message::Response(_) => String::new(),
        };
        messages.iter().map(kind).collect()
    }

    #[test]
    fn work_begins_goes_on_and_ends() {
        let mut progress = FilesProgress { is_wanted: true, ..FilesProgress::default() };
        assert_eq!(kinds(&progress.messages(0, 8)), ["window/workDoneProgress/create", "begin"]);
        assert_eq!(kinds(&progress.messages(1, 8)), ["report"]);
        assert_eq!(kinds(&progress.messages(8, 8)), ["end"]);
        assert!(progress.messages(8, 8).is_empty());
        // Few files, and a client that does not show it.
        assert!(progress.messages(0, 2).is_empty());
        assert!(FilesProgress::default().messages(0, 8).is_empty());
    }
}
