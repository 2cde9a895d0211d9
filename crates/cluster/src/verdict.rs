//! Games that did not come out the same on all machines: who is right, and who is not.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use sqlx::{FromRow, PgPool};

/// How often a doubtful game is played again before it is left to people.
pub const MOST: i64 = 8;

/// What a worker made of a game.
#[derive(Clone, Debug, FromRow)]
pub struct Opinion {
    pub series: String,
    pub round: i64,
    pub worker: String,
    pub digest: i64,
}

/// A game about which workers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The series.
    pub series: String,
    /// The game.
    pub round: i64,
    /// How many workers have played it.
    pub opinions: usize,
    /// The digest that most found, more than one, and no other as many; `None` while that is open.
    pub right: Option<i64>,
    /// Who found something else, if it is known what is right; otherwise everybody.
    pub wrong: Vec<String>,
}

/// All games of a run about which workers differ.
pub async fn doubts(pool: &PgPool, run: &str) -> Result<Vec<Doubt>> {
    let sql = "SELECT series, round, worker, digest FROM agon.opinions WHERE run = $1 ORDER BY series, round, worker";
    let opinions: Vec<Opinion> = sqlx::query_as(sql).bind(run).fetch_all(pool).await?;
    Ok(judge(opinions))
}

fn judge(opinions: Vec<Opinion>) -> Vec<Doubt> {
    let mut games: BTreeMap<(String, i64), Vec<Opinion>> = BTreeMap::new();
    for opinion in opinions {
        games.entry((opinion.series.clone(), opinion.round)).or_default().push(opinion);
    }
    let doubt = |((series, round), opinions): ((String, i64), Vec<Opinion>)| {
        let digests: BTreeSet<i64> = opinions.iter().map(|opinion| opinion.digest).collect();
        let count = |digest: i64| opinions.iter().filter(|opinion| opinion.digest == digest).count();
        let most = digests.iter().map(|digest| count(*digest)).max().unwrap_or(0);
        let mut leaders = digests.iter().copied().filter(|digest| count(*digest) == most);
        let right = leaders.next().filter(|_| most > 1 && leaders.next().is_none());
        let wrong = opinions.iter().filter(|opinion| Some(opinion.digest) != right);
        Doubt { series, round, opinions: opinions.len(), right, wrong: wrong.map(|o| o.worker.clone()).collect() }
    };
    games.into_iter().map(doubt).collect()
}

/// Makes what most found the game that is kept.
pub async fn settle(pool: &PgPool, run: &str, doubt: &Doubt) -> Result<()> {
    let Some(right) = doubt.right else { return Ok(()) };
    let sql = "UPDATE agon.games g SET digest = o.digest, record = o.record, worker = o.worker FROM agon.opinions o \
        WHERE g.run = $1 AND g.series = $2 AND g.round = $3 AND g.digest <> $4 \
        AND o.run = $1 AND o.series = $2 AND o.round = $3 AND o.digest = $4";
    sqlx::query(sql).bind(run).bind(&doubt.series).bind(doubt.round).bind(right).execute(pool).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(digests: &[i64]) -> Doubt {
        let opinion = |(at, digest): (usize, &i64)| Opinion {
            series: "s".to_string(),
            round: 3,
            worker: format!("w{at}"),
            digest: *digest,
        };
        judge(digests.iter().enumerate().map(opinion).collect()).remove(0)
    }

    #[test]
    fn most_are_right_and_the_others_are_named() {
        assert_eq!((judged(&[1, 2]).right, judged(&[1, 2]).wrong.len()), (None, 2));
        let doubt = judged(&[1, 2, 1]);
        assert_eq!((doubt.right, doubt.wrong, doubt.opinions), (Some(1), vec!["w1".to_string()], 3));
        assert_eq!(judged(&[1, 2, 1, 2]).right, None);
        assert_eq!(judged(&[1, 2, 3]).right, None);
        assert!(judge(Vec::new()).is_empty());
    }
}
