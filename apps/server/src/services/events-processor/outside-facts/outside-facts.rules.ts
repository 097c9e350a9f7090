import type { FieldError } from '@vigil/contract/errors';
import type { OutsideFacts } from '@vigil/contract/events-processor-facts.forms';
import { measureOf } from '@vigil/domain/facts/measures';

/** Numbers as people send them: 0.1 + 0.2 is as good as 0.3. */
const roundingDust = 1e-9;

/** What is wrong with facts from outside, field by field; nothing where nothing is. */
export function faultsOf(facts: OutsideFacts['facts'], latestSeconds: number): FieldError[] {
  return facts.flatMap(({ fact, value, time }, index) => {
    const faults: FieldError[] = [];
    const measure = measureOf(fact);
    if (measure?.origin.from !== 'outside')
      faults.push({ field: `facts.${index}.fact`, message: 'Only relative_population_{disease} and e_{condition} come from outside' });
    else if (value !== null && measure.type === 'value' && !measure.values.includes(String(value)))
      faults.push({ field: `facts.${index}.value`, message: `Must be ${measure.values.map((word) => `"${word}"`).join(' or ')}, or null` });
    else if (value !== null && measure.type === 'measure' && !isInRange(value, measure.scales.metric.range))
      faults.push({ field: `facts.${index}.value`, message: `Must be a number from ${measure.scales.metric.range.join(' to ')}, or null` });
    if (time > latestSeconds) faults.push({ field: `facts.${index}.time`, message: 'Must not lie in the future' });
    return faults;
  });
}

function isInRange(value: number | string, [low, high]: readonly [number, number]): boolean {
  return typeof value === 'number' && value >= low - roundingDust && value <= high + roundingDust;
}
