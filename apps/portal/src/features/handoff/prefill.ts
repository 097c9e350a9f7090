import type { HandoffEvent, HandoffFacts } from '@vigil/contract/triage-handoffs.contract';
import type { TFunction } from 'i18next';
import { boldMark } from '#ui/rich-text-parts.ts';

/** Lines of a summary that is begun for its author. */
const mostLines = 4;

/** How a summary begins: what was done about the member, the newest first. What is open and what is due stand beside it. */
export function prefilledSummary(facts: HandoffFacts, t: TFunction<'handoff'>, moment: (seconds: number) => string): string {
  return facts.happened
    .filter(({ kind }) => kind !== 'OPENED' && kind !== 'ASSIGNED' && kind !== 'EXPIRED')
    .slice(0, mostLines)
    .map((event) => `${moment(event.at)}: ${eventInWords(event, t)}`)
    .join('\n');
}

/** What happened, in a sentence: what, what came of it, who did it, and what was said. */
export function eventInWords({ kind, title, by, note, outcome, seconds }: HandoffEvent, t: TFunction<'handoff'>): string {
  const what =
    kind === 'CALL'
      ? t(seconds === null ? 'event.CALL_missed' : 'event.CALL', { minutes: Math.max(1, Math.round((seconds ?? 0) / 60)) })
      : t(`event.${kind}`, { title: title ?? '' });
  const parts = [what, outcome && t(`outcome.${outcome}`), by && `${by.firstName} ${by.lastName}`.trim()].filter(Boolean).join(' · ');
  // What marks a note as bold is no mark here.
  return note ? `${parts}. ${note.replaceAll(boldMark, '')}` : parts;
}
