import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessRule, Endpoint } from '@vigil/contract';
import { type Role, roles } from '@vigil/domain/roles';

/** What a call is about, in the words of who-may-call.txt. */
const abouts = [
  'anyone',
  'signed in',
  'own account',
  'tenant',
  'own account in the tenant',
  'list of members',
  'member',
  'member or own account',
  'members in the body',
  'resource of a member',
  'account of the tenant',
] as const;
export type About = (typeof abouts)[number];

export interface MayCall {
  readonly about: About;
  readonly roles: readonly Role[];
  readonly device: boolean;
  readonly idToken: boolean;
  readonly deniedToo: boolean;
}

/**
 * The reviewed list of who may call what, one call a line. A test compares it with the contract, so
 * that neither changes unnoticed, and the matrix judges calls by this list and not by the contract.
 */
export const whoMayCallPath = join(import.meta.dirname, 'who-may-call.txt');

const reviewed = new Map(
  readFileSync(whoMayCallPath, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [call = '', about = '', who = ''] = line.split('|').map((part) => part.trim());
      return [call, parse(line, about, who.split(' ').filter(Boolean))] as const;
    }),
);

/** Throws for a call that nobody has reviewed. */
export function whoMayCall(endpoint: Endpoint): MayCall {
  const found = reviewed.get(callOf(endpoint));
  if (!found) throw new Error(`${callOf(endpoint)} is not in who-may-call.txt`);
  return found;
}

const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

function parse(line: string, about: string, who: readonly string[]): MayCall {
  const held = roles.filter((role) => who.includes(role));
  const [device, idToken, deniedToo] = ['device', 'ID-token', 'denied-roles-too'].map((word) => who.includes(word)) as [
    boolean,
    boolean,
    boolean,
  ];
  if (!abouts.includes(about as About) || held.length + [device, idToken, deniedToo].filter(Boolean).length !== who.length)
    throw new Error(`who-may-call.txt has a line that cannot be read: ${line}`);
  return { about: about as About, roles: held, device, idToken, deniedToo };
}

/** The line that the contract comes to. */
export function lineOf(endpoint: Endpoint): string {
  const rule = endpoint.access;
  const who = [
    ...('roles' in rule ? roles.filter((role) => rule.roles.includes(role)) : []),
    'device' in rule && rule.device ? 'device' : '',
    'idToken' in rule && rule.idToken ? 'ID-token' : '',
    'deniedToo' in rule && rule.deniedToo ? 'denied-roles-too' : '',
  ].filter(Boolean);
  return [callOf(endpoint), aboutOf(rule), who.join(' ')].filter(Boolean).join(' | ');
}

function aboutOf(rule: AccessRule): About {
  switch (rule.kind) {
    case 'anyone':
      return 'anyone';
    case 'signed-in':
      return rule.self === undefined ? 'signed in' : 'own account';
    case 'tenant':
      return rule.self === undefined ? 'tenant' : 'own account in the tenant';
    case 'members-list':
      return 'list of members';
    case 'member':
      return rule.ownAccount ? 'member or own account' : 'member';
    case 'members-in-body':
      return 'members in the body';
    case 'resource':
      return 'resource of a member';
    case 'account':
      return 'account of the tenant';
  }
}
