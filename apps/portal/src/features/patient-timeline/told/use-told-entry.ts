import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import { displayText, displayUnit, type Units } from '@vigil/domain/units/unit-system';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '#lib/units.ts';
import { fullName, rolesInWords } from '#ui/person.tsx';
import { toldAction, toldAlert, type ValuesTold, type Words } from './told-alert.ts';
import { toldCall, toldCare, toldTask } from './told-care.ts';
import type { ToldEntry } from './told-entry.ts';
import { toldMessages, toldNote, toldProgram, toldReading, toldSurvey } from './told-record.ts';

/** How entries of a member's timeline are told, in the reader's units and the member's time. */
export function useToldEntry(memberId: string, zone: string): (entry: TimelineEntry) => ToldEntry {
  const { t } = useTranslation('patientTimeline');
  const units = useUnits();
  return useMemo(() => {
    const told = { t, zone, valuesTold: valuesIn(units, t) };
    return (entry) => ({ ...whatOf(entry, told), who: whoOf(entry, memberId, t) });
  }, [t, zone, units, memberId]);
}

function whatOf(entry: TimelineEntry, told: { t: Words; zone: string; valuesTold: ValuesTold }): Omit<ToldEntry, 'who'> {
  const { action, alert, note, messages, survey, reading, program, call, task } = entry;
  if (action) return toldAction(action, entry, told);
  if (alert) return toldAlert(alert, told.t);
  if (note) return toldNote(note, told.t);
  if (messages) return toldMessages(messages, told.t);
  if (survey) return toldSurvey(survey, told.t);
  if (reading) return toldReading(reading, entry.at, told);
  if (program) return toldProgram(program, told.t);
  if (call) return toldCall(call, entry, told.t);
  return task ? toldTask(task, told.t) : toldCare(entry, told.t);
}

/** Several who wrote are named already; who typed in elsewhere is on no record. */
function whoOf({ kind, executedBy, messages }: TimelineEntry, memberId: string, t: Words): string | null {
  if (messages) return null;
  if (executedBy) return executedBy.id === memberId ? t('theMember') : `${fullName(executedBy)} (${rolesInWords(executedBy.roles)})`;
  return t(kind === 'READING' ? 'notRecorded' : 'system');
}

const scores = ['news2_score', 'anomaly_score', 'survey_score'] as const;

/** Values in the reader's units; the two of a blood pressure as one. */
function valuesIn(units: Units, t: Words): ValuesTold {
  const one = ({ metric, value, unit }: Parameters<ValuesTold>[0][number]) => {
    if (!isMetricId(metric)) {
      const score = scores.find((known) => known === metric);
      return `${score ? t(`scores.${score}`) : metric} ${value}${unit ? ` ${unit}` : ''}`;
    }
    const about = catalogue[metric];
    return `${about.label} ${displayText(about, value, units)} ${displayUnit(about, units)}`;
  };
  return (values) => {
    const systolic = values.find(({ metric }) => metric === 'systolic');
    const diastolic = values.find(({ metric }) => metric === 'diastolic');
    if (!systolic || !diastolic) return values.map(one).join(', ');
    const others = values.filter((value) => value !== systolic && value !== diastolic);
    return [t('pressure', { systolic: systolic.value, diastolic: diastolic.value }), ...others.map(one)].join(', ');
  };
}
