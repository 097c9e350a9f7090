import type { AccessRule } from '@vigil/contract/access';
import { VigilError } from '@vigil/contract/errors';
import * as z from 'zod';

/** The user id in what a request calls a member: an id, or a reference to a Patient. Null where it holds none. */
export function idIn(text: string): string | null {
  const [path = ''] = text.split(/[?#]/, 1);
  const id = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return z.uuid().safeParse(id).success ? id : null;
}

/** The texts at a place as the contract writes it, `rows.memberId`: of each where a list stands on the way or at its end. */
export function textsAt(value: unknown, place: string): string[] {
  return place
    .split('.')
    .reduce((found, name) => listed(found.map((one) => fieldOf(one, name))), listed(value))
    .filter((one) => typeof one === 'string');
}

/** Lists within lists are looked through as well. */
const listed = (value: unknown): unknown[] => [value].flat(Number.POSITIVE_INFINITY);

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;
}

interface NamedIds {
  readonly ids: readonly string[];
  /** The rule says where to look, and nobody stands there. */
  readonly isNobody: boolean;
}

/** Whom a call names at the places that its rule knows. Throws invalid_input where somebody has to be named there and is not. */
export function namedIn(rule: AccessRule, { query, body }: { readonly query: unknown; readonly body: unknown }): NamedIds {
  if (rule.kind !== 'members-in-body') return { ids: [], isNobody: false };
  const { at = [], inQuery = [], found, orNobody = false } = rule;
  const idsAt = (value: unknown, place: string) =>
    textsAt(value, place).flatMap((text) => {
      const id = idIn(text);
      if (id === null && found === undefined) throw namesNobody(place);
      return id ?? [];
    });
  const ids = new Set([...at.flatMap((place) => idsAt(body, place)), ...inQuery.flatMap((name) => idsAt(query, name))]);
  const isNobody = found === undefined && ids.size === 0;
  if (isNobody && !orNobody) throw namesNobody(at[0] ?? 'body');
  return { ids: [...ids], isNobody };
}

const namesNobody = (field: string) =>
  new VigilError('invalid_input', `${field}: Has to be the id of a member`, {
    fields: [{ field, message: 'Has to be the id of a member' }],
  });
