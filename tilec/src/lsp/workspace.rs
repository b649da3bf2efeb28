//! The files of the workspace that are not open: one thread that checks them, one after the other.
//!
//! In: jobs of the server's loop. Out: what is found in each file, and lists for requests that go
//! beyond the open documents. A file is checked anew for a request that its text may concern;
//! nothing of it is kept but its symbols, so that a large folder costs time now and then and no
//! memory. Open documents count as they are in the editor, here as everywhere.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::SystemTime;
use std::{fs, thread};

use lang::base::SourceLoader;
use lsp_server::{RequestId, Response};
use lsp_types::request::{Request, WorkspaceSymbolRequest};
use lsp_types::{Position, Uri};
use serde_json::{Value, json};

use super::analysis::{self, Analysis};
use super::busy::{Announcer, Skipped};
use super::config::{self, Client};
use super::database::Databases;
use super::diagnostics;
use super::documents::Documents;
use super::feature::references::Places;
use super::feature::symbols;
use super::text::{Encoding, Lines};
use super::worker::{Report, STACK_BYTES, panic_text};
use super::{dispatch, headers};

/// A folder with more sources is a home directory, or a whole test suite: it is left alone.
const MAX_FILES: usize = 256;
const MAX_FOLDERS: usize = 4096;

/// Folders of tools.
const SKIPPED: &[&str] = &["build", "node_modules", "target"];

pub enum Job {
    /// Check the sources again, all of them or some, and report what was found.
    CheckFiles { client: Client, only: Option<Vec<String>> },
    /// A request that the open documents are asked too.
    Ask { client: Client, own: RequestId, method: String, params: Value },
}

/// The thread as the main loop sees it.
pub struct Workspace {
    folders: Vec<String>,
    jobs: Sender<Job>,
}

impl Workspace {
    pub fn start(
        folders: Vec<String>,
        documents: Arc<Documents>,
        encoding: Encoding,
        watched: (Announcer, Skipped),
        reports: impl Fn(Report) + Send + 'static,
    ) -> std::io::Result<Workspace> {
        let (sender, jobs) = channel();
        let (announcer, skipped) = watched;
        let thread = Thread {
            folders: folders.clone(),
            documents,
            encoding,
            jobs,
            announcer,
            skipped,
            reports: Box::new(reports),
            databases: Databases::default(),
            checked: BTreeSet::new(),
            waiting: VecDeque::new(),
            n_done: 0,
            symbols: BTreeMap::new(),
        };
        thread::Builder::new()
            .name("tilec-lsp-workspace".into())
            .stack_size(STACK_BYTES)
            .spawn(move || thread.run())?;
        Ok(Workspace { folders, jobs: sender })
    }

    pub fn send(&self, job: Job) {
        // A thread that is gone has said so.
        let _ = self.jobs.send(job);
    }

