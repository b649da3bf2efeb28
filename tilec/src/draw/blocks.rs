//! The order in which tile blocks run, on the tiles that they store.
//!
//! A *wave* is as many tile blocks as the chip takes at a time; blocks of a wave share what they load through the L2
//! cache.

use std::collections::BTreeMap;
use std::fmt::Write;

use backend_ptx::cost::model::CtaShape;
use backend_ptx::inspect::{AccessedTiles, ViewAccess, count_blocks};

use super::svg::{Anchor, Canvas, Fill, Size};
use super::view::{GUESSED, UNKNOWN_TILE, refuse_gathered};
use super::{Picture, TOP, counted, of_first_blocks};

/// Rows and columns of tiles that are shown, in a picture, and columns as text.
const SHOWN: u64 = 32;
const SHOWN_AS_TEXT: u64 = 16;
const CELL: (f64, f64) = (24.0, 18.0);
const LEFT: f64 = 34.0;
/// Tile blocks that a line leads through.
const TRACED: usize = 48;

/// A row and a column of tiles.
type Cell = (u64, u64);

/// The turns of tile blocks, and how many run at a time.
pub struct Order<'a> {
    /// The numbers of tile blocks in the order in which they begin.
    pub turns: &'a [u64],
    pub grid: [u32; 3],
    pub cta: &'a CtaShape,
    pub sms: u32,
}

impl Order<'_> {
    /// Tile blocks that run at a time.
    fn wave(&self) -> u64 {
        u64::from(self.sms * self.cta.resident.max(1) * self.cta.tiles.max(1)).max(1)
    }

    fn waves(&self) -> u64 {
        count_blocks(self.grid).div_ceil(self.wave())
    }
}

/// The tiles that tile blocks store, with the turns of the blocks.
#[derive(Default)]
struct Stored {
    /// The turns for each tile, ascending.
    turns: BTreeMap<Cell, Vec<usize>>,
    /// The first tile of each tile block that stores one, by turn.
    path: Vec<Cell>,
    /// Whether there are tile blocks whose tiles are not all known: for a loop is too long, or values are not known.
    is_cut: bool,
    is_unknown: bool,
}

impl Stored {
    fn of(access: &ViewAccess, turns: &[u64]) -> Stored {
        let mut stored = Stored::default();
        let tiles_of: BTreeMap<u64, &AccessedTiles> =
            access.blocks.iter().map(|found| (found.block, &found.tiles)).collect();
        for (turn, block) in turns.iter().enumerate() {
            let tiles: Vec<&[u64]> = match tiles_of.get(block) {
                None => continue,
                Some(AccessedTiles::All(tiles)) => tiles.iter().map(Vec::as_slice).collect(),
                Some(AccessedTiles::Between(first, last)) => {
                    stored.is_cut = true;
                    vec![first, last]
                }
                Some(AccessedTiles::Unknown) => {
                    stored.is_unknown = true;
                    continue;
                }
            };
            let cells: Vec<Cell> = tiles.into_iter().filter_map(cell).collect();
            stored.path.extend(cells.first());
            for cell in cells {
                let turns = stored.turns.entry(cell).or_default();
                if turns.last() != Some(&turn) {
                    turns.push(turn);
                }
            }
        }
        stored
    }

    /// Rows and columns of tiles: those of the view, if its tensor is known.
    fn extents(&self, access: &ViewAccess) -> (u64, u64) {
        let most = |of: fn(&Cell) -> u64| self.turns.keys().map(of).max().map_or(1, |at| at + 1);
        let counts = access.tile_counts().unwrap_or_default();
        let mut last = counts.iter().rev().copied();
        let columns = last.next().unwrap_or(1).max(most(|cell| cell.1));
        (last.next().unwrap_or(1).max(most(|cell| cell.0)), columns)
    }
}

/// The row and the column of a tile in the slice with index 0 of the leading dimensions.
fn cell(tile: &[u64]) -> Option<Cell> {
    let mut last = tile.iter().rev().copied();
    let column = last.next().unwrap_or(0);
    let row = last.next().unwrap_or(0);
    last.all(|leading| leading == 0).then_some((row, column))
}

/// The picture of a store.
///
/// # Errors
/// No tile that is stored is known.
pub fn draw(kernel: &str, access: &ViewAccess, order: &Order<'_>) -> Result<Picture, String> {
    refuse_gathered(access)?;
    let stored = Stored::of(access, order.turns);
    if stored.turns.is_empty() && stored.is_unknown {
        return Err(UNKNOWN_TILE.into());
    }
    let (rows, columns) = stored.extents(access);
    let title = format!("{kernel}: the order of tile blocks");
    let mut picture = Picture::new(title, description(access, order, &stored));
    let shown = (rows.min(SHOWN), columns.min(SHOWN));
    draw_cells(&mut picture.canvas, &stored, shown, order);
    let below = TOP + shown.0 as f64 * CELL.1 + 18.0;
    draw_waves(&mut picture.canvas, order, below);
    if (rows, columns) != shown {
        let text = format!(
            "the first {} of {rows} rows and {} of {columns} columns of tiles",
            shown.0, shown.1
        );
        picture.canvas.text((LEFT, below + 18.0), Anchor::Start, Size::Normal, &text);
    }
    picture.text = text(&stored, (rows, columns));
    Ok(picture)
}

