//! What has been asked and not yet answered, and what is known of the answer:
//! what it takes to go on with another job.

use std::time::{Duration, Instant};

/// The orders that a new job has to know.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an order that was given or not")]
pub struct Asked {
    options: Vec<String>,
    position: Option<String>,
    search: Option<Search>,
    queries: Vec<String>,
    /// Whether `isready` and `ugi` are still to be answered.
    waits_ready: bool,
    waits_ugi: bool,
    has_ended: bool,
    quits: bool,
}

/// A search that goes on.
#[derive(Debug)]
struct Search {
    go: String,
    since: Instant,
    /// The best move of the last completed iteration: the checkpoint.
    best: Option<String>,
}

impl Asked {
    /// Takes note of an order.
    pub fn order(&mut self, line: &str) {
        match line.split_whitespace().next() {
            Some("setoption") => self.options.push(line.to_string()),
            Some("position") => self.position = Some(line.to_string()),
            Some("uginewgame") => self.position = None,
            Some("go") => self.search = Some(Search { go: line.to_string(), since: Instant::now(), best: None }),
            Some("query") => self.queries.push(line.to_string()),
            Some("isready") => self.waits_ready = true,
            Some("ugi") => self.waits_ugi = true,
            Some("quit") => self.quits = true,
            _ => {}
        }
    }

    /// Nothing more will be ordered.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// Whether the orders have ended.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.quits || (self.has_ended && self.search.is_none())
    }

    /// Takes note of what rank 0 has said; gives whether it answers something.
    pub fn hear(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => self.search = None,
            // Queries are answered in their order.
            Some("response") if !self.queries.is_empty() => drop(self.queries.remove(0)),
            Some("readyok") => self.waits_ready = false,
            Some("ugiok") => self.waits_ugi = false,
            Some("info") if words.next() == Some("depth") => {
                if let Some(search) = &mut self.search
                    && let Some(best) = words.skip_while(|word| *word != "pv").nth(1)
                {
                    search.best = Some(best.to_string());
                }
                return false;
            }
            _ => return false,
        }
        true
    }

    /// The position that was last set up.
    pub fn position(&self) -> &str {
        self.position.as_deref().unwrap_or("position startpos")
    }

    /// The answer to the search that goes on, if an iteration has been completed.
    pub fn answer(&mut self) -> Option<Vec<String>> {
        let best = self.search.as_ref()?.best.clone()?;
        self.search = None;
        Some(vec!["info string answered from the checkpoint".to_string(), format!("bestmove {best}")])
    }

    /// What a new job has to be told, with the search that goes on as far as time is left for it.
    pub fn again(&self) -> Vec<String> {
        let ugi = self.waits_ugi.then(|| "ugi".to_string());
        let ready = self.waits_ready.then(|| "isready".to_string());
        let go = self.search.as_ref().map(|search| with_less_time(&search.go, search.since.elapsed()));
        let known = self.options.iter().cloned().chain(self.position.clone());
        ugi.into_iter().chain(known).chain(ready).chain(self.queries.iter().cloned()).chain(go).collect()
    }
}

/// The limits of a search when so much of its time has passed.
fn with_less_time(go: &str, passed: Duration) -> String {
    let passed = passed.as_millis() as u64;
    let mut is_time = false;
    let words = go.split_whitespace().map(|word| {
        let left = word.parse::<u64>().ok().filter(|_| is_time).map(|time| time.saturating_sub(passed).max(1));
        is_time = matches!(word, "movetime" | "p1time" | "p2time");
        left.map_or_else(|| word.to_string(), |left| left.to_string())
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_answered_and_what_is_not_is_asked_again() {
        let mut asked = Asked::default();
        for line in ["ugi", "setoption name hash value 8", "isready", "position startpos moves a1", "go depth 9"] {
            asked.order(line);
        }
        assert!(asked.hear("ugiok") && asked.hear("readyok"));
        let again = ["setoption name hash value 8", "position startpos moves a1", "go depth 9"];
        assert_eq!((asked.answer(), asked.again()), (None, again.map(str::to_string).to_vec()));
        assert!(!asked.hear("info depth 3 seldepth 4 nodes 9 score cp 5 pv b2 c3"));
        assert_eq!(asked.answer().unwrap()[1], "bestmove b2");
        assert_eq!(asked.again(), again[..2]);
        assert!(!asked.is_over());
        asked.order("query moves");
        assert_eq!(asked.again().last().unwrap(), "query moves");
        assert!(asked.hear("response a1") && asked.again() == again[..2]);
        asked.end();
        assert!(asked.is_over());
    }

    #[test]
    fn time_that_has_passed_is_gone() {
        let passed = Duration::from_millis(400);
        assert_eq!(with_less_time("go movetime 1000 depth 900", passed), "go movetime 600 depth 900");
        assert_eq!(with_less_time("go p1time 300 p2time 900 p1inc 5", passed), "go p1time 1 p2time 500 p1inc 5");
    }
}
