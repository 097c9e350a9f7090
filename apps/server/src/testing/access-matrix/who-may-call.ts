import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessRule, Endpoint } from '@vigil/contract';
import { type Role, roles } from '@vigil/domain/roles';

/** What a call is about, in the words of who-may-call.txt. */
const abouts = [
  'anyone',
  'signed in',
  'own account',
  'own account or one of the tenant',
  'tenant',
  'own account in the tenant',
  'role of the caller',
  'list of members',
  'member',
  'members in the body',
  'resource of a member',
  'account of the tenant',
  'account of the tenant or own',
  'account in scope',
  'account in scope or own',
] as const;
export type About = (typeof abouts)[number];

export interface MayCall {
  readonly about: About;
  readonly roles: readonly Role[];
  readonly device: boolean;
  readonly idToken: boolean;
  readonly deniedToo: boolean;
  /** Changes something, which nobody on hold may. */
  readonly notOnHold: boolean;
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
      const [kind = ''] = about.split(':');
      return [call, parse(line, kind, who.split(' ').filter(Boolean))] as const;
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
  const words = ['device', 'ID-token', 'denied-roles-too', 'not-on-hold'].map((word) => who.includes(word));
  const [device = false, idToken = false, deniedToo = false, notOnHold = false] = words;
  if (!abouts.includes(about as About) || held.length + words.filter(Boolean).length !== who.length)
    throw new Error(`who-may-call.txt has a line that cannot be read: ${line}`);
  return { about: about as About, roles: held, device, idToken, deniedToo, notOnHold };
}

/** The line that the contract comes to. */
export function lineOf(endpoint: Endpoint): string {
  const rule = endpoint.access;
  const inTenant = rule.kind === 'signed-in' && rule.others ? rule.others : rule;
  const writes = endpoint.method !== 'GET' && endpoint.whileOnHold !== true;
  const who = [
    ...('roles' in inTenant ? roles.filter((role) => inTenant.roles.includes(role)) : []),
    'device' in rule && rule.device ? 'device' : '',
    'idToken' in rule && rule.idToken ? 'ID-token' : '',
    'deniedToo' in rule && rule.deniedToo ? 'denied-roles-too' : '',
    'roles' in inTenant && writes ? 'not-on-hold' : '',
  ].filter(Boolean);
  return [callOf(endpoint), [aboutOf(rule), ...placesOf(rule)].join(': '), who.join(' ')].filter(Boolean).join(' | ');
}

/** Where the members stand who are named in a body, and what else holds of them. */
function placesOf(rule: AccessRule): string[] {
  const isOfSeveral = rule.kind === 'members-in-body' || rule.kind === 'members-list';
  const alone = isOfSeveral && rule.eachAlone ? ['each alone'] : [];
  if (rule.kind !== 'members-in-body') return alone;
  const { at = [], owner, inQuery = [], found, orNobody } = rule;
  const places = [...at.map((place) => (owner ? `${place} of ${owner}` : place)), ...inQuery.map((name) => `?${name}`)];
  return [[...places, ...(found ? ['found by the handler'] : []), ...(orNobody ? ['or nobody'] : []), ...alone].join(', ')];
}

function aboutOf(rule: AccessRule): About {
  switch (rule.kind) {
    case 'anyone':
      return 'anyone';
    case 'signed-in':
      if (rule.others) return 'own account or one of the tenant';
      return rule.self === undefined ? 'signed in' : 'own account';
    case 'tenant':
      if (rule.holds !== undefined) return 'role of the caller';
      return rule.self === undefined ? 'tenant' : 'own account in the tenant';
    case 'members-list':
      return 'list of members';
    case 'member':
      return 'member';
    case 'members-in-body':
      return 'members in the body';
    case 'resource':
      return 'resource of a member';
    case 'account':
      return `${rule.scoped ? 'account in scope' : 'account of the tenant'}${rule.ownAccount ? ' or own' : ''}`;
  }
}
