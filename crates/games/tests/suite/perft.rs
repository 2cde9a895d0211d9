//! Counts of lines, read from `perft/<game>.txt` and any `perft/<game>-….txt`. Each line of a file is
//! `options | position | count count …`, for depth 1, 2, …; `-` for no
//! options, `start` for the usual start (moves may follow it).

#[test]
fn counts_are_as_listed() {
    for (name, text) in crate::common::data("perft") {
        let mut counted = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [options, position, counts] = fields[..] else { panic!("{name}: `{line}` has not three fields") };
            let game = crate::common::open_text(name, options);
            let play = if let Some(moves) = position.strip_prefix("start") {
                let mut play = game.start();
                for mv in moves.split_whitespace() {
                    play.play(mv).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
                play
            } else {
                game.position(position).unwrap_or_else(|error| panic!("{name}: {error}"))
            };
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                let expected: u64 = count.parse().unwrap_or_else(|_| panic!("{name}: `{count}` is not a count"));
                assert_eq!(play.perft(depth), expected, "{name} | {options} | {position} | depth {depth}");
                let divided: u64 = play.divide(depth).iter().map(|(_, lines)| lines).sum();
                assert!(depth > 3 || divided == expected, "{name}: divide does not add up");
                counted += 1;
            }
        }
        assert!(counted > 0, "{name} has no counts");
    }
}
