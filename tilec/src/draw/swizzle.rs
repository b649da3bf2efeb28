//! Where the elements of a tile are in shared memory.
//!
//! A line of the picture is the 128 bytes that the 32 banks give at a time, in pieces of 16 bytes. A piece has the row and
//! the columns of the elements in it. Pieces of the same columns have one colour: without a swizzle they would be below
//! each other, in the same banks.

use std::fmt::Write;

use backend_ptx::inspect::SharedTile;

use super::svg::{Anchor, Fill, Size};
use super::{Picture, TOP, counted};

/// Bytes of a piece, of a line, and lines that are shown: a swizzle repeats behind them.
const PIECE: u32 = 16;
const LINE: u32 = 128;
const LINES: u32 = 8;
const CELL: (f64, f64) = (84.0, 22.0);
const LEFT: f64 = 44.0;

/// The elements of 16 bytes of shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    row: u32,
    column: u32,
}

/// The pieces of the first lines.
fn pieces(tile: &SharedTile) -> Vec<Vec<Option<Piece>>> {
    let mut lines = vec![vec![None; (LINE / PIECE) as usize]; LINES as usize];
    let bytes = tile.staged.elem.bytes();
    for row in 0..tile.staged.rows {
        for column in (0..tile.columns()).step_by((PIECE / bytes).max(1) as usize) {
            let at = tile.byte_of(row, column);
            if at < LINE * LINES {
                lines[(at / LINE) as usize][(at % LINE / PIECE) as usize] =
                    Some(Piece { row, column });
            }
        }
    }
    lines
}

/// The rows of a tile in shared memory, and the dimensions of the tile that they are of.
fn shape(tile: &SharedTile) -> String {
    let columns = counted(u64::from(tile.columns()), "element");
    let (elem, column_dim) = (tile.staged.elem.text(), tile.column_dim);
    match tile.row_dim {
        Some(row_dim) => format!(
            "In shared memory the tile has {} (dimension {row_dim}) of {columns} of {elem} (dimension {column_dim}).",
            counted(u64::from(tile.staged.rows), "row"),
        ),
        None => format!("In shared memory the tile is one row of {columns} of {elem}."),
    }
}

/// The picture of a tile in shared memory.
pub fn draw(tile: &SharedTile, place: &str) -> Picture {
    let span = tile.staged.span;
    let origin = &tile.origin;
    let title =
        format!("{} {} of {} in shared memory, {place}", origin.ty, origin.name, origin.mnemonic);
    let swizzle = match tile.staged.map_swizzle() {
        0 => "The copy leaves its order as it is.".to_owned(),
        _ => format!(
            "The copy swizzles rows of {span} bytes: it exchanges pieces of 16 bytes within a row by the number of the row, \
             so that the same columns of rows that follow each other are in different banks."
        ),
    };
    let description = format!("{} {swizzle}", shape(tile));
    let mut picture = Picture::new(title, description);
    let per_piece = (PIECE / tile.staged.elem.bytes()).max(1);
    let canvas = &mut picture.canvas;
    let top = TOP + 14.0;
    for bank in 0..LINE / PIECE {
        let at = (LEFT + (f64::from(bank) + 0.5) * CELL.0, top - 5.0);
        let text = format!("banks {} to {}", bank * 4, bank * 4 + 3);
        canvas.text(at, Anchor::Middle, Size::Small, &text);
    }
    for (number, pieces) in pieces(tile).into_iter().enumerate() {
        let y = top + number as f64 * CELL.1;
        let byte = (number as u32 * LINE).to_string();
        canvas.text((LEFT - 6.0, y + 15.0), Anchor::End, Size::Small, &byte);
        let _ = write!(picture.text, "{byte:>5} ");
        for (at, piece) in pieces.into_iter().enumerate() {
            let x = LEFT + at as f64 * CELL.0;
            let text = match piece {
                Some(Piece { row, column }) => {
                    let fill = Fill::Color((column / per_piece) as usize);
                    canvas.rect([x, y, CELL.0, CELL.1], fill);
                    format!("{row}: {column}-{}", column + per_piece - 1)
                }
                None => {
                    canvas.rect([x, y, CELL.0, CELL.1], Fill::Outside);
                    "-".to_owned()
                }
            };
            canvas.text((x + CELL.0 / 2.0, y + 15.0), Anchor::Middle, Size::Normal, &text);
            let _ = write!(picture.text, " {text:>10}");
        }
        picture.text.push('\n');
    }
    let below = top + f64::from(LINES) * CELL.1 + 18.0;
    let legend =
        "row: columns, for each 16 bytes; bytes from the beginning of the tile at the left";
    canvas.text((LEFT, below), Anchor::Start, Size::Normal, legend);
    let _ = writeln!(picture.text, "\n{legend}");
    picture
}
