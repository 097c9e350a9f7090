import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that vouches for itself, for servers of tests: valid for these names, from and until these times. */
export function certificateFor(names: readonly string[], { untilMs = Date.now() + 86_400_000 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('06082a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('0603550403'), text(0x0c, 'Vigil test'))));
  const alternatives = sequence(oid('0603551d11'), der(0x04, sequence(...names.map((one) => text(0x82, one)))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ...[algorithm, name, sequence(time(untilMs - 2 * 86_400_000), time(untilMs)), name],
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternatives)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${sequence(body, algorithm, signature).toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of ASN.1 in DER: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const head = length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
const sequence = (...content: readonly Uint8Array[]) => der(0x30, ...content);
const oid = (hex: string) => Buffer.from(hex, 'hex');
const text = (tag: number, content: string) => der(tag, Buffer.from(content));
const time = (ms: number) => text(0x17, `${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`);
