//! `tilec draw WHAT FILE --kernel NAME ...`: a picture of what the compiler made of a kernel.
//!
//! The facts are `backend_ptx::inspect`'s and the cost model's, the pictures `crate::draw`'s; this module compiles and
//! finds the tile that is meant.

use std::path::{Component, Path, PathBuf};

use backend_ptx::CostAnalysis;
use backend_ptx::cost::timeline::predict;
use backend_ptx::cost::trace;
use backend_ptx::inspect::TileOrigin;
use lang::base::Span;

use super::Exit;
use super::launched::Launched;
use crate::cli::{DrawArgs, DrawFormat, Drawing};
use crate::draw::blocks::Order;
use crate::draw::{Picture, blocks, layout, swizzle, timeline, view};
use crate::failure::Failure;
use crate::output::write;
use crate::report::Report;

/// Draws what is asked for.
pub fn draw(args: &DrawArgs, report: &mut Report) -> Result<Exit, Failure> {
    let needs_launch = !matches!(args.what, Drawing::Layout | Drawing::Swizzle);
    let Some(launched) = Launched::of(&args.launch, needs_launch, report)? else {
        return Ok(Exit::Errors);
    };
    let Some(analysis) = launched.analysis(report)? else { return Ok(Exit::Errors) };
    let line = args.line.as_deref().map(parse_line).transpose()?;
    let drawer = Drawer { args, line, launched: &launched, analysis: &analysis };
    let picture = match args.what {
        Drawing::Layout => drawer.layout(),
        Drawing::View => drawer.view(),
        Drawing::Swizzle => drawer.swizzle(),
        Drawing::Timeline => drawer.timeline(),
        Drawing::Blocks => drawer.blocks(),
    }?;
    let extension = Path::new(&args.launch.output).extension();
    let is_named_svg = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    let text = match args.format {
        Some(DrawFormat::Svg) => picture.svg(),
        None if is_named_svg => picture.svg(),
        Some(DrawFormat::Text) | None => picture.text(),
    };
    write(&args.launch.output, text.as_bytes())?;
    Ok(Exit::Success)
}

/// A line of a file, and of any file if none is given.
#[derive(PartialEq, Eq, Debug)]
struct GivenLine {
    file: Option<PathBuf>,
    line: u32,
}

/// `8`, `helper.h:8`
fn parse_line(text: &str) -> Result<GivenLine, String> {
    let (file, number) = match text.rsplit_once(':') {
        Some((file, number)) => (Some(file), number),
        None => (None, text),
    };
    let line = number.parse().map_err(|_| {
        format!("--line {text}: `{number}` is not a number; write `8` or `helper.h:8`")
    })?;
    let is_name = |part: &Component<'_>| *part != Component::CurDir;
    let file = file.map(|file| Path::new(file).components().filter(is_name).collect());
    Ok(GivenLine { file, line })
}

/// Where a tile is made or accessed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Place {
    path: String,
    is_main: bool,
    line: u32,
}

impl Place {
    fn is_at(&self, given: &GivenLine) -> bool {
        let path = Path::new(&self.path);
        self.line == given.line && given.file.as_ref().is_none_or(|file| path.ends_with(file))
    }

    /// `line 8`, and of a header `helper.h:8`
    fn name(&self) -> String {
        let file = Path::new(&self.path).file_name().map(|name| name.to_string_lossy());
        match file.filter(|_| !self.is_main) {
            Some(file) => format!("{file}:{}", self.line),
            None => format!("line {}", self.line),
        }
    }
}

struct Drawer<'a> {
    args: &'a DrawArgs,
    line: Option<GivenLine>,
    launched: &'a Launched,
    analysis: &'a CostAnalysis<'a>,
}

