//! Messages over standard input and output, framed as the base protocol says.
//!
//! `lsp-server` brings the types; its own reader ends the connection on the first message that is
//! not JSON. Here such a message is [`Incoming::Malformed`] and the next one is read: the header has
//! said how long it is.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::Sender;

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// No message of an editor is longer.
const MAX_MESSAGE_BYTES: usize = 256 << 20;

/// What was read.
pub enum Incoming {
    Message(Message),
    /// A frame that holds no message: the reply that its sender gets.
    Malformed(Value),
}

/// What is to be written.
pub enum Outgoing {
    Message(Message),
    /// A reply to a message whose id is not known.
    Raw(Value),
    /// A message to the supervisor, and the receiver that is told once it is written.
    Announcement(Value, Option<Sender<()>>),
}

impl From<Message> for Outgoing {
    fn from(message: Message) -> Outgoing {
        Outgoing::Message(message)
    }
}

/// The next message; `None` at the end of the input.
///
/// # Errors
/// The input is lost: it ended inside of a message, or a header names no length one could read.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(bytes) = read_frame(input)? else { return Ok(None) };
    let value: Value = match serde_json::from_slice(&bytes) {
        Ok(value) => value,
        Err(error) => {
            let reply = refusal(Value::Null, ErrorCode::ParseError, &error.to_string());
            return Ok(Some(Incoming::Malformed(reply)));
        }
    };
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    Ok(Some(match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(error) => {
            let id = serde_json::from_value::<RequestId>(id).ok();
            let id = id.and_then(|id| serde_json::to_value(id).ok()).unwrap_or(Value::Null);
            Incoming::Malformed(refusal(id, ErrorCode::InvalidRequest, &error.to_string()))
        }
    }))
}

/// The bytes of the next message; `None` at the end of the input.
///
/// # Errors
/// As of [`read`].
pub fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    if length > MAX_MESSAGE_BYTES {
        let message = format!("a message of {length} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    Ok(Some(bytes))
}

fn refusal(id: Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

/// The length that the header fields name; a header without one is skipped.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let field = String::from_utf8_lossy(&line);
        let field = field.trim();
        if field.is_empty() {
            match length {
                Some(length) => return Ok(Some(length)),
                None => continue,
            }
        }
        if let Some((name, value)) = field.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
}

/// Writes one message.
///
/// # Errors
/// The output is closed.
pub fn write(output: &mut impl Write, message: &Outgoing) -> io::Result<()> {
    match message {
        Outgoing::Message(message) => message.write(output)?,
        Outgoing::Raw(value) | Outgoing::Announcement(value, _) => {
            write_frame(output, value.to_string().as_bytes())?;
        }
    }
    output.flush()?;
    if let Outgoing::Announcement(_, Some(written)) = message {
        // The one that waits for it may have gone.
        let _ = written.send(());
    }
    Ok(())
}

/// Writes the bytes of one message.
///
/// # Errors
/// The output is closed.
pub fn write_frame(output: &mut impl Write, message: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", message.len())?;
    output.write_all(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn what_is_no_json_is_refused_and_the_next_message_read() {
        let good = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
        let text = [frame("{nonsense"), frame("[1]"), frame(good)].concat();
        let mut input = text.as_bytes();
        let code = |incoming: Option<Incoming>| match incoming {
            Some(Incoming::Malformed(reply)) => reply["error"]["code"].clone(),
            Some(Incoming::Message(_)) | None => Value::Null,
        };
        assert_eq!(code(read(&mut input).unwrap()), ErrorCode::ParseError as i32);
        assert_eq!(code(read(&mut input).unwrap()), ErrorCode::InvalidRequest as i32);
        assert!(matches!(read(&mut input), Ok(Some(Incoming::Message(Message::Request(_))))));
        assert!(matches!(read(&mut input), Ok(None)));
    }

    #[test]
    fn a_header_without_a_length_is_skipped() {
        let text = format!("Nonsense\r\n\r\nX: y\r\n{}", frame(r#"{"method":"exit"}"#));
        assert!(matches!(
            read(&mut text.as_bytes()),
            Ok(Some(Incoming::Message(Message::Notification(_))))
        ));
    }
}
