import type { PersonalData } from './personal-data.ts';

/** Several parts of one module as one: what each holds is exported and erased, one after the other. */
export function together(...parts: readonly PersonalData[]): PersonalData {
  return {
    tables: Object.assign({}, ...parts.map(({ tables }) => tables)) as PersonalData['tables'],
    exportOf: async (person) => (await Promise.all(parts.map(async (part) => (await part.exportOf?.(person)) ?? []))).flat(),
    async erase(person, step) {
      for (const part of parts) await part.erase?.(person, step);
    },
  };
}