fn description(access: &ViewAccess, order: &Order<'_>, stored: &Stored) -> String {
    let (blocks, waves) = (count_blocks(order.grid), order.waves());
    let mut sentences = vec![
        "Each cell is a tile of the result, with the turn of the tile block that stores it."
            .to_owned(),
    ];
    sentences.push(match (blocks, waves) {
        (1, _) => "The launch has one tile block.".to_owned(),
        (_, 1) => format!("All {blocks} tile blocks run at the same time."),
        _ => format!(
            "{blocks} tile blocks run in {waves} waves; {} run at the same time.",
            order.wave()
        ),
    });
    if access.tile.len() > 2 {
        let leading = counted(access.tile.len() as u64 - 2, "dimension");
        let text = format!("The picture is the slice with index 0 of the first {leading}.");
        sentences.push(text.replace("first 1 dimension.", "first dimension."));
    }
    if stored.turns.values().any(|turns| turns.len() > 1) {
        let text = "Several tile blocks store one tile: the cell has the first of their turns.";
        sentences.push(text.to_owned());
    }
    if stored.is_cut {
        let text = "A tile block stores more tiles than are followed: its first and its last one are drawn.";
        sentences.push(text.to_owned());
    }
    if stored.is_unknown || access.is_guessed {
        sentences.push(GUESSED.to_owned());
    }
    sentences.push(of_first_blocks(order.grid));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

fn draw_cells(
    canvas: &mut Canvas,
    stored: &Stored,
    (rows, columns): (u64, u64),
    order: &Order<'_>,
) {
    let (width, height) = CELL;
    let center = |(row, column): Cell| {
        (LEFT + (column as f64 + 0.5) * width, TOP + (row as f64 + 0.5) * height)
    };
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let first_turn = |cell: &Cell| stored.turns.get(cell).and_then(|turns| turns.first()).copied();
    for cell in cells.clone() {
        let (x, y) = center(cell);
        let fill = first_turn(&cell)
            .map_or(Fill::Inside, |turn| Fill::Color((turn as u64 / order.wave()) as usize));
        canvas.rect([x - width / 2.0, y - height / 2.0, width, height], fill);
    }
    let is_shown = |&(row, column): &Cell| row < rows && column < columns;
    let path = stored.path.iter().take(TRACED).copied().filter(is_shown);
    canvas.line(&path.map(center).collect::<Vec<_>>(), true);
    for cell in cells {
        if let Some(turn) = first_turn(&cell) {
            let (x, y) = center(cell);
            canvas.text((x, y + 3.5), Anchor::Middle, Size::Small, &turn.to_string());
        }
    }
}

fn draw_waves(canvas: &mut Canvas, order: &Order<'_>, below: f64) {
    let mut x = LEFT;
    for number in 0..order.waves().min(8) {
        canvas.rect([x, below - 10.0, 14.0, 12.0], Fill::Color(number as usize));
        let name = format!("wave {number}");
        canvas.text((x + 20.0, below), Anchor::Start, Size::Normal, &name);
        x += 78.0;
    }
}

fn text(stored: &Stored, (rows, columns): (u64, u64)) -> String {
    let mut text = String::new();
    for row in 0..rows.min(SHOWN) {
        for column in 0..columns.min(SHOWN_AS_TEXT) {
            let turn = stored.turns.get(&(row, column)).and_then(|turns| turns.first());
            let turn = turn.map_or("-".to_owned(), usize::to_string);
            let _ = write!(text, "{turn:>6}");
        }
        text.push_str(if columns > SHOWN_AS_TEXT { "  ...\n" } else { "\n" });
    }
    if rows > SHOWN {
        let _ = writeln!(text, "   ... ({rows} rows)");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::view::tests::store;
    use super::*;

    /// Two tile blocks of a persistent kernel take every second tile.
    #[test]
    fn each_tile_that_is_stored_has_a_cell() {
        let tiles =
            |first: u64| (first..6).step_by(2).map(|tile| vec![tile / 3, tile % 3]).collect();
        let blocks = vec![(0, AccessedTiles::All(tiles(0))), (1, AccessedTiles::All(tiles(1)))];
        let stored = Stored::of(&store(&[8, 12], &[4, 4], blocks), &[0, 1]);
        assert_eq!(text(&stored, (2, 3)), "     0     1     0\n     1     0     1\n");
        assert_eq!(stored.path, [(0, 0), (0, 1)]);
    }

    #[test]
    fn leading_dimensions_are_at_0_and_the_first_turn_counts() {
        let one = |tile: &[u64]| AccessedTiles::All(vec![tile.to_vec()]);
        let blocks = vec![(0, one(&[1, 0, 0])), (1, one(&[0, 0, 1])), (2, one(&[0, 0, 1]))];
        let access = store(&[2, 4, 8], &[1, 4, 4], blocks);
        let stored = Stored::of(&access, &[2, 1, 0]);
        assert_eq!(stored.turns, BTreeMap::from([((0, 1), vec![0, 1])]));
        assert_eq!(stored.extents(&access), (1, 2));
    }

    #[test]
    fn text_that_is_cut_ends_with_dots() {
        let one = AccessedTiles::All(vec![vec![0, 0]]);
        let access = store(&[40, 17], &[1, 1], vec![(0, one)]);
        let stored = Stored::of(&access, &[0]);
        let text = text(&stored, stored.extents(&access));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[32]), (33, "   ... (40 rows)"));
        assert!(lines[..32].iter().all(|line| line.ends_with("     -  ...")), "{text}");
    }
}
