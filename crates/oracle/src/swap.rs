//! The swap rule, for any game: the first move may be answered by exchanging sides.

use crate::Oracle;

/// A game that is played with the swap rule. The game inside knows only the sides.
pub(crate) struct Swapping {
    pub(crate) sides: Box<dyn Oracle>,
    /// The moves so far.
    pub(crate) line: Vec<String>,
}

impl Swapping {
    /// Whether the players have exchanged sides.
    fn swapped(&self) -> bool {
        self.line.get(1).is_some_and(|mv| mv == "swap")
    }
}

impl Oracle for Swapping {
    fn moves(&self) -> Vec<String> {
        let mut moves = self.sides.moves();
        if self.line.len() == 1 && !moves.is_empty() {
            moves.push("swap".to_string());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        if mv == "swap" {
            assert!(self.moves().contains(&mv.to_string()), "illegal: {mv}");
        } else {
            self.sides.play(mv);
        }
        self.line.push(mv.to_string());
    }

    fn result(&self) -> &'static str {
        match self.sides.result() {
            "p1win" if self.swapped() => "p2win",
            "p2win" if self.swapped() => "p1win",
            result => result,
        }
    }

    fn reason(&self) -> &'static str {
        self.sides.reason()
    }

    fn p1_turn(&self) -> bool {
        self.sides.p1_turn() != self.swapped()
    }

    fn rare(&self) -> Vec<&'static str> {
        if self.line.last().is_some_and(|mv| mv == "swap") { vec!["swap"] } else { self.sides.rare() }
    }

    fn boxed_clone(&self) -> Box<dyn Oracle> {
        Box::new(Swapping { sides: self.sides.boxed_clone(), line: self.line.clone() })
    }
}

#[cfg(test)]
mod tests {
    use crate::open;
    use crate::testing::{perft, play_all};

    const HEX: &[(&str, &str)] = &[("size", "3"), ("swap", "true")];

    #[test]
    fn sides_are_exchanged_and_the_board_stays() {
        let mut game = open("hex", HEX);
        play_all(&mut *game, "c1 swap");
        assert!(game.p1_turn());
        assert!(!game.moves().contains(&"swap".to_string()) && !game.moves().contains(&"c1".to_string()));
        // Red's stones on c1, c2 and c3 are now those of player 2.
        play_all(&mut *game, "a1 c2 a2 c3");
        assert_eq!((game.result(), game.reason()), ("p2win", "connection"));
    }

    #[test]
    fn only_the_first_move_can_be_answered_so() {
        let offers = |options, moves: &str| {
            let mut game = open("hex", options);
            play_all(&mut *game, moves);
            game.moves().contains(&"swap".to_string())
        };
        assert!(offers(HEX, "b2"));
        assert!(!offers(HEX, "") && !offers(HEX, "b2 a1") && !offers(HEX, "b2 swap") && !offers(&HEX[..1], "b2"));
    }

    #[test]
    fn lines_are_as_many_as_the_page_says() {
        assert_eq!([1, 2, 3, 4].map(|depth| perft(&*open("hex", HEX), depth)), [9, 81, 576, 3_528]);
    }
}
