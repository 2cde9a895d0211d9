// What the options of a game mean together: where a game has rulesets, the
// defaults of the others depend on which of them is played.

import type { GameInfo, OptionInfo, Options, Ruleset, Variant } from '../engine/types';

type Specs = OptionInfo[];
type RulesetOption = OptionInfo & { kind: 'ruleset' };

const rulesetOption = (specs: Specs): RulesetOption | undefined => specs.find((spec): spec is RulesetOption => spec.kind === 'ruleset');

/** What people get who choose nothing. */
export function usualOptions({ options: specs }: Pick<GameInfo, 'options'>): Options {
  const spec = rulesetOption(specs);
  return spec ? { [spec.name]: spec.usual } : {};
}

/** The same options with the ruleset named. Where none is, it is the one that texts without it mean, never the usual one. */
export function named({ options: specs }: Pick<GameInfo, 'options'>, options: Options): Options {
  const spec = rulesetOption(specs);
  return spec && !(spec.name in options) ? { [spec.name]: spec.default, ...options } : options;
}

/** The default of an option under the ruleset that is chosen. */
export function defaultOf(specs: Specs, options: Options, spec: OptionInfo): string {
  const choice = rulesetOption(specs);
  const chosen = choice?.rulesets.find(({ name }) => name === (options[choice.name] ?? choice.default));
  return chosen?.defaults[spec.name] ?? spec.default;
}

/** The value of an option, given or not. */
export function valueOf(specs: Specs, options: Options, spec: OptionInfo): string {
  return options[spec.name] ?? defaultOf(specs, options, spec);
}

/** Sets one option. Defaults are left out; another ruleset is named and begins with its own defaults. */
export function withOption(specs: Specs, options: Options, spec: OptionInfo, value: string): Options {
  if (spec.kind === 'ruleset') return { [spec.name]: value };
  const { [spec.name]: _, ...rest } = options;
  return value === defaultOf(specs, options, spec) ? rest : { ...rest, [spec.name]: value };
}

/** Whether two games are played with the same options. */
export function sameOptions(a: Options, b: Options): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

/** The variant that options are: the name of one, `usual`, or `own` where they are neither. */
export function variantOf(info: GameInfo, options: Options): string {
  if (sameOptions(options, usualOptions(info))) return 'usual';
  return info.variants.find((variant) => sameOptions(variant.options, options))?.name ?? 'own';
}

/** The variants that are not simply the usual rules. */
export function otherVariants(info: GameInfo): Variant[] {
  return info.variants.filter(({ options }) => !sameOptions(options, usualOptions(info)));
}

/** The options of a variant, or the usual ones. */
export function optionsOf(info: GameInfo, variant: string): Options {
  return { ...(info.variants.find(({ name }) => name === variant)?.options ?? usualOptions(info)) };
}

/** The ruleset that a game is played by, where that is not the usual one. */
export function otherRuleset({ options: specs }: GameInfo, options: Options = {}): Ruleset | undefined {
  const spec = rulesetOption(specs);
  const name = spec && valueOf(specs, options, spec);
  return name === spec?.usual ? undefined : spec?.rulesets.find((ruleset) => ruleset.name === name);
}

/** The ruleset that people get who choose nothing, where a game has several. */
export function usualRuleset({ options: specs }: GameInfo): Ruleset | undefined {
  const spec = rulesetOption(specs);
  return spec?.rulesets.find(({ name }) => name === spec.usual);
}
