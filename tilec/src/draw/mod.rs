//! Pictures of what the compiler made of a kernel: as SVG, and as text for a terminal.
//!
//! In: what [`backend_ptx::inspect`] and the cost model say. Out: a [`Picture`]. Each picture has a title, and a
//! description that says in words what it shows.

pub mod blocks;
pub mod layout;
pub mod svg;
pub mod swizzle;
pub mod timeline;
pub mod view;

use backend_ptx::inspect::{MAX_BLOCKS, count_blocks};
use svg::{Anchor, Canvas, Size};

/// A picture in both forms.
pub struct Picture {
    pub title: String,
    pub description: String,
    pub canvas: Canvas,
    pub text: String,
}

impl Picture {
    /// A picture whose canvas has its title already.
    fn new(title: String, description: String) -> Picture {
        let mut canvas = Canvas::default();
        canvas.text((0.0, 12.0), Anchor::Start, Size::Heading, &title);
        Picture { title, description, canvas, text: String::new() }
    }

    pub fn svg(&self) -> String {
        self.canvas.finish(&self.title, &self.description)
    }

    /// The title, the description and the picture.
    pub fn text(&self) -> String {
        format!("{}\n{}\n\n{}", self.title, self.description, self.text)
    }
}

/// Where the first shape of a picture is.
const TOP: f64 = 30.0;

/// `1 warp`, `2 warps`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A sentence with a capital at its beginning; a path or a name stays as it is.
fn capitalised(text: &str) -> String {
    let (word, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let is_word = word.chars().all(|letter| letter.is_ascii_lowercase());
    match word.chars().next().filter(|_| is_word) {
        Some(first) => format!("{}{}{rest}", first.to_ascii_uppercase(), &word[1..]),
        None => text.to_owned(),
    }
}

/// The sentence of a picture that follows some of the tile blocks; empty if it follows all.
fn of_first_blocks(grid: [u32; 3]) -> String {
    match count_blocks(grid) {
        count if count > MAX_BLOCKS => {
            format!("The picture is of the first {MAX_BLOCKS} tile blocks of {count}.")
        }
        _ => String::new(),
    }
}

/// Numbers as an index: `(0, 1)`.
fn index(numbers: &[u64]) -> String {
    format!("({})", join(numbers, ", "))
}

fn join<T: std::fmt::Display>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}
