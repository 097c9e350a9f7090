import type { AccountRow } from '@vigil/contract/registry.contract';

export const nameOf = ({ firstName, lastName }: Pick<AccountRow, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();
