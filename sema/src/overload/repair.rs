//! Repairs of a call that no candidate takes: changes of its arguments with which one does.
//!
//! In: the arguments, and resolution itself as a question. Out: a fix, or nothing.
//! Common mistakes are a scalar of another type than the elements beside it (`x * 0.5`, where `x` has `float` elements), a
//! number where a constant is wanted that is a type (`sum(x, 1)`, `dimension_map{1, 0}`), and arguments in another order.
//!
//! Invariant: what is proposed was resolved; exactly one order of the arguments resolves.

use lang::base::{Applicability, Edit, Fix};

use super::{Reason, Rejection};
use crate::Cx;
use crate::check::operand::Operand;
use crate::constexpr::value::Value;
use crate::entity::TemplateId;
use crate::template::deduce::FailureReason;
use crate::ty::{Args, TemplateArg, TemplateRef, Ty, TyKind};
use crate::typed::ValueCategory;

/// Calls with more arguments are not reordered: there are too many orders.
const MAX_REORDERED: usize = 5;

/// Whether a call with these arguments resolves.
pub(crate) type Resolves<'q, 'a> = dyn FnMut(&mut Cx<'a>, &[Operand]) -> bool + 'q;

impl<'a> Cx<'a> {
    /// A change of the type of one scalar argument, else of the order of the arguments.
    pub(crate) fn repair_arguments(
        &mut self,
        callee: Option<&str>,
        args: &[Operand],
        rejected: &[Rejection],
        is_product: bool,
        resolves: &mut Resolves<'_, 'a>,
    ) -> Option<Fix> {
        if self.is_tentative() {
            return None;
        }
        // What is inside of a macro has no text of its own to change.
        let texts: Option<Vec<&str>> = args
            .iter()
            .map(|arg| {
                let span = arg.span(self);
                let sources = self.unit.sources;
                let is_written =
                    sources.backtrace(span.lo).next().is_none() && !sources.in_system_file(span.lo);
                Some(sources.text(span)).filter(|text| is_written && !text.is_empty())
            })
            .collect();
        let texts: Vec<String> = texts?.into_iter().map(str::to_owned).collect();
        self.retype_argument(args, &texts, is_product, resolves)
            .or_else(|| self.make_constant(args, &texts, rejected, resolves))
            .or_else(|| self.reorder_arguments(callee?, args, &texts, resolves))
    }

    /// A scalar beside elements of another type: a floating-point number beside integers is left alone, since a cast would
    /// round it.
    fn retype_argument(
        &mut self,
        args: &[Operand],
        texts: &[String],
        is_product: bool,
        resolves: &mut Resolves<'_, 'a>,
    ) -> Option<Fix> {
        for (index, arg) in args.iter().enumerate() {
            let Some(expr) = arg.as_expr() else { continue };
            let found = self.types.strip_cvref(self.typed.exprs[expr].ty);
            if !self.types.is_arithmetic(found) || found == Ty::BOOL {
                continue;
            }
            for wanted in self.element_types(args, index) {
                let rounds = self.types.is_floating(found) && self.types.is_integral(wanted);
                if wanted == found || rounds {
                    continue;
                }
                let mut changed = args.to_vec();
                changed[index] = Operand::Expr(self.declval(wanted, ValueCategory::PRValue));
                if self.tentatively(|cx| resolves(cx, &changed)) != Ok(true) {
                    continue;
                }
                // The product with a value that is not written as a number may need all of its bits.
                if is_product
                    && let (Some(from), Some(to)) = (self.int_width(found), self.int_width(wanted))
                    && from > to
                    && number(&texts[index]).is_none()
                    && let Some(fix) = self.widen_tile(args, texts, found, resolves)
                {
                    return Some(fix);
                }
                let text = self.as_type(&texts[index], wanted);
                let title = format!("write `{text}`");
                let edits = vec![Edit { span: arg.span(self), text }];
                return Some(Fix { title, edits, applicability: Applicability::Maybe });
            }
        }
        None
    }

    /// A number where a class of its value is expected, and the numbers of `C{1, 0}` where the values are template arguments.
    fn make_constant(
        &mut self,
        args: &[Operand],
        texts: &[String],
        rejected: &[Rejection],
        resolves: &mut Resolves<'_, 'a>,
    ) -> Option<Fix> {
        for (index, (arg, text)) in args.iter().zip(texts).enumerate() {
            let (template, values) = match number(text) {
                Some(value) => (self.class_expected_by(rejected, index), vec![value]),
                None => {
                    let class = arg.as_expr().and_then(|expr| {
                        self.types.class_of(self.types.strip_cvref(self.typed.exprs[expr].ty))
                    });
                    let template = class.and_then(|class| self.entities[class].template);
                    (template.map(|it| it.0), listed_numbers(text).unwrap_or_default())
                }
            };
            let Some(template) = template.filter(|_| !values.is_empty()) else { continue };
            let span = arg.span(self);
            let made = self.tentatively(|cx| {
                let values =
                    values.iter().map(|&value| TemplateArg::Value(Value::Int(value), Ty::INT));
                let list = cx.types.args(values.collect());
                let list = cx.convert_template_args(template, list, span)?;
                let class = cx.specialize_class(template, list, span)?;
                let ty = cx.entities[class].ty;
                let mut changed = args.to_vec();
                changed[index] = Operand::Expr(cx.declval(ty, ValueCategory::PRValue));
                resolves(cx, &changed).then_some(ty)
            });
            let Ok(Some(_)) = made else { continue };
            let numbers: Vec<String> = values.iter().map(i128::to_string).collect();
            let name = self.show_name(self.entities[template].name);
            let text = match text.split_once(['{', '(']) {
                Some((written, _)) => format!("{written}<{}>{{}}", numbers.join(", ")),
                None => self.code_in_users_spelling(&format!("{name}<{}>{{}}", numbers.join(", "))),
            };
            let title = format!("write `{text}`, a constant: its type has the value");
            let edits = vec![Edit { span, text }];
            return Some(Fix { title, edits, applicability: Applicability::Maybe });
        }
        None
    }

    /// The class template of which a candidate wants a specialisation as an argument.
    fn class_expected_by(&self, rejected: &[Rejection], index: usize) -> Option<TemplateId> {
        rejected.iter().find_map(|rejection| {
            let Reason::Deduction(failure) = &rejection.reason else { return None };
            match failure.reason {
                FailureReason::Mismatch { argument, wanted, .. } if argument == index => {
                    match *self.types.kind(self.types.strip_cvref(wanted)) {
                        TyKind::Specialization {
                            template: TemplateRef::Template(template),
                            ..
                        } => Some(template),
                        _ => None,
                    }
                }
                _ => None,
            }
        })
    }

    /// The cast of one tile with which the arguments fit in the order that they have.
    fn retype_tile(
        &mut self,
        args: &[Operand],
        texts: &[String],
        resolves: &mut Resolves<'_, 'a>,
    ) -> Option<Fix> {
        let elements: Vec<Option<Ty>> = args
            .iter()
            .map(|arg| Some(self.tile_of(self.typed.exprs[arg.as_expr()?].ty)?.0))
            .collect();
        for (index, arg) in args.iter().enumerate() {
            let Some(found) = elements[index].filter(|&ty| ty != Ty::BOOL) else { continue };
            let ty = self.types.strip_cvref(self.typed.exprs[arg.as_expr()?].ty);
            let Some((template, list)) =
                self.types.class_of(ty).and_then(|class| self.entities[class].template)
            else {
                continue;
            };
            for &element in elements.iter().flatten() {
                let wanted = self.types.pointee(element).unwrap_or(element);
                let wanted = self.types.strip_cv(wanted);
                if wanted == found || wanted == Ty::BOOL || self.types.pointee(found).is_some() {
                    continue;
                }
                let class = (template, list);
                let made = self.with_cast_tile(args, texts, (index, class, wanted), resolves);
                if made.is_some() {
                    return made;
                }
            }
        }
        None
    }

    /// The cast of a tile of integers to the wider ones of a scalar beside it.
    fn widen_tile(
        &mut self,
        args: &[Operand],
        texts: &[String],
        wanted: Ty,
        resolves: &mut Resolves<'_, 'a>,
    ) -> Option<Fix> {
        (0..args.len()).find_map(|index| {
            let ty = self.types.strip_cvref(self.typed.exprs[args[index].as_expr()?].ty);
            let (element, _) = self.tile_of(ty)?;
            self.int_width(element)?;
            let class = self.entities[self.types.class_of(ty)?].template?;
            self.with_cast_tile(args, texts, (index, class, wanted), resolves)
        })
    }

    /// The cast of the elements of one tile, a specialisation of `class`, if the arguments fit with it.
    fn with_cast_tile(
        &mut self,
        args: &[Operand],
        texts: &[String],
        (index, (template, list), wanted): (usize, (TemplateId, Args), Ty),
        resolves: &mut Resolves<'_, 'a>,
    ) -> Option<Fix> {
        let span = args.get(index)?.span(self);
        let made = self.tentatively(|cx| {
            let mut list = cx.types.list(list).to_vec();
            *list.first_mut()? = TemplateArg::Type(wanted);
            let list = cx.types.args(list);
            let class = cx.specialize_class(template, list, span)?;
            let mut changed = args.to_vec();
            let ty = cx.entities[class].ty;
            changed[index] = Operand::Expr(cx.declval(ty, ValueCategory::PRValue));
            resolves(cx, &changed).then_some(())
        });
        if made != Ok(Some(())) {
            return None;
        }
        let cast = format!("element_cast<{}>", self.show(wanted));
        let text = format!("{}({})", self.code_in_users_spelling(&cast), texts.get(index)?);
        let title = format!("`{text}` converts each element");
        let edits = vec![Edit { span, text }];
        Some(Fix { title, edits, applicability: Applicability::Maybe })
    }

    /// The arithmetic types, built in or of a class, that are template arguments of the types
    /// of the other arguments.
    fn element_types(&self, args: &[Operand], except: usize) -> Vec<Ty> {
        let mut found = Vec::new();
        for (_, arg) in args.iter().enumerate().filter(|(index, _)| *index != except) {
            let class = arg.as_expr().and_then(|expr| {
                self.types.class_of(self.types.strip_cvref(self.typed.exprs[expr].ty))
            });
            let Some((_, list)) = class.and_then(|class| self.entities[class].template) else {
                continue;
            };
            for arg in self.types.list(list) {
                let TemplateArg::Type(ty) = arg else { continue };
                let is_simple_class = self
                    .types
                    .class_of(*ty)
                    .is_some_and(|class| self.entities[class].template.is_none());
                let is_value = self.types.is_arithmetic(*ty) && *ty != Ty::BOOL
                    || is_simple_class && matches!(self.types.kind(*ty), TyKind::Class(_));
                if is_value && !found.contains(ty) {
                    found.push(*ty);
                }
            }
        }
        found
    }

    /// `0.5` as a `float` is `0.5f`, and `2` is `2.0f`; other types take a cast.
    fn as_type(&self, text: &str, wanted: Ty) -> String {
        let is_plain = text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && text.chars().all(|c| c.is_ascii_digit() || ".eE".contains(c));
        if wanted == Ty::FLOAT && is_plain {
            let has_point = text.contains(['.', 'e', 'E']);
            return if has_point { format!("{text}f") } else { format!("{text}.0f") };
        }
        format!("static_cast<{}>({text})", self.show(wanted))
    }

    /// The one other order in which the arguments are taken.
    fn reorder_arguments(
        &mut self,
        callee: &str,
        args: &[Operand],
        texts: &[String],
        resolves: &mut Resolves<'_, 'a>,
    ) -> Option<Fix> {
        if args.len() > MAX_REORDERED {
            return None;
        }
        let mut fitting = Vec::new();
        for order in orders(args.len()).into_iter().skip(1) {
            if self.exchanges_alike(args, &order) || self.moves_scalars_alone(args, &order) {
                continue;
            }
            let reordered: Vec<Operand> = order.iter().map(|&at| args[at].clone()).collect();
            let written: Vec<&str> = order.iter().map(|&at| texts[at].as_str()).collect();
            let is_known = fitting.iter().any(|(_, known)| *known == written);
            if !is_known
                && self.tentatively(|cx| resolves(cx, &reordered)) == Ok(true)
                && !self.takes_other_as_bool(args, &order, resolves)
            {
                fitting.push((order, written));
            }
        }
        let [(order, written)] = &fitting[..] else { return None };
        // In the order of a call whose mask is right a value may have a wrong type: in another order it would be the mask.
        let is_mask = |arg: &Operand| {
            let tile = arg.as_expr().and_then(|expr| self.tile_of(self.typed.exprs[expr].ty));
            tile.is_some_and(|(element, _)| element == Ty::BOOL)
        };
        let moves_mask =
            order.iter().enumerate().any(|(to, &from)| to != from && is_mask(&args[from]));
        if moves_mask && let Some(cast) = self.retype_tile(args, texts, resolves) {
            return Some(cast);
        }
        let title =
            format!("the arguments fit in another order: `{callee}({})`", written.join(", "));
        let moved = order.iter().enumerate().filter(|(to, from)| to != *from);
        let edits = moved
            .map(|(to, &from)| Edit { span: args[to].span(self), text: texts[from].clone() })
            .collect();
        Some(Fix { title, edits, applicability: Applicability::Maybe })
    }
}

impl<'a> Cx<'a> {
    /// Whether an order exchanges two arguments of one type, which says nothing about what was meant.
    fn exchanges_alike(&self, args: &[Operand], order: &[usize]) -> bool {
        let type_at = |at: usize| {
            let expr = args[at].as_expr()?;
            Some(self.types.strip_cvref(self.typed.exprs[expr].ty))
        };
        order.iter().enumerate().any(|(to, &first)| {
            order[to + 1..].iter().any(|&second| {
                second < first && type_at(first).is_some() && type_at(first) == type_at(second)
            })
        })
    }

    /// Whether all arguments that an order moves are numbers, which convert to each other: one of another type is more likely
    /// meant where it stands.
    fn moves_scalars_alone(&self, args: &[Operand], order: &[usize]) -> bool {
        order.iter().enumerate().filter(|(to, from)| to != *from).all(|(_, &from)| {
            args[from].as_expr().is_some_and(|expr| {
                self.types.is_arithmetic(self.types.strip_cvref(self.typed.exprs[expr].ty))
            })
        })
    }

    /// Whether a `bool` fits in the place of a pointer, or in that of a number while a tile of `bool` changes its place: then it is converted to one, which is not what was meant.
    fn takes_other_as_bool(
        &mut self,
        args: &[Operand],
        order: &[usize],
        resolves: &mut Resolves<'_, 'a>,
    ) -> bool {
        let reordered: Vec<Operand> = order.iter().map(|&at| args[at].clone()).collect();
        let type_at = |cx: &Self, at: usize| {
            let expr = reordered[at].as_expr()?;
            Some(cx.types.strip_cvref(cx.typed.exprs[expr].ty))
        };
        let is_moved = |at: usize| order[at] != at;
        let moves_mask = (0..args.len()).any(|at| {
            is_moved(at)
                && type_at(self, at)
                    .and_then(|ty| self.tile_of(ty))
                    .is_some_and(|(element, _)| element == Ty::BOOL)
        });
        (0..args.len()).any(|at| {
            let is_other = type_at(self, at).is_some_and(|ty| {
                let is_number = self.types.is_arithmetic(ty) && ty != Ty::BOOL;
                matches!(self.types.kind(ty), TyKind::Pointer(..)) || moves_mask && is_number
            });
            is_other && {
                let mut changed = reordered.clone();
                changed[at] = Operand::Expr(self.declval(Ty::BOOL, ValueCategory::PRValue));
                self.tentatively(|cx| resolves(cx, &changed)) == Ok(true)
            }
        })
    }
}

/// The value of an integer literal without a suffix.
fn number(text: &str) -> Option<i128> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// The numbers of `C{1, 0}`.
fn listed_numbers(text: &str) -> Option<Vec<i128>> {
    let (name, list) = text.split_once(['{', '('])?;
    let list = list.strip_suffix(['}', ')'])?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let is_plain = !name.is_empty() && name.chars().all(is_name);
    list.split(',').map(|item| number(item.trim())).collect::<Option<_>>().filter(|_| is_plain)
}

/// All orders of `n` things, the given one first.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..n {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..n).filter(|at| !order.contains(at)).map(|at| {
                    let mut longer = order.clone();
                    longer.push(at);
                    longer
                })
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_all_and_begin_with_the_given() {
        assert_eq!(orders(2), [vec![0, 1], vec![1, 0]]);
        assert_eq!(orders(3).len(), 6);
        assert_eq!(orders(4)[0], [0, 1, 2, 3]);
    }
}
