//! The order in which tile blocks run, on the tiles that they store.
//!
//! A *wave* is as many tile blocks as the chip takes at a time; blocks of a wave share what they load through the L2
//! cache.

use std::collections::BTreeMap;
use std::fmt::Write;

use backend_ptx::cost::model::CtaShape;
use backend_ptx::inspect::ViewAccess;

use super::svg::{Anchor, Fill, Size};
use super::{Picture, TOP, counted};

/// Rows and columns of tiles that are shown.
const SHOWN: u64 = 32;
const CELL: (f64, f64) = (24.0, 18.0);
const LEFT: f64 = 34.0;
/// Tile blocks that a line leads through.
const LED: usize = 48;

/// The turns of tile blocks, and how many run at a time.
pub struct Order<'a> {
    /// The numbers of tile blocks in the order in which they begin.
    pub turns: &'a [u64],
    pub cta: &'a CtaShape,
    pub sms: u32,
}

impl Order<'_> {
    /// Tile blocks that run at a time.
    fn wave(&self) -> usize {
        (self.sms * self.cta.resident.max(1) * self.cta.tiles.max(1)) as usize
    }
}

/// The picture of a store.
pub fn draw(kernel: &str, access: &ViewAccess, order: &Order<'_>) -> Picture {
    let place: BTreeMap<u64, (u64, u64)> = access
        .blocks
        .iter()
        .map(|found| {
            let mut last = found.first.iter().rev().copied();
            let column = last.next().unwrap_or(0);
            (found.block, (last.next().unwrap_or(0), column))
        })
        .collect();
    let wave = order.wave();
    let turns: Vec<(usize, (u64, u64))> = order
        .turns
        .iter()
        .enumerate()
        .filter_map(|(turn, block)| Some((turn, *place.get(block)?)))
        .collect();
    let rows = turns.iter().map(|(_, (row, _))| row + 1).max().unwrap_or(1);
    let columns = turns.iter().map(|(_, (_, column))| column + 1).max().unwrap_or(1);
    let title = format!("{kernel}: the order of tile blocks");
    let waves = turns.len().div_ceil(wave.max(1)) as u64;
    let description = format!(
        "Each cell is a tile of the result, with the turn of the tile block that stores it. {} in {} of {wave}: as many run at a time.",
        counted(turns.len() as u64, "tile block"),
        counted(waves, "wave"),
    );
    let mut picture = Picture::new(title, description);
    let canvas = &mut picture.canvas;
    let (width, height) = CELL;
    let center = |(row, column): (u64, u64)| {
        (LEFT + (column as f64 + 0.5) * width, TOP + (row as f64 + 0.5) * height)
    };
    let is_shown = |(row, column): (u64, u64)| row < SHOWN && column < SHOWN;
    let mut table = BTreeMap::new();
    for &(turn, at) in &turns {
        if is_shown(at) {
            let (x, y) = center(at);
            let cell = [x - width / 2.0, y - height / 2.0, width, height];
            canvas.rect(cell, Fill::Color(turn / wave.max(1)));
            table.insert(at, turn);
        }
    }
    let led: Vec<(f64, f64)> =
        turns.iter().take(LED).map(|&(_, at)| at).filter(|&at| is_shown(at)).map(center).collect();
    canvas.line(&led, true);
    for (&at, turn) in &table {
        let (x, y) = center(at);
        canvas.text((x, y + 3.5), Anchor::Middle, Size::Small, &turn.to_string());
    }
    let mut below = TOP + rows.min(SHOWN) as f64 * height + 18.0;
    let mut x = LEFT;
    for number in 0..waves.min(8) {
        canvas.rect([x, below - 10.0, 14.0, 12.0], Fill::Color(number as usize));
        let name = format!("wave {number}");
        canvas.text((x + 20.0, below), Anchor::Start, Size::Normal, &name);
        x += 78.0;
    }
    if rows > SHOWN || columns > SHOWN {
        below += 18.0;
        let text = format!(
            "the first {SHOWN} of {rows} rows and {SHOWN} of {columns} columns of tiles, at most"
        );
        canvas.text((LEFT, below), Anchor::Start, Size::Normal, &text);
    }
    picture.text = text(&table, (rows.min(SHOWN), columns.min(SHOWN)));
    picture
}

fn text(table: &BTreeMap<(u64, u64), usize>, (rows, columns): (u64, u64)) -> String {
    let mut text = String::new();
    for row in 0..rows {
        for column in 0..columns.min(16) {
            let turn = table.get(&(row, column)).map_or("-".to_owned(), usize::to_string);
            let _ = write!(text, "{turn:>5}");
        }
        text.push('\n');
    }
    text
}