    /// Whether a path is that of a source of the workspace.
    pub fn contains(&self, path: &str) -> bool {
        let is_below = |folder: &String| {
            path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        is_source(path) && self.folders.iter().any(is_below)
    }
}

struct Thread {
    folders: Vec<String>,
    documents: Arc<Documents>,
    encoding: Encoding,
    jobs: Receiver<Job>,
    announcer: Announcer,
    skipped: Skipped,
    reports: Box<dyn Fn(Report) + Send>,
    databases: Databases,
    /// The sources of the last check of all.
    checked: BTreeSet<String>,
    /// Sources that are still to be checked, with the settings to do so.
    waiting: VecDeque<(String, Client)>,
    /// Sources that were checked since the list was empty.
    n_done: usize,
    symbols: BTreeMap<String, Symbols>,
}

/// The symbols of a source and the headers that it includes, as of when these were written.
struct Symbols {
    files: Vec<(String, Option<SystemTime>)>,
    list: Vec<Value>,
}

impl Thread {
    fn run(mut self) {
        loop {
            // Answers are waited for, the background check is not.
            let job = match self.waiting.is_empty() {
                true => self.jobs.recv().map_err(|_| TryRecvError::Disconnected),
                false => self.jobs.try_recv(),
            };
            match job {
                Ok(Job::CheckFiles { client, only }) => self.check_files(&client, only),
                Ok(Job::Ask { client, own, method, params }) => {
                    let list = self.answer(&client, &method, &params);
                    (self.reports)(Report::Answer(Response::new_ok(own, Value::Array(list))));
                }
                Err(TryRecvError::Empty) => {
                    if let Some((path, client)) = self.waiting.pop_front() {
                        self.check(&client, &path);
                        self.n_done += 1;
                        self.tell_progress();
                    }
                }
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }

    /// Puts sources on the list; reports those that are gone.
    fn check_files(&mut self, client: &Client, only: Option<Vec<String>>) {
        let wanted = only.unwrap_or_else(|| {
            let found: BTreeSet<String> = self.sources().into_iter().collect();
            for gone in self.checked.difference(&found) {
                self.symbols.remove(gone);
                (self.reports)(Report::Checked { path: gone.clone(), findings: None });
            }
            self.checked.clone_from(&found);
            found.into_iter().collect()
        });
        self.waiting.retain(|(path, _)| !wanted.contains(path));
        self.waiting.extend(wanted.into_iter().map(|path| (path, client.clone())));
        self.tell_progress();
    }

    fn tell_progress(&mut self) {
        let (done, total) = (self.n_done, self.n_done + self.waiting.len());
        (self.reports)(Report::Progress { done, total });
        if self.waiting.is_empty() {
            self.n_done = 0;
        }
    }

    fn check(&mut self, client: &Client, path: &str) {
        let mut findings = None;
        self.analyse(client, path, &mut |found| {
            findings = Some(diagnostics::findings(found, found.settings));
        });
        if findings.is_some() {
            (self.reports)(Report::Checked { path: path.into(), findings });
        }
    }

    fn answer(&mut self, client: &Client, method: &str, params: &Value) -> Vec<Value> {
        let sources = self.sources();
        match method {
            WorkspaceSymbolRequest::METHOD => {
                let query = params["query"].as_str().unwrap_or_default();
                let mut found = Vec::new();
                for path in &sources {
                    let symbols = self.symbols_of(client, path);
                    found.extend(symbols.filter(|item| symbols::is_wanted(query, item)).cloned());
                }
                // What is open answers for itself.
                found.retain(|item| {
                    let uri = item["location"]["uri"].as_str().and_then(|uri| uri.parse().ok());
                    uri.is_none_or(|uri| self.documents.get(&headers::path_of(&uri)).is_none())
                });
                found
            }
            Places::METHOD => {
                let Some(name) = self.name_at(params) else { return Vec::new() };
                let mut found = Vec::new();
                for path in &sources {
                    if !self.documents.load(path).is_some_and(|text| has_word(&text, &name)) {
                        continue;
                    }
                    self.analyse(client, path, &mut |analysis| {
                        let answer = dispatch::answer(analysis, method, params.clone());
                        if let Ok(Value::Array(list)) = answer {
                            found.extend(list);
                        }
                    });
                }
                found
            }
            _ => Vec::new(),
        }
    }

    fn symbols_of(&mut self, client: &Client, path: &str) -> impl Iterator<Item = &Value> {
        let is_fresh = |known: &Symbols| known.files.iter().all(|(f, at)| *at == written(f));
        if !self.symbols.get(path).is_some_and(is_fresh) {
            let mut made = Symbols { files: Vec::new(), list: Vec::new() };
            self.analyse(client, path, &mut |analysis| {
                let includes = diagnostics::findings(analysis, analysis.settings).includes;
                let files = includes.into_iter().chain([path.to_owned()]);
                made.files =
                    files.map(|file| (written(&file), file)).map(|(at, f)| (f, at)).collect();
                let all = json!({ "query": "" });
                let answer = dispatch::answer(analysis, WorkspaceSymbolRequest::METHOD, all);
                if let Ok(Value::Array(list)) = answer {
                    made.list = list;
                }
            });
            self.symbols.insert(path.to_owned(), made);
        }
        self.symbols.get(path).into_iter().flat_map(|symbols| &symbols.list)
    }

    /// The name that a question about places is about.
    fn name_at(&self, params: &Value) -> Option<String> {
        let place = params["places"].get(0)?;
        let uri: Uri = place["uri"].as_str()?.parse().ok()?;
        let start = place["range"]["start"].clone();
        let position: Position = serde_json::from_value(start).ok()?;
        let text = self.documents.load(&headers::path_of(&uri))?;
        let start = Lines::new(&text).offset(&text, position, self.encoding);
        let rest = text.get(start..)?;
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        Some(rest[..end].to_owned()).filter(|name| !name.is_empty())
    }

    /// Checks a file; a bug in that costs what would have been said of the file.
    fn analyse(
        &mut self,
        client: &Client,
        path: &str,
        consume: &mut dyn FnMut(&mut Analysis<'_, '_>),
    ) {
        if self.skipped.contains(path) {
            return;
        }
        let Some(text) = self.documents.load(path) else { return };
        let _busy = self.announcer.begin(path);
        let settings = config::settings(client, &mut self.databases, path, &text, self.encoding);
        let Ok(settings) = settings else { return };
        let documents = &*self.documents;
        let check = || analysis::analyse_whole(documents, &settings, path, consume);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(check)) {
            let what = panic_text(panic.as_ref());
            (self.reports)(Report::Log(format!("checking {path} failed: {what}")));
        }
    }

    /// The sources of the folders that are not open, sorted.
    fn sources(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders: Vec<String> = self.folders.clone();
        let mut n_folders = 0;
        while let Some(folder) = folders.pop() {
            n_folders += 1;
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
            for entry in entries {
                let Ok(name) = entry.file_name().into_string() else { continue };
                let Ok(kind) = entry.file_type() else { continue };
                let path = format!("{}/{name}", folder.trim_end_matches('/'));
                if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                    folders.push(path);
                } else if kind.is_file() && is_source(&name) {
                    found.push(path);
                }
            }
            if found.len() > MAX_FILES || n_folders > MAX_FOLDERS {
                return Vec::new();
            }
        }
        found.retain(|path| self.documents.get(path).is_none());
        found.sort();
        found
    }
}

/// Whether a file is compiled by itself, by its name.
fn is_source(path: &str) -> bool {
    path.ends_with(".cu")
}

fn written(path: &str) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c| !is_word(c)).any(|found| found == word)
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn words_are_whole() {
        assert!(has_word("a.scale(b)", "scale"));
        assert!(!has_word("rescale scale_2", "scale"));
    }
}
