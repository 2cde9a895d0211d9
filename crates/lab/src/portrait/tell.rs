//! The parts of the page, one for each question. A long file, because the page is read and
//! changed as a whole, from top to bottom.

use std::collections::BTreeMap;
use std::fmt::Write;

use agon_core::{Counter, DynGame, GameInfo, Player, Scene};

use super::charts::{Stack, Words, curve, histogram, shares, stacks, steps};
use super::words::{capital, count, dash, decimal, games, percent, power, strength, whole, with_interval, worth};
use super::{Estimate, Portrait, RandomGames, Share, ShortGame, board};
use crate::Puzzle;
use crate::plot::escape;

/// About how many bars the lengths of games are told in.
const BINS: u32 = 40;
/// First moves that are listed.
const MOVES: usize = 12;
/// Puzzles that are shown.
const PUZZLES: usize = 6;

/// Tells the parts of a portrait.
pub(super) struct Teller<'t> {
    pub info: &'static GameInfo,
    pub portrait: &'t Portrait,
}

impl Teller<'_> {
    fn first(&self) -> &'static str {
        self.info.player(if self.portrait.begins == 2 { Player::Two } else { Player::One })
    }

    pub fn choices(&self, page: &mut String) {
        let RandomGames { games, branching, branching_by_ply, plies, range, lengths, decisive, .. } =
            &self.portrait.random;
        heading(page, "Choices and length");
        let _ = writeln!(
            page,
            "<p>In {} games of random moves a player had <b>{}</b> moves to choose from on average. The games took \
             <b>{}</b> half moves, from {} to {}, and {} of them had a winner.</p>",
            whole(*games),
            decimal(*branching),
            decimal(*plies),
            range[0],
            range[1],
            with_interval(decisive)
        );
        let points = branching_by_ply.iter().enumerate();
        let points: Vec<[f64; 2]> = points.filter_map(|(ply, moves)| Some([ply as f64 + 1.0, (*moves)?])).collect();
        page.push_str("<div class=\"pair\">\n");
        figure(
            page,
            &curve(
                &points,
                Words { title: "Moves to choose from by half move", x: "half move", y: "moves to choose from" },
            ),
            "How much choice there is as a random game goes on, as long as one game in a hundred still does.",
        );
        figure(
            page,
            &histogram(&bins(lengths), Words { title: "Lengths of random games", x: "half moves", y: "games" }),
            "How long random games are.",
        );
        page.push_str("</div>\n");
    }

    pub fn endings(&self, page: &mut String) {
        heading(page, "How games end");
        let strongest = self.portrait.strengths.last();
        legend(page, self.info, " wins", true);
        page.push_str("<div class=\"pair\">\n");
        let random = &self.portrait.random;
        let title = "Endings of random games";
        figure(page, &self.ending_bars(&random.endings, title), &format!("{} random games.", whole(random.games)));
        if let Some(rung) = strongest {
            let caption = format!(
                "{} games of the strongest player, with {} nodes a move.",
                whole(rung.games),
                whole(rung.nodes)
            );
            figure(page, &self.ending_bars(&rung.endings, "Endings of strong players’ games"), &caption);
        }
        page.push_str("</div>\n");
    }

    /// The endings, the most frequent at the top, each in the words of the rules.
    fn ending_bars(&self, endings: &BTreeMap<String, [u64; 3]>, title: &str) -> String {
        let meaning = |word: &str| match self.info.reasons.iter().find(|reason| reason.word == word) {
            Some(reason) => capital(reason.meaning),
            None if word == "too-long" => "Given up without an end".to_string(),
            None if word == agon_core::REPETITION => "The same position again".to_string(),
            None => capital(word),
        };
        let stack = |(word, parts): (&String, &[u64; 3])| Stack { name: meaning(word), parts: *parts };
        let mut all: Vec<Stack> = endings.iter().map(stack).collect();
        all.sort_by_key(|stack| std::cmp::Reverse(stack.parts.iter().sum::<u64>()));
        let total = endings.values().flatten().sum();
        stacks(&all, total, Words { title, x: "", y: "" })
    }

    pub fn beginning(&self, page: &mut String) {
        heading(page, "Who begins, at rising strength");
        let rungs = &self.portrait.strengths;
        let (Some(weakest), Some(strongest)) = (rungs.first(), rungs.last()) else { return };
        let verdict = match strongest.first {
            Share { low, .. } if low > 0.5 => "to begin is an advantage",
            Share { high, .. } if high < 0.5 => "to begin is a disadvantage",
            _ => "the games do not tell whether it is better to begin",
        };
        let _ = writeln!(
            page,
            "<p>The same player on both sides, {}. {} begins and took {} of the points between random players, and {} \
             between the strongest: {verdict}.</p>",
            match self.portrait.opening_plies {
                0 => "from the usual start".to_string(),
                plies => format!("from openings of {plies} random half moves"),
            },
            escape(self.first()),
            with_interval(&weakest.first),
            with_interval(&strongest.first)
        );
        let named = |share: &dyn Fn(usize) -> Share| -> Vec<(String, Share)> {
            rungs.iter().enumerate().map(|(at, rung)| (strength(rung.nodes), share(at))).collect()
        };
        let x = "nodes a move";
        page.push_str("<div class=\"pair\">\n");
        let words = Words { title: "Points of the player who begins", x, y: "" };
        figure(
            page,
            &shares(&named(&|at| rungs[at].first), Some(0.5), words),
            "What the player who begins takes of the points, with 95 % intervals.",
        );
        let words = Words { title: "Drawn games", x, y: "" };
        figure(page, &shares(&named(&|at| rungs[at].draws), None, words), "Drawn games.");
        let lengths: Vec<(String, f64)> = rungs.iter().map(|rung| (strength(rung.nodes), rung.plies)).collect();
        let words = Words { title: "Length at rising strength", x, y: "half moves" };
        figure(page, &steps(&lengths, words), "Half moves of a game.");
        let rows = rungs.iter().map(|rung| {
            [
                if rung.nodes == 0 { "random".to_string() } else { whole(rung.nodes) },
                games(&rung.first),
                with_interval(&rung.first),
                with_interval(&rung.draws),
                decimal(rung.plies),
            ]
        });
        page.push_str("</div>\n");
        table(page, ["nodes a move", "games", "points to who begins", "drawn", "half moves"], rows);
    }

    pub fn chain(&self, page: &mut String) {
        let chain = &self.portrait.chain;
        heading(page, "Skill chain");
        let end = match (chain.length, chain.broken) {
            (0, _) => "No doubling of thought that was played took two points of three.".to_string(),
            (length, broken) => format!(
                "<b>{}</b> in a row took at least two points of three, from {} nodes a move on. The row ends {}.",
                count(length as u64, "doubling"),
                whole(chain.from),
                if broken {
                    "where the next doubling took less"
                } else {
                    "because the budget did, so there may be more"
                }
            ),
        };
        let _ = writeln!(
            page,
            "<p>How much there is to be good at: a player against one that thinks half as much, each opening twice \
             with sides swapped. {end}{}</p>",
            self.doubt()
        );
        let points: Vec<(String, Share)> = chain.steps.iter().map(|step| (strength(step.nodes), step.score)).collect();
        let words = Words {
            title: "Points against the player that thinks half as much",
            x: "nodes a move, against half as many",
            y: "",
        };
        page.push_str("<div class=\"pair\">\n");
        figure(
            page,
            &shares(&points, Some(chain.bar), words),
            "What the player that thinks more takes of the points, with 95 % intervals; the line is two to one.",
        );
        page.push_str("<div>\n");
        let rows = chain.steps.iter().map(|step| {
            [
                format!("{} : {}", whole(step.nodes), whole(step.nodes / 2)),
                format!("{} : {} : {}", step.wins, step.draws, step.losses),
                with_interval(&step.score),
                if step.holds { "yes".to_string() } else { "no".to_string() },
            ]
        });
        table(page, ["nodes", "won : drawn : lost", "points", "two to one"], rows);
        page.push_str("</div>\n</div>\n");
    }

    /// How many doublings may be on the other side of the bar.
    fn doubt(&self) -> String {
        let chain = &self.portrait.chain;
        match chain.steps.iter().filter(|step| step.score.low < chain.bar && chain.bar <= step.score.high).count() {
            0 => String::new(),
            1 => " Of one doubling the games do not tell for certain on which side of that it lies.".to_string(),
            unsure => format!(
                " Of {} the games do not tell for certain on which side of that they lie.",
                count(unsure as u64, "doubling")
            ),
        }
    }

    pub fn openings(&self, page: &mut String) {
        let firsts = &self.portrait.openings;
        heading(page, "Openings");
        let different = firsts.moves.iter().filter(|first| first.played > 0).count();
        let _ = writeln!(
            page,
            "<p>{} from the usual start, played by a strong player whose judgement is blurred a little so that games \
             differ: {} of {} were played, and {} took {} of the points. Values are those of a search {} half moves deep, in points, for the player who \
             makes the move.</p>",
            count(firsts.games, "game"),
            different,
            count(firsts.moves.len() as u64, "first move"),
            escape(self.first()),
            with_interval(&firsts.first),
            firsts.depth
        );
        // What a search sees to the end is no estimate.
        let quickest = firsts.moves.iter().filter_map(|first| Some((first.mate?, &first.mv)));
        if let Some((plies, mv)) = quickest.clone().filter(|(plies, _)| *plies > 0).min() {
            let _ = writeln!(
                page,
                "<p><b>{} can force a win</b>: {} wins in {plies} half moves, whatever follows.</p>",
                escape(self.first()),
                escape(mv)
            );
        } else if quickest.filter(|(plies, _)| *plies < 0).count() == firsts.moves.len() {
            let _ = writeln!(page, "<p><b>Every first move of {} loses</b> by force.</p>", escape(self.first()));
        }
        let rows = firsts.moves.iter().take(MOVES).map(|first| {
            [
                first.mv.clone(),
                whole(first.played),
                first.score.as_ref().map_or_else(dash, with_interval),
                first.answer.clone().unwrap_or_else(dash),
                worth(first),
            ]
        });
        table(page, ["move", "played", "points", "usual answer", "value"], rows);
        if firsts.moves.len() > MOVES {
            let _ =
                writeln!(page, "<p class=\"note\">The other {} stand in report.json.</p>", firsts.moves.len() - MOVES);
        }
    }

    pub fn squares(&self, page: &mut String, game: &dyn DynGame) {
        let squares = &self.portrait.squares;
        heading(page, "Squares used");
        let elsewhere = match squares.elsewhere {
            0 => String::new(),
            moves => format!(" {} touch no square.", count(moves, "move")),
        };
        let _ = writeln!(
            page,
            "<p>Where {} of a middling player end: the stronger the colour, the more often.{elsewhere}</p>",
            count(squares.moves, "move")
        );
        page.push_str("<div class=\"boards\">\n");
        let picture = game.board();
        for (player, class) in Player::BOTH.into_iter().zip(["one", "two"]) {
            let ends = &squares.ends[player];
            let total: u64 = ends.iter().sum();
            if total == 0 {
                continue;
            }
            let most = ends.iter().zip(&squares.names).max_by_key(|(times, _)| **times);
            let (times, name) = most.map_or((0, ""), |(times, name)| (*times, name.as_str()));
            let who = self.info.player(player);
            let caption = format!(
                "{who}: most often {name}, {} of {} moves.",
                percent(100.0 * times as f64 / total as f64),
                whole(total)
            );
            figure(page, &board::heat(&picture, ends, class, &format!("Where moves of {who} end")), &caption);
        }
        page.push_str("</div>\n");
    }

    pub fn sizes(&self, page: &mut String) {
        let sizes = &self.portrait.sizes;
        heading(page, "How large the game is");
        let met = format!("{} were met in {} random games", whole(sizes.met), whole(self.portrait.random.games));
        let states = match sizes.positions {
            Some(positions) => (whole(positions), "counted one by one".to_string()),
            None => (
                format!("{} to {}", power(sizes.at_least), power(sizes.at_most)),
                format!(
                    "the lower number by Chao’s estimator ({met}; it is a lower bound, and far too low where hardly any \
                     was met twice); the upper one as if every piece could stand anywhere or, where pieces are placed, every \
                     square could hold whatever was seen on it, and no more than the nodes of the tree: a guide, not a proof"
                ),
            ),
        };
        let knuth = |estimate: &Estimate| {
            let samples = format!(
                "Its mean rests on {} of {} samples",
                whole(estimate.effective.round() as u64),
                whole(self.portrait.random.games)
            );
            let trust = if estimate.is_firm() {
                samples
            } else {
                format!("{samples}, so the interval says little, and the truth is likely larger")
            };
            format!(
                "Knuth’s estimator over the random games; 95 % interval {} to {}. {}.",
                power(estimate.low),
                power(estimate.high),
                trust
            )
        };
        let rows = [
            ("Positions", states.0, states.1),
            ("Games", power(sizes.leaves.log10), knuth(&sizes.leaves)),
            ("Nodes of the game tree", power(sizes.nodes.log10), knuth(&sizes.nodes)),
            (
                "Choices to the power of length",
                power(sizes.power),
                "the rule of thumb, from the means above".to_string(),
            ),
        ];
        page.push_str("<dl class=\"sizes\">\n");
        for (name, value, how) in rows {
            let _ = writeln!(page, "<dt>{name}</dt><dd><b>{value}</b> <span class=\"note\">{how}</span></dd>");
        }
        page.push_str("</dl>\n");
    }

    pub fn shortest(&self, page: &mut String) {
        heading(page, "Shortest games");
        if self.portrait.shortest.is_empty() {
            page.push_str("<p>No game that was played had a winner.</p>\n");
        }
        for ShortGame { player, plies, random, moves, ending, .. } in &self.portrait.shortest {
            let who = match (player.as_str(), random) {
                ("random", _) => "at random".to_string(),
                (_, 0) => "between strong players, from the usual start".to_string(),
                (player, random) => format!("by {player}, after {} at random", count(*random as u64, "half move")),
            };
            let _ = writeln!(
                page,
                "<p><b>{}</b> {}. {}.</p>\n<p class=\"moves\">{}</p>",
                count(*plies as u64, "half move"),
                escape(&who),
                escape(ending),
                escape(&moves.join(" "))
            );
        }
    }

    pub fn puzzles(&self, page: &mut String, game: &dyn DynGame) {
        let puzzles = &self.portrait.puzzles;
        heading(page, "Puzzles");
        if puzzles.is_empty() {
            page.push_str("<p>None was found in these games; a larger budget looks at more.</p>\n");
            return;
        }
        let _ = writeln!(
            page,
            "<p>{} found in these games: one move wins, whatever follows, and no other does within as many half moves. \
             Both were proven by looking at every line.</p>",
            count(puzzles.len() as u64, "puzzle")
        );
        legend(page, self.info, "", false);
        page.push_str("<div class=\"boards\">\n");
        let picture = game.board();
        // Long ones first: they are the better puzzles.
        let mut shown: Vec<&Puzzle> = puzzles.iter().collect();
        shown.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.win_in));
        for puzzle in shown.into_iter().take(PUZZLES) {
            let Ok(play) = game.position(&puzzle.position) else { continue };
            let who = play.turn().player().map_or("", |player| self.info.player(player));
            let scene = play.scene();
            let _ = writeln!(
                page,
                "<figure>{}<figcaption>{} to move wins in {} half moves.{}\n<details><summary>Solution</summary>{}</details>\
                 <details><summary>Position</summary><code>{}</code></details></figcaption></figure>",
                board::position(&picture, &scene, &format!("A puzzle for {who}")),
                escape(who),
                puzzle.win_in,
                escape(&beside(self.info, &scene)),
                escape(&puzzle.moves.join(" ")),
                escape(&puzzle.position)
            );
        }
        page.push_str("</div>\n");
    }
}

