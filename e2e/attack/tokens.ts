import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { type Attack, createFindings } from './attack.ts';

type Part = Record<string, unknown>;

const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined): Part => JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as Part;

/** Tokens that are nearly right: each differs from a real one in one point, and every one must be 401. */
export const tokens: Attack = {
  name: 'forged tokens',
  claim: 'whoever has no token of ours is 401, whatever it looks like',
  async run(target) {
    const findings = createFindings();
    const { keys } = (await (await fetch(`${target.server.url}/idp/jwks`)).json()) as { keys: Part[] };
    const forged = forgeriesOf(target.tokenOf('nurse of demo'), keys);
    const calls = [
      '/user/api/v3/roles',
      `/registry/api/v1/users/${target.member.id}`,
      `/ticks-store/api/v1/users/${target.member.id}/ticks?metrics=heart_rate&start_time=0&end_time=1`,
    ];
    let made = 0;
    for (const [name, authorization] of forged)
      for (const path of calls) {
        made += 1;
        const answer = await fetch(`${target.server.url}${path}`, { headers: { authorization } });
        await answer.body?.cancel();
        if (answer.status !== 401) findings.add(`${name} on ${path.split('?')[0]}: ${answer.status} instead of 401`);
      }
    return { calls: made, findings: findings.list() };
  },
};

function forgeriesOf(real: string, published: readonly Part[]): [string, string][] {
  const [rawHeader, rawClaims, signature = ''] = real.split('.');
  const header = decode(rawHeader);
  const claims = decode(rawClaims);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = publicKey.export({ format: 'jwk' });
  const signed = (head: Part, body: Part) => {
    const text = `${encode(head)}.${encode(body)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  const hmac = (secret: string, alg = 'HS256') => {
    const text = `${encode({ ...header, alg })}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const changed = (change: Part) => `${rawHeader}.${encode({ ...claims, ...change })}.${signature}`;
  const bearer = (name: string, token: string): [string, string] => [name, `Bearer ${token}`];
  return [
    bearer('another key under the same id', signed(header, claims)),
    bearer('a key brought along (jwk)', signed({ ...header, jwk: own }, claims)),
    bearer('a key at an address of the attacker (jku)', signed({ ...header, jku: 'http://127.0.0.1:9/keys' }, claims)),
    bearer('a certificate chain (x5u)', signed({ ...header, x5u: 'http://127.0.0.1:9/chain' }, claims)),
    bearer('a key id that walks folders', signed({ ...header, kid: '../../dev/null' }, claims)),
    bearer('a key id with SQL in it', signed({ ...header, kid: "' or 1=1 --" }, claims)),
    bearer('an unknown critical header', signed({ ...header, crit: ['x'], x: 1 }, claims)),
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg) => bearer(`alg "${alg}"`, `${encode({ ...header, alg })}.${rawClaims}.`)),
    bearer('alg none with the real signature', `${encode({ ...header, alg: 'none' })}.${rawClaims}.${signature}`),
    ...published.map((key) => bearer('the published key as a secret', hmac(JSON.stringify(key)))),
    bearer('an empty secret', hmac('')),
    bearer('no signature', `${rawHeader}.${rawClaims}.`),
    bearer('no signature part', `${rawHeader}.${rawClaims}`),
    bearer('a signature of zeros', `${rawHeader}.${rawClaims}.${Buffer.alloc(64).toString('base64url')}`),
    bearer('a signature cut short', `${rawHeader}.${rawClaims}.${signature.slice(0, -8)}`),
    bearer('a signature in DER', `${rawHeader}.${rawClaims}.${sign('sha256', Buffer.from('x'), privateKey).toString('base64url')}`),
    bearer('a longer life', changed({ exp: Number(claims.exp) + 86_400 })),
    bearer('other roles', changed({ roles: ['tenant_admin'] })),
    bearer('another person', changed({ sub: '00000000-0000-4000-8000-000000000000' })),
    bearer('another issuer', changed({ iss: 'https://issuer.example' })),
    bearer('another audience', changed({ aud: 'vigil-portal' })),
    bearer('claims that are no object', `${rawHeader}.${Buffer.from('[]').toString('base64url')}.${signature}`),
    bearer(
      'a prototype in the claims',
      `${rawHeader}.${Buffer.from('{"__proto__":{"roles":["tenant_admin"]}}').toString('base64url')}.${signature}`,
    ),
    bearer('the token twice', `${real}.${real}`),
    bearer('an encrypted token of five parts', 'a.b.c.d.e'),
    bearer('sixty thousand dots', '.'.repeat(8_000)),
    bearer('nothing', ''),
    ['the wrong scheme', `Basic ${Buffer.from('nurse@demo.example:vigil-demo').toString('base64')}`],
    ['the token as a scheme', real],
    ['a token in digest', `Digest ${real}`],
  ];
}
