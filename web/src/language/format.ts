import { language } from './language.svelte';

const number = (value: number, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language.locale, options).format(value);

/** A share of one in hundredths. */
export function percent(share: number, digits: Intl.NumberFormatOptions = { maximumFractionDigits: 0 }): string {
  return number(share, { style: 'percent', ...digits });
}

/** A whole number. */
export function count(value: number): string {
  return number(value, {});
}

/** A number with at most one decimal. */
export function decimal(value: number): string {
  return number(value, { maximumFractionDigits: 1 });
}

/** A large number, short. */
export function short(value: number): string {
  return value < 1e4 ? `${value}` : number(value, { notation: 'compact', maximumSignificantDigits: 3 });
}

/** Hundredths, with a sign unless it is zero. */
export function points(hundredths: number): string {
  return number(hundredths / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }).replace('-', '\u2212');
}

/** The day of a time in milliseconds. */
export function day(time: number): string {
  return new Date(time).toLocaleDateString(language.locale);
}

/** Day and hour of a time in milliseconds. */
export function moment(time: number): string {
  return new Date(time).toLocaleString(language.locale);
}

/** Several things as one reads them. */
export function list(things: string[]): string {
  return new Intl.ListFormat(language.locale, { type: 'conjunction' }).format(things);
}
