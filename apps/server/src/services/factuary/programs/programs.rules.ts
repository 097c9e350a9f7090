import type { NewProgram, NewStep } from '@vigil/contract/factuary-programs.forms';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { defaultExpiryDays, deliveryMoment, firstDeliveryDay } from '@vigil/domain/programs/delivery';
import type { StepType } from '@vigil/domain/programs/life-cycles';

/** A step as it is stored, everything said. */
export interface StoredStep {
  readonly type: StepType;
  readonly title: string;
  readonly text: string;
  /** Of the program, from 0. */
  readonly day: number;
  readonly expires_after_days: number | null;
  /** Of a pledge: days on which it is to be kept. */
  readonly times: number | null;
  readonly survey_id: string | null;
}

export interface StoredModule {
  readonly name: string;
  readonly steps: readonly StoredStep[];
}

/** What the authors write: the same in a draft and once it is published. */
export interface ProgramContent {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly modules: readonly StoredModule[];
}

/** Surveys wait until they are answered; insights and pledges expire. */
const usualExpiry: Readonly<Record<StepType, number | null>> = { insight: defaultExpiryDays, pledge: defaultExpiryDays, survey: null };

function storedStep({ type, title, text, day, expires_after_days, times, survey_id }: NewStep): StoredStep {
  const expiry = expires_after_days ?? usualExpiry[type];
  return {
    type,
    title,
    text,
    day,
    expires_after_days: expiry,
    times: type === 'pledge' ? (times ?? 1) : null,
    survey_id: survey_id ?? null,
  };
}

/** What was sent, with everything said that it left open. */
export function contentOf({
  name,
  title,
  description,
  modules,
}: Pick<NewProgram, 'name' | 'title' | 'description' | 'modules'>): ProgramContent {
  return { name, title, description, modules: modules.map((one) => ({ name: one.name, steps: one.steps.map(storedStep) })) };
}

/** Where a program cannot be published yet: a path of its fields, and why. Null where it can. */
export function whyNotPublished({ modules }: Pick<ProgramContent, 'modules'>): { field: string; message: string } | null {
  if (modules.length === 0) return { field: 'modules', message: 'A program has at least one module' };
  const empty = modules.findIndex(({ steps }) => steps.length === 0);
  return empty === -1 ? null : { field: `modules.${empty}.steps`, message: 'A module has at least one step' };
}

/** Steps that bring a survey, each with the path of the field that names it. */
export const surveySteps = ({ modules }: Pick<ProgramContent, 'modules'>): { field: string; surveyId: string }[] =>
  modules.flatMap(({ steps }, module) =>
    steps.flatMap(({ survey_id: surveyId }, step) =>
      surveyId === null ? [] : [{ field: `modules.${module}.steps.${step}.survey_id`, surveyId }],
    ),
  );

export interface PlannedItem {
  readonly moduleId: string;
  readonly moduleIndex: number;
  readonly stepIndex: number;
  readonly stepOrder: number;
  readonly type: StepType;
  readonly surveyId: string | null;
  /** yyyy-MM-dd. */
  readonly dueDay: string;
  /** Unix seconds. */
  readonly dueAt: number;
  readonly expiresAfterDays: number | null;
}

/** When each step of a program that is begun now is delivered: on its day, at 09:00 of the member's zone. Unix seconds in. */
export function planOf(
  modules: readonly { readonly id: string; readonly index: number; readonly steps: readonly StoredStep[] }[],
  nowSeconds: number,
  zone: string,
): PlannedItem[] {
  const first = firstDeliveryDay(nowSeconds, zone);
  return modules
    .flatMap(({ id, index, steps }) => steps.map((step, stepIndex) => ({ moduleId: id, moduleIndex: index, stepIndex, step })))
    .map(({ step, ...place }, stepOrder) => ({
      ...place,
      stepOrder,
      type: step.type,
      surveyId: step.survey_id,
      dueDay: dateOfDay(first + step.day),
      dueAt: deliveryMoment(first + step.day, zone),
      expiresAfterDays: step.expires_after_days,
    }));
}
