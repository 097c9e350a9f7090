import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';
import { zipOf } from '#testing/zip-of.ts';
import { readXml } from '../bounded-xml.ts';
import { exportOf, quantity, record } from './testing/synthetic-export.ts';

const { bring, stored } = await useFileImports({ mostUnpackedBytes: 64 * 2 ** 20 });

const beat = record(quantity('HeartRate'), 62, ['2024-01-01 08:00:00 +0200'], { unit: 'count/min' });
const good = exportOf([beat]);
/** An export with a document type of its own. */
const declaring = (declarations: string, within: string) =>
  `<?xml version="1.0"?>\n<!DOCTYPE HealthData [${declarations}]>\n<HealthData locale="en">${within}</HealthData>`;

const laughs = Array.from({ length: 12 }, (_, level) => `<!ENTITY lol${level} "${level === 0 ? 'lol' : `&lol${level - 1};`.repeat(10)}">`);

describe('a hostile export of Apple Health', () => {
  it.each<readonly [string, string, RegExp]>([
    ['entities that grow', declaring(laughs.join(''), `<Me a="&lol11;"/>${beat}`), /not well-formed XML.*line/],
    ['an entity that names a file', declaring('<!ENTITY f SYSTEM "file:///etc/passwd">', `<Me a="&f;"/>${beat}`), /not well-formed XML/],
    ['elements within each other without an end', declaring('', '<a>'.repeat(100_000)), /deeper than the 32 levels/],
    ['an attribute of many megabytes', declaring('', `<Record type="${'x'.repeat(8_000_000)}"/>`), /more than a million characters/],
    ['a text of many megabytes', declaring('', 'x'.repeat(8_000_000)), /more than a million characters/],
    ['a declaration of many megabytes', declaring('x'.repeat(8_000_000), beat), /more than a million characters/],
    ['a comment of many megabytes', declaring('', `<!--${'x'.repeat(8_000_000)}-->`), /more than a million characters/],
    ['an end that is missing', good.slice(0, -15), /was cut off/],
    ['another outermost element', `<!DOCTYPE HealthData []><gpx>${beat}</gpx>`, /outermost element is not HealthData/],
  ])('with %s is refused with a sentence, and stores nothing', async (_what, xml, sentence) => {
    const member = await bring(good, { dryRun: true });
    const started = performance.now();
    await expect(bring(xml, { userId: member.userId })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(sentence),
    });
    // Seconds on a busy machine; a parser that can be made to grow takes minutes or the memory.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await stored(member.userId)).toEqual([]);
  });

  it('with a hundred thousand attributes, sources or types costs no more than its length', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => index);
    const attributes = `<Record ${many.map((index) => `a${index}=""`).join(' ')}/>`;
    const steps = many.map(
      (index) =>
        `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="S${index}" unit="count" startDate="2024-01-01 08:00:00 +0200" endDate="2024-01-01 08:01:00 +0200" value="5"/>`,
    );
    const types = many.map((index) => `<Record type="T${index}" sourceName="S" startDate="2024-01-01 08:00:00 +0200" value="5"/>`);
    const { result } = await bring(exportOf([attributes, ...steps, ...types]));
    expect(result.skipped.size).toBeLessThanOrEqual(201);
    expect([...result.skipped.values()].reduce((sum, count) => sum + count, 0) + result.accepted + result.replacedTotal).toBe(40_001);
    expect(result.accepted).toBe(1);
  });

  it('packed as a bomb is refused before it is read', async () => {
    const bomb = await zipOf({ 'apple_health_export/export.xml': Buffer.alloc(100 * 2 ** 20), 'apple_health_export/export_cda.xml': '' });
    expect(bomb.length).toBeLessThan(2 ** 20);
    await expect(bring(bomb)).rejects.toMatchObject({ code: 'body_too_large', message: expect.stringContaining('IMPORT_UNPACKED_GIB') });
  });

  it('as a zip whose export is damaged is refused', async () => {
    const noise = Array.from({ length: 2000 }, (_, index) =>
      record(quantity('HeartRate'), 50 + ((index * 7919) % 90), ['2024-01-01 08:00:00 +0200']),
    );
    const zip = await zipOf({ 'apple_health_export/export.xml': exportOf(noise), 'apple_health_export/export_cda.xml': '' });
    zip.fill(0xff, 2000, 4000);
    await expect(bring(zip)).rejects.toMatchObject({ code: expect.stringMatching(/^invalid_/) });
  });
});

it('XML of any length is read in memory that does not grow with it', async () => {
  const line = `${beat}\n`;
  /** Bytes that are held at most while so many records are read. */
  async function mostHeld(records: number): Promise<number> {
    async function* pieces() {
      yield Buffer.from('<HealthData>');
      const block = Buffer.from(line.repeat(1000));
      for (let done = 0; done < records; done += 1000) yield block;
      yield Buffer.from('</HealthData>');
    }
    let most = 0;
    let piecesRead = 0;
    for await (const _piece of readXml(pieces(), { open: () => {}, close: () => {} })) {
      piecesRead += 1;
      if (piecesRead % 20 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
    }
    return most;
  }
  const few = await mostHeld(40_000);
  const many = await mostHeld(400_000);
  // The longer one is 150 MB. What lies between two collections of garbage differs by tens of megabytes.
  expect(many - few).toBeLessThan(100 * 2 ** 20);
});