impl Drawer<'_> {
    fn place(&self, origin: &TileOrigin) -> Place {
        let map = &self.launched.compiled.map;
        map.locate(origin.span.lo).map_or_else(Place::default, |(file, at)| {
            let file = map.file(file);
            let is_main = file.included_at == Span::NONE;
            Place { path: file.path.to_string(), is_main, line: at.line }
        })
    }

    /// The tile that is meant, of those that can be drawn.
    fn chosen<'t, T>(
        &self,
        tiles: &'t [T],
        origin: impl Fn(&T) -> &TileOrigin,
        kind: &str,
    ) -> Result<&'t T, Failure> {
        let name = self.args.tile.as_deref().map(|name| name.trim_start_matches('%'));
        let is_meant = |tile: &&T| {
            let origin = origin(tile);
            name.is_none_or(|name| origin.name.trim_start_matches('%') == name)
                && self.line.as_ref().is_none_or(|line| self.place(origin).is_at(line))
        };
        let meant: Vec<&T> = tiles.iter().filter(is_meant).collect();
        if let [tile] = meant[..] {
            return Ok(tile);
        }
        if tiles.is_empty() {
            return Err(format!("the kernel has no {kind}").into());
        }
        let (problem, listed): (_, Vec<&T>) = match meant.is_empty() {
            true => {
                ("no tile has this name or line; those of the kernel are", tiles.iter().collect())
            }
            false => ("there are several tiles; choose one with", meant),
        };
        let place = |tile: &T| self.place(origin(tile));
        let has_lines = listed.windows(2).any(|pair| place(pair[0]) != place(pair[1]));
        let options = match (problem.ends_with("with"), has_lines) {
            (false, _) => "",
            (true, true) => " --tile or --line",
            (true, false) => " --tile",
        };
        let row = |tile: &&T| {
            let TileOrigin { name, mnemonic, ty, .. } = origin(tile);
            format!("\n  --tile {name:6} {}: {ty} of {mnemonic}", place(tile).name())
        };
        let rows: String = listed.iter().map(row).collect();
        Err(format!("{problem}{options}:{rows}").into())
    }

    fn layout(&self) -> Result<Picture, Failure> {
        let tiles = self.analysis.register_tiles(&self.launched.symbol);
        let tile = self.chosen(&tiles, |tile| &tile.origin, "tile in registers")?;
        Ok(layout::draw(tile, &self.place(&tile.origin).name()))
    }

    fn swizzle(&self) -> Result<Picture, Failure> {
        let tiles = self.analysis.shared_tiles(&self.launched.symbol);
        let kind = "tile that a pipeline copies to shared memory";
        let tile = self.chosen(&tiles, |tile| &tile.origin, kind)?;
        Ok(swizzle::draw(tile, &self.place(&tile.origin).name()))
    }

    fn view(&self) -> Result<Picture, Failure> {
        let Launched { symbol, launch, .. } = self.launched;
        let accesses = self.analysis.view_accesses(symbol, launch);
        let access = self.chosen(&accesses, |access| &access.origin, "access of a view")?;
        Ok(view::draw(access, launch.grid, &self.place(&access.origin).name())?)
    }

    fn timeline(&self) -> Result<Picture, Failure> {
        let Launched { symbol, launch, target, .. } = self.launched;
        let Some(model) = self.analysis.model(symbol, launch) else {
            return Err(self.launched.without_code().into());
        };
        let prediction = predict(&model, &target.chip);
        let events = trace::of_cta(&model, &prediction, &target.chip);
        Ok(timeline::draw(&self.launched.name(), &model, &prediction, &events))
    }

    fn blocks(&self) -> Result<Picture, Failure> {
        let Launched { symbol, launch, target, .. } = self.launched;
        let Some(model) = self.analysis.model(symbol, launch) else {
            return Err(self.launched.without_code().into());
        };
        let mut stores = self.analysis.view_accesses(symbol, launch);
        stores.retain(|access| access.is_store);
        let store = self.chosen(&stores, |access| &access.origin, "store to a view")?;
        let turns = self.analysis.block_order(symbol, launch.grid);
        let order =
            Order { turns: &turns, grid: launch.grid, cta: &model.cta, sms: target.chip.sms };
        Ok(blocks::draw(&self.launched.name(), store, &order)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_name_its_file() {
        let place = |path: &str, is_main: bool| Place { path: path.into(), is_main, line: 8 };
        let (kernel, helper) = (place("src/kernel.cu", true), place("src/helper.h", false));
        assert_eq!((kernel.name(), helper.name()), ("line 8".into(), "helper.h:8".into()));
        let is_at = |text: &str| {
            let given = parse_line(text).expect("a line");
            [&kernel, &helper].map(|place| place.is_at(&given))
        };
        assert_eq!(is_at("8"), [true, true]);
        assert_eq!(is_at("9"), [false, false]);
        assert_eq!(is_at("helper.h:8"), [false, true]);
        assert_eq!(is_at("./src/helper.h:8"), [false, true]);
        assert_eq!(is_at("r.h:8"), [false, false]);
        assert!(parse_line("helper.h").is_err());
    }
}
