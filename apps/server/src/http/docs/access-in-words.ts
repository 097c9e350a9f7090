import type { AccessRule, MembersNamed } from '@vigil/contract/access';
import { type Role, roleLabel } from '@vigil/domain/roles';

/** An access rule as a person reads it in the API documentation. */
export function accessInWords(rule: AccessRule): string {
  const tenant = 'tenant' in rule && rule.tenant !== undefined ? ` The tenant named by ${rule.tenant} has to be the caller’s.` : '';
  return `${ruleInWords(rule)}${tenant}`;
}

function ruleInWords(rule: AccessRule): string {
  switch (rule.kind) {
    case 'anyone':
      return `Anyone, without signing in. ${rule.why}`;
    case 'signed-in':
      return [
        rule.self === undefined ? 'Any signed-in person' : `Any signed-in person, for the own user id (${rule.self}) only`,
        rule.others ? `; for anybody else’s: ${ruleInWords(rule.others).replace(/\.$/, '')}` : '',
        rule.idToken ? '; an ID token opens it as well' : '',
        rule.deniedToo ? '; also people whose role is refused everywhere else' : '',
        '.',
      ].join('');
    case 'tenant':
      return `${rolesInWords(rule.roles)} of the tenant${rule.self === undefined ? '' : `, for the own user id (${rule.self}) only`}.`;
    case 'members-list':
      return `${rolesInWords(rule.roles)} of the tenant. Shows only members in the caller’s scope.`;
    case 'member':
      return memberRule(rule.roles, rule.device, `named by ${rule.member}`);
    case 'members-in-body':
      return memberRule(rule.roles, rule.device, placeInWords(rule));
    case 'resource':
      return memberRule(rule.roles, false, `whose ${rule.owner} is named by ${rule.id}`);
    case 'account':
      return [
        `${rolesInWords(rule.roles)} of the tenant, about the account of anybody in it, named by ${rule.account}`,
        rule.scoped ? ', a member’s only within their scope' : '',
        rule.ownAccount ? '; everybody, for the own account' : '',
        '.',
      ].join('');
  }
}

function placeInWords({ at = [], inQuery = [], owner }: MembersNamed): string {
  const body = at.length === 0 ? [] : [`in the body by ${at.join(', ')}`];
  const query = inQuery.length === 0 ? [] : [`in the query by ${inQuery.join(' or ')}`];
  const places = [...body, ...query].join(' and ') || 'in the body';
  return owner === undefined ? `named ${places}` : `whose ${owner} is named ${places}`;
}

function memberRule(roles: readonly Role[], device: boolean, which: string): string {
  const staff = roles.filter((role) => role !== 'patient');
  const others = [roles.includes('patient') ? 'the member, for the own data' : '', device ? 'the member’s own device' : ''].filter(Boolean);
  return `About a member ${which}: ${[staff.length > 0 ? `${rolesInWords(staff)} who may see the member` : '', ...others].filter(Boolean).join('; ')}.`;
}

function rolesInWords(roles: readonly Role[]): string {
  return roles.map(roleLabel).join(', ');
}
