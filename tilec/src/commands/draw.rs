//! `tilec draw WHAT FILE --kernel NAME ...`: a picture of what the compiler made of a kernel.
//!
//! The facts are `backend_ptx::inspect`'s and the cost model's, the pictures `crate::draw`'s; this module compiles and
//! finds the tile that is meant.

use backend_ptx::CostAnalysis;
use backend_ptx::cost::timeline::predict;
use backend_ptx::cost::trace;
use backend_ptx::inspect::TileOrigin;

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
    let drawer = Drawer { args, launched: &launched, analysis: &analysis };
    let picture = match args.what {
        Drawing::Layout => drawer.layout(),
        Drawing::View => drawer.view(),
        Drawing::Swizzle => drawer.swizzle(),
        Drawing::Timeline => drawer.timeline(),
        Drawing::Blocks => drawer.blocks(),
    }?;
    let is_named_svg = args.launch.output.ends_with(".svg");
    let text = match args.format {
        Some(DrawFormat::Svg) => picture.svg(),
        None if is_named_svg => picture.svg(),
        Some(DrawFormat::Text) | None => picture.text(),
    };
    write(&args.launch.output, text.as_bytes())?;
    Ok(Exit::Success)
}

struct Drawer<'a> {
    args: &'a DrawArgs,
    launched: &'a Launched,
    analysis: &'a CostAnalysis<'a>,
}

impl Drawer<'_> {
    fn line(&self, origin: &TileOrigin) -> u32 {
        self.launched.compiled.map.locate(origin.span.lo).map_or(0, |(_, at)| at.line)
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
                && self.args.line.is_none_or(|line| self.line(origin) == line)
        };
        let meant: Vec<&T> = tiles.iter().filter(is_meant).collect();
        if let [tile] = meant[..] {
            return Ok(tile);
        }
        if tiles.is_empty() {
            return Err(format!("the kernel has no {kind}").into());
        }
        let row = |tile: &&T| {
            let origin = origin(tile);
            let (line, name, op) = (self.line(origin), &origin.name, origin.mnemonic);
            format!("\n  --tile {name:6} line {line}: {} of {op}", origin.ty)
        };
        let (problem, listed) = match meant.is_empty() {
            true => {
                ("no tile has this name or line; those of the kernel are", tiles.iter().collect())
            }
            false => ("there are several tiles; choose one with --tile or --line", meant),
        };
        let rows: String = listed.iter().map(row).collect();
        Err(format!("{problem}:{rows}").into())
    }

    fn layout(&self) -> Result<Picture, Failure> {
        let tiles = self.analysis.register_tiles(&self.launched.symbol);
        let tile = self.chosen(&tiles, |tile| &tile.origin, "tile in registers")?;
        Ok(layout::draw(tile, self.line(&tile.origin)))
    }

    fn swizzle(&self) -> Result<Picture, Failure> {
        let tiles = self.analysis.shared_tiles(&self.launched.symbol);
        let kind = "tile that a pipeline copies to shared memory";
        let tile = self.chosen(&tiles, |tile| &tile.origin, kind)?;
        Ok(swizzle::draw(tile, self.line(&tile.origin)))
    }

    fn view(&self) -> Result<Picture, Failure> {
        let Launched { symbol, launch, .. } = self.launched;
        let accesses = self.analysis.view_accesses(symbol, launch);
        let access = self.chosen(&accesses, |access| &access.origin, "access of a view")?;
        view::draw(access, launch.grid, self.line(&access.origin))
            .ok_or_else(|| "the extents of the tensor depend on values that are not known".into())
    }

    fn timeline(&self) -> Result<Picture, Failure> {
        let Launched { symbol, launch, target, .. } = self.launched;
        let Some(model) = self.analysis.model(symbol, launch) else {
            return Err(self.launched.without_code().into());
        };
        let prediction = predict(&model, &target.chip);
        let events = trace::of_cta(&model, &prediction, &target.chip);
        Ok(timeline::draw(&self.name(), &model, &prediction, &events))
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
        let order = Order { turns: &turns, cta: &model.cta, sms: target.chip.sms };
        Ok(blocks::draw(&self.name(), store, &order))
    }

    /// The kernel without its parameters.
    fn name(&self) -> String {
        let declaration = self.launched.declaration();
        declaration.split_once('(').map_or(declaration.clone(), |(name, _)| name.to_owned())
    }
}
