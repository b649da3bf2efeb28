//! `tilec generate bash|zsh|fish|..|man`: what a package of tilec installs besides the program.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Exit;
use crate::cli::{Cli, Generated};
use crate::failure::Failure;
use crate::output::print;

/// Writes the completions of a shell, or the man page of all commands.
pub fn generate(what: Generated) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    let shell = match what {
        Generated::Bash => Some(Shell::Bash),
        Generated::Elvish => Some(Shell::Elvish),
        Generated::Fish => Some(Shell::Fish),
        Generated::Powershell => Some(Shell::PowerShell),
        Generated::Zsh => Some(Shell::Zsh),
        Generated::Man => None,
    };
    match shell {
        Some(shell) => clap_complete::generate(shell, &mut Cli::command(), "tilec", &mut text),
        None => man(&mut text).map_err(|error| error.to_string())?,
    }
    print(&text)?;
    Ok(Exit::Success)
}

/// One page: the program, and a section for each command with its options.
fn man(out: &mut Vec<u8>) -> std::io::Result<()> {
    let mut cli = Cli::command();
    cli.build();
    // The version says more in further lines; a title is one line.
    let version = cli.render_version();
    let page =
        clap_mangen::Man::new(cli.clone()).source(version.lines().next().unwrap_or_default());
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    let mut commands = Vec::new();
    page.render_subcommands_section(&mut commands)?;
    // They have no pages of their own.
    let commands = String::from_utf8_lossy(&commands).replace("tilec\\-", "tilec ");
    out.write_all(commands.replace("(1)\n", "\n").as_bytes())?;
    for command in cli.get_subcommands().filter(|command| command.get_name() != "help") {
        writeln!(out, ".SH \"TILEC {}\"", command.get_name().to_uppercase())?;
        let page = clap_mangen::Man::new(command.clone());
        let mut section = Vec::new();
        page.render_synopsis_section(&mut section)?;
        page.render_description_section(&mut section)?;
        page.render_options_section(&mut section)?;
        // What is a section of a page of its own is a part of one here.
        let section = String::from_utf8_lossy(&section).replace(".SH ", ".SS ");
        out.write_all(section.as_bytes())?;
    }
    Ok(())
}
