//! What agents know of each game: one entry a game. The presets among them are the agents of
//! the papers that the games come from, each exactly as its paper defines it, so that results
//! can be compared.

mod andantino;
mod crosphere;
mod rhythmomachy;
mod rithmomachia;
mod tilesum;

use std::any::Any;

use agon_core::Game;

use crate::entry::Entry;

/// The entries, one line a game. Each is found by the type of its game.
#[rustfmt::skip]
static ENTRIES: &[&(dyn Any + Send + Sync)] = &[
    &andantino::ENTRY,
    &crosphere::ENTRY,
    &rhythmomachy::ENTRY,
    &rithmomachia::ENTRY,
    &tilesum::ENTRY,
];

/// The entry of a game, or the default one.
pub(crate) fn entry<G: Game>() -> &'static Entry<G> {
    ENTRIES.iter().find_map(|entry| entry.downcast_ref()).unwrap_or(const { &Entry::DEFAULT })
}

#[cfg(test)]
mod tests {
    use agon_core::Registered;
    use agon_games::{Andantino, Crosphere, TileSum, Visitor};

    use super::*;

    #[test]
    fn every_entry_belongs_to_a_registered_game_and_none_to_two() {
        struct Own;
        impl Visitor for Own {
            type Output = usize;
            fn visit<G: Registered>(&mut self) -> usize {
                ENTRIES.iter().filter(|entry| entry.is::<Entry<G>>()).count()
            }
        }
        let own = agon_games::visit_all(&mut Own);
        assert!(own.iter().all(|entries| *entries <= 1), "{own:?}");
        assert_eq!(own.iter().sum::<usize>(), ENTRIES.len());
    }

    #[test]
    fn a_game_has_its_own_parts_and_the_defaults_of_the_others() {
        let usual = Entry::<Crosphere>::DEFAULT.levels.len();
        assert_eq!((entry::<TileSum>().levels.len(), entry::<TileSum>().casts.len()), (3, 3));
        assert_eq!((entry::<Crosphere>().levels.len(), entry::<Crosphere>().casts.len()), (usual, 0));
        let table_depth = |config: agon_search::AlphaBetaConfig| config.table_depth;
        assert_eq!(table_depth(entry::<Andantino>().tuned(agon_search::AlphaBetaConfig::default())), 2);
        assert_eq!(
            table_depth(entry::<Crosphere>().tuned(agon_search::AlphaBetaConfig::default())),
            table_depth(agon_search::AlphaBetaConfig::default())
        );
    }
}