/// What counts beside the board: scores, captures, and what each still holds.
fn beside(info: &GameInfo, scene: &Scene) -> String {
    let counter = |counter: &Counter| match counter.target {
        Some(target) => format!("{} {} of {target}", counter.name, counter.value),
        None => format!("{} {}", counter.name, counter.value),
    };
    let mut told = String::new();
    for owner in [Some(Player::One), Some(Player::Two), None] {
        let mut parts: Vec<String> =
            scene.counters.iter().filter(|counter| counter.player == owner).map(counter).collect();
        let held = scene.hands.iter().filter(|hand| Some(hand.player) == owner).filter_map(|hand| hand.count);
        parts.extend(held.map(|count| format!("{count} in hand")));
        if !parts.is_empty() {
            let who = owner.map_or("Both", |player| info.player(player));
            let _ = write!(told, " {who}: {}.", parts.join(", "));
        }
    }
    told
}

fn heading(page: &mut String, text: &str) {
    let _ = writeln!(page, "<h2>{text}</h2>");
}

fn figure(page: &mut String, picture: &str, caption: &str) {
    let _ = writeln!(page, "<figure>{picture}<figcaption>{}</figcaption></figure>", escape(caption));
}

/// Which colour is whose, with what is said of each.
fn legend(page: &mut String, info: &GameInfo, said: &str, draws: bool) {
    let _ = writeln!(
        page,
        "<p class=\"legend\"><span class=\"one\">{}{said}</span> <span class=\"two\">{}{said}</span>{}</p>",
        escape(info.player(Player::One)),
        escape(info.player(Player::Two)),
        if draws { " <span class=\"none\">drawn</span>" } else { "" }
    );
}

