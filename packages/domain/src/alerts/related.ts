import type { MetricId } from '../metrics/catalogue.ts';
import type { RuleSubject } from './rule.ts';

/**
 * Metrics that tell of the same vital sign: rules about them are related, and fold into one alarm of a member. Resting pulse is
 * pulse, both pressures are blood pressure. A metric that is in no line is a sign of its own. Skin and body temperature ring
 * together, though neither stands in for the other where a value is judged.
 */
export const vitalSigns = {
  pulse: ['heart_rate', 'rhr'],
  temperature: ['body_temp', 'skin_temp'],
  'blood-pressure': ['systolic', 'diastolic'],
  glucose: ['glucose', 'insulin'],
  sleep: ['sleep_depth', 'sleep_efficiency'],
  movement: ['steps', 'calories', 'distance'],
} as const satisfies Readonly<Record<string, readonly MetricId[]>>;

const signOfMetric = new Map<MetricId, string>(Object.entries(vitalSigns).flatMap(([sign, metrics]) => metrics.map((one) => [one, sign])));

/**
 * What an alarm is about: rules of the same topic fold into one alarm of a member. Scores are made of several signs, and each
 * survey asks something else, so that each is a topic of its own.
 */
export function topicOf(subject: RuleSubject): string {
  switch (subject.kind) {
    case 'metric':
      return `sign:${signOfMetric.get(subject.metric) ?? subject.metric}`;
    case 'score':
      return `score:${subject.score}`;
    case 'survey':
      return `survey:${subject.surveyId}`;
  }
}
