// Everything this browser keeps as one file, and such a file read back. What is read is
// added to what is here; nothing that is newer is overwritten. docs/backup.md has the format.

import { isNumber, isObject, isSaved, isText, isTexts } from '../game/check';
import { arrived, everything, GAME, join, ready, unsaved, write, writing, type Damaged, type Saved, type Written } from '../game/store';
import { isWishes, WISHES } from '../game/wishes';
import { addResults, areResults, RESULTS, resultsIn, type Result } from '../record/results';
import { FINISHED, finishedIn, isProgress, LESSON, lessonIn, rememberFinished, rememberLesson, type Progress } from '../lessons/progress';
import { PUZZLES, remember, solvedIn } from '../puzzles/solved';
import { adopt, keptSettings, soundSettings, type KeptSettings } from '../settings.svelte';
import { setAside } from './carry';
import { within } from './database';
import * as local from './local';
import { post } from './tabs';

const FORMAT = 'agon-backup';
const VERSION = 1;
/** How many milliseconds the database is waited for. */
const PATIENCE = 8000;

export interface Backup {
  format: typeof FORMAT;
  version: number;
  /** When it was written, in the form of ISO 8601. */
  when: string;
  games: unknown[];
  /** The positions of solved puzzles, by game. */
  puzzles: Record<string, unknown>;
  lessons: Record<string, unknown>;
  /** How games against the computer ended, by game. */
  results: Record<string, unknown>;
  settings: unknown;
  /** What was asked for in the last new game, by game. */
  wishes: Record<string, unknown>;
  /** What could not be read, as it was. */
  damaged: unknown[];
}

/** What a file brought. */
export interface Brought {
  games: number;
  /** Games that were here, and of which the file had more. */
  continued: number;
  puzzles: number;
  lessons: number;
  /** Results of games against the computer. */
  results: number;
  settings: boolean;
  /** Games that were here just so. */
  known: number;
  /** Entries that make no sense: they are set aside. */
  damaged: number;
}

/** Why a file cannot be read, as a word; `detail` is what the parser or the file says. */
export class BackupError extends Error {
  constructor(
    readonly why: 'notJson' | 'notBackup' | 'newer' | 'broken' | 'full' | 'waiting',
    readonly detail = '',
  ) {
    super(`${why} ${detail}`.trim());
  }
}

const by = <T>(prefix: string, value: (game: string) => T): Record<string, T> =>
  Object.fromEntries(local.keys(prefix).map((key) => [key.slice(prefix.length), value(key.slice(prefix.length))]));

/** A backup without the games that another tab holds would look like all of them. */
async function waited(): Promise<void> {
  if (!(await within(arrived().then(() => true), PATIENCE))) throw new BackupError('waiting');
}

/** Everything as the text of a file. */
export async function backup(): Promise<string> {
  await waited();
  const { games, damaged } = await everything('');
  const progress = (game: string): Progress => ({ at: lessonIn(game), finished: [...finishedIn(game)] });
  const file: Backup = {
    format: FORMAT,
    version: VERSION,
    when: new Date().toISOString(),
    games: games.map(({ rev: _, ...game }) => game),
    puzzles: by(PUZZLES, (game) => [...solvedIn(game)]),
    lessons: { ...by(LESSON, progress), ...by(FINISHED, progress) },
    results: by(RESULTS, resultsIn),
    settings: keptSettings(),
    wishes: by(WISHES, (game) => local.readData(WISHES + game, isWishes) ?? {}),
    damaged: [...damaged, ...local.setAsides()],
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Everything that could not be read, as it was. */
export async function damagedEntries(): Promise<Damaged[]> {
  return [...(await everything('')).damaged, ...local.setAsides()];
}

function parse(text: string): Partial<Backup> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BackupError('notJson', (error as Error).message);
  }
  if (!isObject(value) || value['format'] !== FORMAT) throw new BackupError('notBackup');
  const version = value['version'];
  if (!isNumber(version)) throw new BackupError('broken', 'version');
  if (version > VERSION) throw new BackupError('newer', String(version));
  for (const name of ['games', 'damaged']) if (name in value && !Array.isArray(value[name])) throw new BackupError('broken', name);
  for (const name of ['puzzles', 'lessons', 'results', 'wishes', 'settings']) if (name in value && !isObject(value[name])) throw new BackupError('broken', name);
  return value as Partial<Backup>;
}