fn table<const N: usize>(page: &mut String, head: [&str; N], rows: impl Iterator<Item = [String; N]>) {
    let cells = |cells: &[String], tag: &str| {
        cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect::<Vec<_>>().concat()
    };
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let _ = writeln!(page, "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>", cells(&head, "th"));
    for row in rows {
        let _ = writeln!(page, "<tr>{}</tr>", cells(&row, "td"));
    }
    page.push_str("</table></div>\n");
}

/// Games by their length, in bars of equal width.
fn bins(lengths: &BTreeMap<u32, u64>) -> Vec<([f64; 2], u64)> {
    let (Some(low), Some(high)) = (lengths.keys().next(), lengths.keys().next_back()) else { return Vec::new() };
    let width = (high - low + 1).div_ceil(BINS).max(1);
    let bin = |at: u32| {
        let from = low + at * width;
        let count = lengths.range(from..from + width).map(|(_, games)| games).sum();
        ([f64::from(from) - 0.5, f64::from(from + width) - 0.5], count)
    };
    (0..(high - low + 1).div_ceil(width)).map(bin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_beside_the_board_is_told() {
        let info = agon_games::game_of("tilesum").unwrap();
        let game = agon_games::open("tilesum", agon_core::Options::defaults(info.options)).unwrap();
        assert_eq!(beside(info, &game.start().scene()), " Max: score 0 of 7, moves made 0 of 5.");
        let info = agon_games::game_of("crosphere").unwrap();
        let game = agon_games::open("crosphere", agon_core::Options::defaults(info.options)).unwrap();
        assert_eq!(beside(info, &game.start().scene()).matches(" in hand").count(), 2);
    }

    #[test]
    fn bins_hold_every_game_once() {
        let lengths: BTreeMap<u32, u64> = [(3, 2), (90, 5), (203, 1)].into();
        let bins = bins(&lengths);
        assert!(bins.len() <= BINS as usize);
        assert_eq!(bins.iter().map(|(_, games)| games).sum::<u64>(), 8);
        assert_eq!(super::bins(&[(0, 4)].into()), [([-0.5, 0.5], 4)]);
    }
}
