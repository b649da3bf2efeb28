//! Recursive descent over the tokens of a module.

use super::token::{Kind, Token, tokens};
use super::{Instruction, Kernel, Operand, Registers, Result, Source, Variable};
use crate::emulator::types::{Space, Ty};

/// Reads a module.
///
/// # Errors
/// The first thing that is not PTX as we know it, with its line.
pub fn parse(text: &str) -> Result<Source> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, scopes: Vec::new(), renamed: 0 };
    let mut source = Source::default();
    while parser.at < parser.tokens.len() {
        parser.module_item(&mut source)?;
    }
    Ok(source)
}

struct Parser<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
    /// Names declared in each open inner block, with the unique names they stand for.
    scopes: Vec<Vec<(String, String)>>,
    renamed: u32,
}

impl<'t> Parser<'t> {
    fn line(&self) -> u32 {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.at.min(last)).map_or(0, |token| token.line)
    }

    fn error<T>(&self, what: &str) -> Result<T> {
        let found = match self.tokens.get(self.at).map(|token| token.kind) {
            Some(Kind::Word(word)) => format!("`{word}`"),
            Some(Kind::Number(number)) => format!("{number}"),
            Some(Kind::Text(text)) => format!("{text:?}"),
            Some(Kind::Mark(mark)) => format!("`{mark}`"),
            None => "the end".to_owned(),
        };
        Err(format!("line {}: {what}, not {found}", self.line()))
    }

    fn peek(&self) -> Option<Kind<'t>> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn eat(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(Kind::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char) -> Result<()> {
        if self.eat(mark) { Ok(()) } else { self.error(&format!("expected `{mark}`")) }
    }

    fn word(&mut self) -> Result<&'t str> {
        let Some(Kind::Word(word)) = self.peek() else { return self.error("expected a name") };
        self.at += 1;
        Ok(word)
    }

    fn number(&mut self) -> Result<u64> {
        let negative = self.eat('-');
        let Some(Kind::Number(number)) = self.peek() else {
            return self.error("expected a number");
        };
        self.at += 1;
        Ok(if negative { number.wrapping_neg() } else { number })
    }

    /// Numbers with commas in between; those that are missing are 1.
    fn extents(&mut self) -> Result<[u32; 3]> {
        let mut extents = [1; 3];
        for (i, extent) in extents.iter_mut().enumerate() {
            if i > 0 && !self.eat(',') {
                break;
            }
            *extent = self.number()? as u32;
        }
        Ok(extents)
    }

    fn module_item(&mut self, source: &mut Source) -> Result<()> {
        match self.word()? {
            ".version" => self.version(),
            ".target" => loop {
                self.word()?;
                if !self.eat(',') {
                    return Ok(());
                }
            },
            ".address_size" => self.number().map(drop),
            // Calls are to functions of the driver only; see `Parser::call`.
            ".extern" => self.skip_to(';'),
            ".visible" | ".weak" => Ok(()),
            ".entry" => {
                let kernel = self.kernel()?;
                source.kernels.push(kernel);
                Ok(())
            }
            word => {
                let Some(space) = Space::named(word) else {
                    self.at -= 1;
                    return self.error("expected a directive");
                };
                let variable = self.variable(space)?;
                source.variables.push(variable);
                self.expect(';')
            }
        }
    }

    /// `8.4` is a number, a dot word and nothing else to the tokenizer.
    fn version(&mut self) -> Result<()> {
        self.number()?;
        self.word().map(drop)
    }

    fn skip_to(&mut self, mark: char) -> Result<()> {
        while self.peek().is_some() && !self.eat(mark) {
            self.at += 1;
        }
        Ok(())
    }

    /// `.align 16 .b8 name[64] = {1, 2}`, after the space.
    fn variable(&mut self, space: Space) -> Result<Variable> {
        let mut align = 0;
        let mut ty = None;
        let name = loop {
            match self.word()? {
                ".align" => align = self.number()?,
                ".ptr" => {}
                word if word.starts_with('.') => match Space::named(word) {
                    // `.param .u64 .ptr .global name`
                    Some(_) => {}
                    None => ty = Some(self.ty(word)?),
                },
                name => break name,
            }
        };
        let Some(ty) = ty else { return self.error("expected a type before the name") };
        let size = ty.bytes();
        let (mut count, mut is_array) = (1, false);
        while self.eat('[') {
            is_array = true;
            count *= self.number()?;
            self.expect(']')?;
        }
        let (mut init, mut addresses) = (Vec::new(), Vec::new());
        if self.eat('=') {
            let in_list = self.eat('{');
            loop {
                if self.peek() == Some(Kind::Word("generic")) {
                    let (symbol, addend) = self.generic_address()?;
                    addresses.push((init.len(), symbol, addend));
                    init.extend_from_slice(&[0; 8]);
                    if !in_list || !self.eat(',') {
                        break;
                    }
                    continue;
                }
                init.extend_from_slice(&self.number()?.to_le_bytes()[..size.min(8) as usize]);
                if !in_list || !self.eat(',') {
                    break;
                }
            }
            if in_list {
                self.expect('}')?;
            }
        }
        let name = name.to_owned();
        let (align, bytes) = (align.max(size), count * size);
        Ok(Variable { name, space, align, bytes, is_array, init, addresses })
    }

    /// `generic(name)+8`
    fn generic_address(&mut self) -> Result<(String, u64)> {
        self.word()?;
        self.expect('(')?;
        let symbol = self.word()?.to_owned();
        self.expect(')')?;
        let addend = if self.eat('+') { self.number()? } else { 0 };
        Ok((symbol, addend))
    }

    fn ty(&self, word: &str) -> Result<Ty> {
        let ty = word.strip_prefix('.').and_then(Ty::named);
        ty.ok_or_else(|| format!("line {}: no type `{word}`", self.line()))
    }

    fn kernel(&mut self) -> Result<Kernel> {
        let mut kernel = Kernel { name: self.word()?.to_owned(), ..Kernel::default() };
        self.expect('(')?;
        while !self.eat(')') {
            if self.word()? != ".param" {
                self.at -= 1;
                return self.error("expected `.param`");
            }
            let param = self.variable(Space::Param)?;
            kernel.params.push(param);
            self.eat(',');
        }
        while !self.eat('{') {
            match self.word()? {
                ".reqntid" => kernel.threads = Some(self.extents()?),
                ".reqnctapercluster" => kernel.cluster = Some(self.extents()?),
                ".minnctapersm" => kernel.per_sm = Some(self.extents()?),
                ".blocksareclusters" => kernel.blocks_are_clusters = true,
                // Limits for the register allocation.
                ".maxntid" | ".maxnreg" | ".maxclusterrank" => {
                    self.extents()?;
                }
                _ => {
                    self.at -= 1;
                    return self.error("expected a performance directive or `{`");
                }
            }
        }
        self.block(&mut kernel)?;
        Ok(kernel)
    }

    /// Statements up to the closing brace.
    fn block(&mut self, kernel: &mut Kernel) -> Result<()> {
        while !self.eat('}') {
            if self.eat('{') {
                self.scopes.push(Vec::new());
                self.block(kernel)?;
                self.scopes.pop();
                continue;
            }
            let line = self.line();
            let guard = self.guard()?;
            let word = self.word()?;
            if self.eat(':') {
                let name = self.renamed(word);
                kernel.labels.push((name, kernel.body.len()));
            } else if word == ".reg" {
                self.registers(kernel)?;
            } else if word == ".loc" || word == ".pragma" || word == ".file" {
                self.skip_line(line);
            } else if let Some(space) = Space::named(word) {
                let mut variable = self.variable(space)?;
                variable.name = self.declare(variable.name);
                kernel.variables.push(variable);
                self.expect(';')?;
            } else {
                let operands = self.operands(';')?;
                let mnemonic = word.to_owned();
                kernel.body.push(Instruction { line, guard, mnemonic, operands });
            }
        }
        Ok(())
    }

    fn skip_line(&mut self, line: u32) {
        while self.at < self.tokens.len() && self.line() == line {
            self.at += 1;
        }
    }

    fn guard(&mut self) -> Result<Option<(String, bool)>> {
        if !self.eat('@') {
            return Ok(None);
        }
        let negated = self.eat('!');
        let name = self.word()?;
        Ok(Some((self.renamed(name), negated)))
    }

    fn registers(&mut self, kernel: &mut Kernel) -> Result<()> {
        let word = self.word()?;
        let ty = self.ty(word)?;
        loop {
            let name = self.word()?;
            let count = if self.eat('<') {
                let count = self.number()? as u32;
                self.expect('>')?;
                Some(count)
            } else {
                None
            };
            let prefix = match count {
                Some(_) => name.to_owned(),
                None => self.declare(name.to_owned()),
            };
            kernel.registers.push(Registers { prefix, ty, count });
            if !self.eat(',') {
                return self.expect(';');
            }
        }
    }

    /// A name declared here; in an inner block it gets a name of its own.
    fn declare(&mut self, name: String) -> String {
        if self.scopes.is_empty() {
            return name;
        }
        self.renamed += 1;
        let unique = format!("{name}@{}", self.renamed);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, unique.clone()));
        }
        unique
    }

    fn renamed(&self, name: &str) -> String {
        let found = self.scopes.iter().rev().flatten().find(|(from, _)| *from == name);
        found.map_or(name, |(_, to)| to).to_owned()
    }

    /// Operands with commas in between, up to a mark.
    fn operands(&mut self, end: char) -> Result<Vec<Operand>> {
        let mut operands = Vec::new();
        while !self.eat(end) {
            operands.push(self.operand()?);
            if !self.eat(',') {
                self.expect(end)?;
                break;
            }
        }
        Ok(operands)
    }

    fn operand(&mut self) -> Result<Operand> {
        if self.eat('{') {
            return Ok(Operand::List(self.operands('}')?));
        }
        if self.eat('(') {
            return Ok(Operand::List(self.operands(')')?));
        }
        if self.eat('[') {
            return self.address();
        }
        if self.eat('!') {
            let name = self.word()?;
            return Ok(Operand::Not(self.renamed(name)));
        }
        match self.peek() {
            Some(Kind::Word(word)) => {
                self.at += 1;
                if self.eat('|') {
                    let other = self.word()?;
                    return Ok(Operand::Pair(self.renamed(word), self.renamed(other)));
                }
                Ok(Operand::Name(self.renamed(word)))
            }
            _ => Ok(Operand::Number(self.number()?)),
        }
    }

    fn address(&mut self) -> Result<Operand> {
        let base = Box::new(self.operand()?);
        let offset = match self.peek() {
            Some(Kind::Mark('+')) => {
                self.at += 1;
                self.number()? as i64
            }
            Some(Kind::Mark('-')) => self.number()? as i64,
            _ => 0,
        };
        let coordinates = if self.eat(',') { self.operands(']')? } else { Vec::new() };
        if coordinates.is_empty() {
            self.expect(']')?;
        }
        Ok(Operand::Address { base, offset, coordinates })
    }
}
