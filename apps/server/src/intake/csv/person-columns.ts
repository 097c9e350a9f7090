import { VigilError } from '@vigil/contract/errors';
import { quoted } from '../tick-rules.ts';
import { type HeadingKind, headingKind } from './heading-kinds.ts';
import type { Numbering } from './line-numbers.ts';
import { plainName } from './metric-names.ts';
import { isIdHeading, isLineHeading, isPersonHeading, isPersonWord, isRecordHeading, isSubjectHeading } from './person-headings.ts';
import { splitUnit } from './split-unit.ts';

/** A column that says neither when nor holds readings, and what its heading says of it. */
export interface PersonColumn {
  readonly index: number;
  /** As the sender wrote it; its place where it has none. */
  readonly heading: string;
  /** `person` names persons, `id` is an id of something that is not said; the others are `headingKind`'s. */
  readonly kind: 'person' | 'id' | HeadingKind;
  /** Names who was measured, and not an account, an owner or a study that several may share. */
  readonly isSubject: boolean;
  /** Where its numbers have to begin to be those of the lines; null where they cannot be. */
  readonly numbering: Numbering | null;
  /** The sender says that it does not tell persons apart. */
  readonly isFreed: boolean;
  /** What of a member it can be compared with. */
  readonly identifier: Identifier | null;
}

export type Identifier = 'mrn' | 'employeeId';

const mrn = /^(?:patient|member|hospital|clinic)?(?:mrn|medicalrecord)(?:number|no|nr|num|id)?$/;
const employeeId = /^employee(?:id|number|no|nr|num)$/;

/**
 * The columns, of those that neither say when nor hold readings (`taken`), with what their headings say. `notPersons` are headings
 * that the sender says do not tell persons apart; throws `invalid_input` for one that the file has not.
 */
export function personColumns(
  headings: readonly string[],
  taken: ReadonlySet<number>,
  notPersons: readonly string[] = [],
): readonly PersonColumn[] {
  const shown = headings.map((heading, index) => heading.trim() || `column ${index + 1}`);
  const freed = freedHeadings(shown, notPersons);
  return shown.flatMap((heading, index) => {
    if (taken.has(index)) return [];
    const plain = plainName(headings[index] ?? '');
    const name = plainName(splitUnit(heading).name);
    const isPerson = isPersonHeading(plain) || isPersonHeading(name);
    const isId = isIdHeading(plain) || isIdHeading(name) || (plain !== '' && isLineHeading(plain));
    const kind = isPerson ? 'person' : isId ? 'id' : headingKind(heading, isPersonWord);
    return [
      {
        ...{ index, heading, kind },
        isSubject: isPerson && isSubjectHeading(plain),
        numbering: isPerson ? null : isLineHeading(plain) ? 'anywhere' : isRecordHeading(plain) ? 'at one' : null,
        isFreed: freed.has(heading),
        identifier: identifierOf(plain),
      },
    ];
  });
}

/** What of a member the values below, or beside, a heading in plain form can be compared with. */
export function identifierOf(plain: string): Identifier | null {
  return mrn.test(plain) ? 'mrn' : employeeId.test(plain) ? 'employeeId' : null;
}

/** A heading may hold a comma, so what was sent counts as a whole as well as in its parts. */
function freedHeadings(headings: readonly string[], notPersons: readonly string[]): ReadonlySet<string> {
  const same = (heading: string, sent: string) =>
    heading === sent.trim() || (plainName(heading) !== '' && plainName(heading) === plainName(sent));
  const freed = new Set<string>();
  for (const sent of notPersons) {
    const whole = headings.filter((heading) => same(heading, sent));
    for (const part of whole.length > 0 ? [sent] : sent.split(',').filter((one) => one.trim() !== '')) {
      const named = headings.filter((heading) => same(heading, part));
      if (named.length === 0)
        throw new VigilError('invalid_input', `The file has no column "${quoted(part.trim())}"; nothing was stored.`, {
          fields: [{ field: 'notPersons', message: quoted(part.trim()) }],
        });
      for (const heading of named) freed.add(heading);
    }
  }
  return freed;
}
