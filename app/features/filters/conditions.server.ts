/** Conditions in a report's URL: chips that describe and remove them. */
import type { TextKey } from 'contract/analytics/filter-keys';
import { FilterConditions, type SaveFilter } from 'contract/analytics/filters';
import * as limits from 'contract/floor/limits';
import { keyOf, type ReadWhere, readWhere } from 'contract/analytics/where';
import type { z } from 'zod';
import { countryName, platformName } from '../../text/display-names.server';
import { audienceName } from '../../text/labels';
import { conditionsId } from '../../ui/chips';
import { conditionTexts } from './filter-labels';

interface ConditionChip {
  label: string;
  without: string;
}

export interface ShownConditions {
  chips: ConditionChip[];
  /** URL without any condition; empty if one chip does the same. */
  clear: string;
  /** Sentence about unreadable conditions; empty without any. */
  leftOut: string;
}

/** The report's package or pixel, and the URL without it. */
export interface AboutChip extends ConditionChip {
  clear: string;
}

/** `to` returns the page's URL with other conditions. */
export function shownConditions(
  given: readonly string[],
  to: (where: string[]) => string,
  about: AboutChip | null,
): ShownConditions {
  let { texts, refused } = readWhere(given);
  let there = `#${conditionsId}`;
  let ofTexts = chipsOf(texts).map(({ label, of }) => ({
    label,
    without: to(texts.filter((text) => !of.includes(text))) + there,
  }));
  let chips = about ? [{ label: about.label, without: about.without + there }, ...ofTexts] : ofTexts;
  return {
    chips,
    clear: chips.length > 1 ? (about?.clear ?? to([])) + there : '',
    leftOut: leftOutWords(refused),
  };
}

const shownMax = 60;

function leftOutWords(refused: ReadWhere['refused']): string {
  if (refused.length === 0) return '';
  let named = refused.slice(0, 3).map(({ text }) => `“${text.slice(0, shownMax)}${text.length > shownMax ? '…' : ''}”`);
  if (refused.length > named.length) named.push(`${refused.length - named.length} more`);
  let isTooMuch = refused.every(({ code }) => code === 'too-many-conditions');
  let why = isTooMuch ? 'too many conditions' : 'unknown condition';
  return `${named.join(', ')} ${refused.length === 1 ? 'was' : 'were'} left out: ${why}.`;
}

/** One chip per key, whose values are alternatives. */
function chipsOf(texts: readonly string[]): { label: string; of: string[] }[] {
  let keys = new Map<string, string[]>();
  for (let text of texts) keys.set(keyOf(text), [...(keys.get(keyOf(text)) ?? []), text]);
  return [...keys.values()].map((of) => ({ label: wordsOf(of).join(', '), of }));
}

/**
 * The conditions of a report with others of one key, at the end. They join those of the same key,
 * or replace them where the operators differ.
 */
export function withConditions(given: readonly string[], added: readonly string[]): string[] {
  let { texts } = readWhere(given);
  let own = texts.filter((text) => keyOf(text) === keyOf(added[0] ?? ''));
  let others = texts.filter((text) => !own.includes(text));
  let areJoined = readWhere([...own, ...added]).refused.every(({ code }) => code !== 'condition-is-invalid');
  return [...new Set([...others, ...(areJoined ? own : []), ...added])];
}

function wordsOf(texts: readonly string[]): string[] {
  return conditionTexts(readWhere(texts).conditions, nameOf).map((words) => words.replace(/^Country code/, 'Country'));
}

/** What people call a value. */
export const valueNames: Partial<Record<TextKey, (value: string) => string>> = {
  request_platform: platformName,
  request_origin_country: (code) => countryName(code.toUpperCase()),
  request_audience: audienceName,
};

function nameOf(value: string, key: TextKey): string {
  return valueNames[key]?.(value) ?? value;
}

/** `saved`: conditions of the page's saved filter. Null if both have the same key. */
export function asFilter(
  given: readonly string[],
  saved: FilterConditions | undefined,
): { name: string; conditions: z.input<typeof SaveFilter> } | null {
  let { conditions, texts, refused } = readWhere(given);
  let before = saved ? FilterConditions.parse(saved) : {};
  let hasBoth = Object.keys(conditions).some((key) => Object.hasOwn(before, key));
  if (texts.length === 0 || refused.length > 0 || hasBoth) return null;
  let all = { ...before, ...conditions };
  return { name: wordsOf(texts).join(', ').slice(0, limits.filterNameMax).trim(), conditions: all };
}
