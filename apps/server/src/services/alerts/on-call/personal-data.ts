import type { PersonalData } from '#platform/personal-data/personal-data.ts';

const ofStaff = {
  exported: { not: 'when whom of the staff is on call; nothing of a member' },
  erased: { kept: 'who was on call when an alert was raised stays on record' },
} as const;

export const onCallPersonalData: PersonalData = { tables: { on_call_rotas: ofStaff, on_call_covers: ofStaff } };
