CREATE SCHEMA IF NOT EXISTS agon;

-- What was submitted.
CREATE TABLE agon.runs (
    id text PRIMARY KEY,
    title text NOT NULL,
    description text NOT NULL,
    build text NOT NULL,
    date text NOT NULL,
    job_seconds double precision NOT NULL,
    verify double precision NOT NULL,
    -- Outside engines that it plays with.
    commands text[] NOT NULL,
    -- The speed of the machine that its times are meant for, if it is timed.
    speed double precision,
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'cancelled', 'failed')),
    error text,
    coordinator text,
    lease timestamptz NOT NULL DEFAULT '-infinity',
    submitted timestamptz NOT NULL DEFAULT now(),
    ended timestamptz
);

-- Games that share their conditions, within a run.
CREATE TABLE agon.series (
    run text NOT NULL REFERENCES agon.runs ON DELETE CASCADE,
    name text NOT NULL,
    terms text NOT NULL,
    -- How many games there are to be, as far as is known.
    asked bigint NOT NULL DEFAULT 0,
    -- Up to which round the games count; those beyond were not needed any more.
    counted bigint NOT NULL DEFAULT 0,
    decided boolean NOT NULL DEFAULT false,
    PRIMARY KEY (run, name)
);

-- Which rounds were handed out together.
CREATE TABLE agon.jobs (
    run text NOT NULL,
    series text NOT NULL,
    first bigint NOT NULL,
    games bigint NOT NULL,
    -- How often it was handed out.
    attempt integer NOT NULL DEFAULT 0,
    sent boolean NOT NULL DEFAULT false,
    PRIMARY KEY (run, series, first),
    FOREIGN KEY (run, series) REFERENCES agon.series ON DELETE CASCADE
);

-- Every game once.
CREATE TABLE agon.games (
    run text NOT NULL,
    series text NOT NULL,
    round bigint NOT NULL,
    digest bigint NOT NULL,
    record text NOT NULL,
    worker text NOT NULL,
    seconds double precision NOT NULL,
    pace double precision NOT NULL,
    -- How often it was played, the first time included.
    times integer NOT NULL DEFAULT 1,
    played timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run, series, round),
    FOREIGN KEY (run, series) REFERENCES agon.series ON DELETE CASCADE
);

-- Games that did not come out the same twice, by every worker that played them.
CREATE TABLE agon.opinions (
    run text NOT NULL,
    series text NOT NULL,
    round bigint NOT NULL,
    worker text NOT NULL,
    digest bigint NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (run, series, round, worker),
    FOREIGN KEY (run, series) REFERENCES agon.series ON DELETE CASCADE
);

CREATE TABLE agon.workers (
    name text PRIMARY KEY,
    machine text NOT NULL,
    build text NOT NULL,
    slots integer NOT NULL,
    -- Seconds of processor time, in searches and in all.
    searching double precision NOT NULL DEFAULT 0,
    busy double precision NOT NULL DEFAULT 0,
    started timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE agon.version (number integer PRIMARY KEY);
INSERT INTO agon.version VALUES (1);
