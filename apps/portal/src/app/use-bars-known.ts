import { useState } from 'react';
import { criticalQuery, onCallNowQuery } from '#features/critical/critical-queries.ts';
import { maySound } from '#lib/tones.ts';
import { useKnown } from '#lib/use-known.ts';
import type { Gates } from './gates.ts';
import { evaluationQuery } from './not-evaluated-bar.tsx';

/** Whether it is known which bars stand above the screen: what is drawn before that is pushed down by them. */
export function useBarsKnown({ clinician, admin }: Gates): boolean {
  const [isHeard] = useState(maySound);
  return useKnown([
    ...(clinician ? [criticalQuery()] : []),
    ...(clinician && !isHeard ? [onCallNowQuery()] : []),
    ...(clinician || admin ? [evaluationQuery()] : []),
  ]);
}