/** Adds what is in the text of a file to what is here. */
export async function restore(text: string): Promise<Brought> {
  const file = parse(text);
  await waited();
  const odd: Damaged[] = [];
  const games = sound(Object.entries(file.games ?? []), isGame, (_, game) => GAME + (isObject(game) && isText(game['id']) ? game['id'] : '?'), odd);
  const puzzles = sound(Object.entries(file.puzzles ?? {}), isTexts, (game) => PUZZLES + game, odd);
  const lessons = sound(Object.entries(file.lessons ?? {}), isProgress, (game) => FINISHED + game, odd);
  const results = sound(Object.entries(file.results ?? {}), areResults, (game) => RESULTS + game, odd);
  const wishes = sound(Object.entries(file.wishes ?? {}), isWishes, (game) => WISHES + game, odd);
  const aside = (file.damaged ?? []).filter((entry): entry is Damaged => isObject(entry) && isText(entry['key']) && isText(entry['raw']));
  const written = await writeGames(games.map(([, game]) => game), [...odd, ...aside]);
  const count = (news: Written['news']) => written.filter((entry) => entry.news === news).length;
  for (const [game, last] of wishes) if (local.read(WISHES + game) === null) local.write(WISHES + game, JSON.stringify(last), 'settings');
  for (const [game, { at }] of lessons) if (local.read(LESSON + game) === null) rememberLesson(game, at);
  return {
    games: count('new'),
    continued: count('changed'),
    known: count('same'),
    puzzles: sum(puzzles.map(([game, solved]) => more(solvedIn(game), () => remember(game, solved)))),
    lessons: sum(lessons.map(([game, { finished }]) => more(finishedIn(game), () => rememberFinished(game, finished)))),
    results: sum(results.map(([game, more]) => addedResults(game, more))),
    settings: restoreSettings(soundSettings(file.settings)),
    damaged: odd.length,
  };
}

const isGame = (entry: unknown): entry is Saved => isSaved(entry) && entry.id.startsWith(`${entry.record.game}-`);

/** The entries that make sense; the others are added to `odd`, as they are. */
function sound<T>(entries: [string, unknown][], makesSense: (value: unknown) => value is T, key: (name: string, value: unknown) => string, odd: Damaged[]): [string, T][] {
  return entries.filter((entry): entry is [string, T] => {
    const [name, value] = entry;
    const fine = makesSense(value);
    if (!fine) odd.push({ key: key(name, value), raw: JSON.stringify(value) });
    return fine;
  });
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
const more = (before: Set<string>, add: () => Set<string>): number => add().size - before.size;

function addedResults(game: string, more: Result[]): number {
  const before = resultsIn(game).length;
  return addResults(game, more).length - before;
}

/** Settings count if they were changed later than those that are here. */
function restoreSettings(theirs: KeptSettings): boolean {
  if ((theirs.when ?? 0) <= (keptSettings().when ?? 0)) return false;
  adopt(theirs);
  return true;
}

/** All of them or none; where there is no database, for this visit. */
async function writeGames(games: Saved[], damaged: Damaged[]): Promise<Written[]> {
  await Promise.all(writing.values());
  const opened = await ready();
  if (!opened || opened.readOnly) {
    const here = new Map((await everything('')).games.map((game) => [game.id, game]));
    return games.map((game) => {
      const written = join(here.get(game.id) ?? null, game, true);
      const text = JSON.stringify(written.saved);
      if (written.news !== 'same' && !local.write(GAME + game.id, text, 'games')) unsaved.set(game.id, text);
      return written;
    });
  }
  try {
    const written = await write(opened, games, { foreign: true });
    await setAside(opened, damaged);
    for (const { saved, news } of written) if (news !== 'same') post({ id: saved.id, rev: saved.rev ?? 0 });
    return written;
  } catch (error) {
    throw new BackupError(local.isFull(error) ? 'full' : 'broken', (error as Error).message);
  }
}
