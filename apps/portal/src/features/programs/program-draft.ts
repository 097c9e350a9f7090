import { type NewProgram, newProgram } from '@vigil/contract/factuary-programs.forms';
import type { Program } from '@vigil/contract/factuary-programs.shapes';
import { defaultExpiryDays, type StepType, stepTypes } from '@vigil/contract/factuary-programs.values';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

const stepDraft = z.object({
  key: z.string(),
  type: z.enum(stepTypes),
  title: z.string(),
  text: z.string(),
  /** Numbers as they are typed; days count from 1. */
  day: z.string(),
  expires: z.string(),
  times: z.string(),
  surveyId: z.string(),
});
export type StepDraft = z.output<typeof stepDraft>;

const moduleDraft = z.object({ key: z.string(), name: z.string(), steps: z.array(stepDraft) });
export type ModuleDraft = z.output<typeof moduleDraft>;

/** A program as it is being written; `revision` is the one that it was read in, 0 for one that is not stored yet. */
const programDraft = z.object({
  id: z.string(),
  revision: z.int(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  modules: z.array(moduleDraft),
});
export type ProgramDraft = z.output<typeof programDraft>;

/** Kept as notes are: through a reload and the way back, until it is saved or given up. */
export const programDrafts = createDrafts<ProgramDraft>('programs', (found) => programDraft.safeParse(found).data ?? null);

const key = () => crypto.randomUUID();

export const emptyStep = (type: StepType, day = '1'): StepDraft => ({
  ...{ key: key(), type, title: '', text: '', day, expires: '', surveyId: '' },
  times: type === 'pledge' ? '1' : '',
});
export const emptyModule = (): ModuleDraft => ({ key: key(), name: '', steps: [] });
export const emptyDraft = (id: string): ProgramDraft => ({ id, revision: 0, name: '', title: '', description: '', modules: [] });

/** What is stored, as it is written. Keys are places: what is read twice is the same draft. */
export function draftOf({ id, name, title, description, modules }: Program, revision: number): ProgramDraft {
  return {
    ...{ id, revision, name, title, description },
    modules: modules.map((module, place) => ({
      key: `${place}`,
      name: module.name,
      steps: module.steps.map((step) => ({
        ...{ key: `${place}.${step.index}`, type: step.type, title: step.title ?? '', text: step.text ?? '', day: `${step.day + 1}` },
        expires: step.expires_after_days === null || isUsual(step.type, step.expires_after_days) ? '' : `${step.expires_after_days}`,
        ...{ times: step.times === null ? '' : `${step.times}`, surveyId: step.survey?.id ?? '' },
      })),
    })),
  };
}

const isUsual = (type: StepType, days: number) => type !== 'survey' && days === defaultExpiryDays;
const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));

/** What is sent, before it is checked. */
function sentOf({ id, name, title, description, modules }: ProgramDraft) {
  return {
    ...{ id, name, title, description },
    modules: modules.map((module) => ({
      name: module.name,
      steps: module.steps.map(({ type, title: stepTitle, text, day, expires, times, surveyId }) => ({
        ...{ type, title: stepTitle, text, day: Number(day.trim() || Number.NaN) - 1, expires_after_days: numberOf(expires) },
        ...{ times: type === 'pledge' ? numberOf(times) : null, survey_id: type === 'survey' ? surveyId.trim() : null },
      })),
    })),
  };
}

/** Whether both say the same. */
export const isSameDraft = (one: ProgramDraft, other: ProgramDraft): boolean =>
  JSON.stringify(sentOf(one)) === JSON.stringify(sentOf(other));

export type Checked = { readonly sent: NewProgram; readonly faults: null } | { readonly sent: null; readonly faults: ReadonlySet<string> };

/** What can be sent, or the paths of the fields that keep it from that, as `modules.0.steps.1.text`. */
export function checked(draft: ProgramDraft): Checked {
  const result = newProgram.safeParse(sentOf(draft));
  if (result.success) return { sent: result.data, faults: null };
  return { sent: null, faults: new Set(result.error.issues.map(({ path }) => path.join('.'))) };
}

/** The list with one of its things a place up or down; as it was at either end. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const next = [...list];
  if (to < 0 || to >= list.length) return next;
  [next[from], next[to]] = [next[to] as T, next[from] as T];
  return next;
}
