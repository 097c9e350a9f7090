import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { fileNameHeader, mostChatFileBytes, mostChatFilesAMinute } from '@vigil/contract/blob.values';
import type { ChatMessage } from '@vigil/contract/chat.contract';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFileBlobs } from '#platform/blob/blob.ts';
import { endlessDisk } from '#testing/endless-disk.ts';
import type { TestUser } from '#testing/harness.ts';
import { rawRequest } from '#testing/raw-request.ts';
import { pngChunk } from '#testing/sample-pictures.ts';
import { zipOf } from '#testing/zip-of.ts';
import { filesPersonalData } from './personal-data.ts';
import { startFileWorld } from './testing/file-world.ts';
import { box } from './testing/films.ts';

const world = await startFileWorld();
const { harness, server, tenant, member, other, nurse, stranger, upload, call, send, sent, messages, rows, onDisk } = world;
const fileOf = ({ files }: ChatMessage) => {
  const [file] = files;
  if (!file) throw new Error('the message carries no file');
  return file;
};
const newMember = () => harness.createUser(tenant);
const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const text = Buffer.from('Take one tablet in the morning.\n');
beforeEach(() => harness.clock.advance(120_000));

describe('a file of a conversation', () => {
  test('is opened by whoever reads the conversation, each time on record, and by nobody else', async () => {
    const message = await sent(member, text, 'Plan für März.txt');
    const file = fileOf(message);
    expect(file).toEqual({
      ...{ fileId: file.fileId, type: 'text/plain', kind: 'document', name: 'Plan für März.txt', size: text.length, state: 'ready' },
      ...{ widthPx: null, heightPx: null, thumbnailUrl: null },
      url: `/chat/api/v1/conversations/${member.id}/messages/${message.messageId}/files/${file.fileId}`,
    });
    const opened = await call('GET', file.url, nurse);
    expect([opened.status, opened.raw]).toEqual([200, text]);
    expect(opened.headers).toMatchObject({
      'content-type': 'text/plain',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `attachment; filename="Plan f_r M_rz.txt"; filename*=UTF-8''Plan%20f%C3%BCr%20M%C3%A4rz.txt`,
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await call('GET', file.url, member)).status).toBe(200);
    const foreigner = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    const observer = await harness.createUser(tenant, { roles: ['observer'] });
    const refused = await Promise.all([other, stranger, foreigner, observer, null].map((by) => call('GET', file.url, by)));
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404, 403, 401]);
    const entries = await harness.asOwner<{ actor_id: string; status: number }>(
      `select actor_id, status from vigil.audit_log where tenant_id = $1 and endpoint = 'chat.openFile' and $2 = any(members) and status = 200`,
      [tenant.id, member.id],
    );
    expect(entries.map(({ actor_id }) => actor_id).sort()).toEqual([nurse.id, member.id].sort());
  });

  test('is its owner’s alone until it is sent, and then the conversation’s: its old address leads nowhere', async () => {
    const { body } = await upload(member, text, 'a.txt');
    expect([(await call('GET', body.url, member)).status, (await call('GET', body.url, nurse)).status]).toEqual([200, 404]);
    const message = (await send(member, [body.id])).body;
    expect([(await call('GET', body.url, member)).status, (await call('DELETE', body.url, member)).body.error.code]).toEqual([
      404,
      'conflict',
    ]);
    expect((await call('GET', fileOf(message).url, member)).status).toBe(200);
    const direct = (await call('POST', '/chat/api/v1/conversations', nurse, { kind: 'direct', id: randomUUID(), userId: stranger.id }))
      .body;
    const again = await upload(nurse, text, 'b.txt');
    expect((await send(nurse, [again.body.id])).status).toBe(200);
    const elsewhere = await send(nurse, [again.body.id], { id: direct.conversationId });
    expect([elsewhere.status, elsewhere.body.error.fields[0].field]).toEqual([400, 'files.0']);
  });

  test('of another conversation or message is not opened through one’s own', async () => {
    const theirs = fileOf(await sent(member, text, 'theirs.txt'));
    const own = (await call('POST', `${other.id}/messages`, other, { id: randomUUID(), text: 'Mine' })).body as ChatMessage;
    for (const place of [`${other.id}/messages/${own.messageId}`, `${other.id}/messages/${theirs.url.split('/')[7]}`])
      expect((await call('GET', `${place}/files/${theirs.fileId}`, other)).status).toBe(404);
  });

  test('is nobody’s to open once its message is withdrawn, and closes for whoever is assigned no longer', async () => {
    const message = await sent(member, text, 'a.txt');
    const { url } = fileOf(message);
    const visitor = await harness.createUser(tenant, { roles: ['nurse'] });
    await world.assign(visitor);
    expect((await call('GET', url, visitor)).status).toBe(200);
    await harness.asOwner('delete from vigil.care_relations where clinician_id = $1', [visitor.id]);
    await expect.poll(async () => (await call('GET', url, visitor)).status, { timeout: 15_000 }).toBe(403);
    await call('DELETE', `${member.id}/messages/${message.messageId}`, member);
    const after = await Promise.all([member, nurse].map((by) => call('GET', url, by)));
    expect(after.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('uploaded again under its client’s id, also at the same time, is one file; another one under that id is refused', async () => {
    const user = await newMember();
    const clientId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => upload(user, text, 'a.txt', `&clientId=${clientId}`)));
    answers.push(await upload(user, text, 'a.txt', `&clientId=${clientId.toUpperCase()}`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const another = await upload(user, 'something else', 'a.txt', `&clientId=${clientId}`);
    expect([another.status, another.body.error.code]).toEqual([409, 'conflict']);
    const kept = await rows(user);
    expect(kept).toMatchObject([{ purpose: 'chat', state: 'ready' }]);
    expect(onDisk().filter((name) => name === kept[0]?.id)).toHaveLength(1);
  });

  test('that was not sent is removed by its owner, or after a day by itself', async () => {
    const user = await newMember();
    const before = onDisk().length;
    const [one, two] = [(await upload(user, text, 'a.txt')).body, (await upload(user, await picture().png().toBuffer(), 'b.png')).body];
    await expect.poll(async () => (await rows(user)).filter(({ thumbnail_id }) => thumbnail_id !== null)).toHaveLength(1);
    expect((await call('DELETE', one.url, stranger)).status).toBe(403);
    expect((await call('DELETE', one.url, user)).body).toEqual({ removed: true });
    expect((await rows(user)).map(({ id }) => id)).toEqual([two.id]);
    await harness.asOwner(`update vigil.files set created_at = now() - interval '25 hours' where user_id = $1`, [user.id]);
    await server.modules.fileJobs.clearUp();
    expect([await rows(user), onDisk().length]).toEqual([[], before]);
  });
});

describe('what a file is', () => {
  const documentOf = (parts: Record<string, string>) =>
    zipOf({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml': '<w:document/>',
      ...parts,
    });
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypisom\0\0\0\0isommp42'), Buffer.alloc(40)]);

  test.each<[string, () => Promise<Buffer> | Buffer, string, string, string]>([
    ['a JPEG that is called .png', () => picture().jpeg().toBuffer(), 'scan.png', 'image/jpeg', 'scan.jpg'],
    ['a picture without an extension', () => picture().webp().toBuffer(), 'blob', 'image/webp', 'blob.webp'],
    ['a table', () => Buffer.from('a,b\n1,2\n'), 'values.CSV', 'text/csv', 'values.CSV'],
    ['a text of another code', () => Buffer.from('Gr\xfc\xdfe', 'latin1'), 'note.txt', 'text/plain', 'note.txt'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'letter.pdf', 'application/pdf', 'letter.pdf'],
    ['a video', () => mp4, 'walk.mp4', 'video/mp4', 'walk.mp4'],
    [
      'a document',
      () => documentOf({}),
      'report.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'report.docx',
    ],
    ['a name that hides its end', () => picture().png().toBuffer(), '../../a/b\u202egnp.x\u0000.png', 'image/png', 'bgnp.x.png'],
    ['a very long name', () => text, `${'é'.repeat(400)}.txt`, 'text/plain', `${'é'.repeat(146)}.txt`],
  ])('is found out by what it holds: %s', async (_, content, name, type, keptName) => {
    const { status, body } = await upload(await newMember(), await content(), name);
    expect([status, body.type, body.name]).toEqual([200, type, keptName]);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string, RegExp]>([
    ['a .png that is no picture', () => text, 'x-ray.png', /called \.png, and is no such picture/],
    [
      'a .png that only begins like one',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200, 1)]),
      'a.png',
      /no such picture/,
    ],
    ['a picture cut short', async () => (await picture(400, 400).png().toBuffer()).subarray(0, 300), 'a.png', /damaged/],
    ['a page of HTML', () => Buffer.from('<html><script>alert(1)</script></html>'), 'a.html', /\.html, which is not taken/],
    ['a drawing with scripts', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'a.svg', /not taken/],
    ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), 'a.exe', /kind that is not taken/],
    ['a program as a letter', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), 'a.pdf', /kind that is not taken/],
    ['a text as a letter', () => text, 'a.pdf', /called \.pdf, and is no such document/],
    ['an archive', () => zipOf({ 'a.txt': 'a' }), 'a.zip', /archive. Send the files/],
    ['an archive as a document', () => zipOf({ 'a.txt': 'a' }), 'a.docx', /archive. Send the files/],
    ['a bomb', () => documentOf({ 'word/media/a.bin': '\0'.repeat(60_000_000) }), 'a.docx', /would unpack to far more/],
    ['an archive within a document', () => documentOf({ 'word/embeddings/a.zip': 'PK' }), 'a.docx', /archive or a program/],
    ['macros', () => documentOf({ 'word/vbaProject.bin': 'x' }), 'a.docx', /macros/],
    ['nothing', () => Buffer.alloc(0), 'a.txt', /is empty/],
  ])('is refused with the reason, and nothing of it stays: %s', async (_, content, name, reason) => {
    const user = await newMember();
    const before = onDisk().length;
    const { status, body } = await upload(user, await content(), name);
    expect([status, body.error.code, body.error.fields[0].field]).toEqual([400, 'invalid_input', 'body']);
    expect(body.error.message).toMatch(reason);
    expect([await rows(user), onDisk().length]).toEqual([[], before]);
  });

  test('a film that may still say where it was taken is refused', async () => {
    const film = Buffer.concat([mp4.subarray(0, 24), box('moov', box('cmov', 'packed'))]);
    const { status, body } = await upload(await newMember(), film, 'walk.mp4');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('where it was filmed cannot be removed')]);
  });

  test('a form around a file is refused, as is an extension that says more than one does', async () => {
    const user = await newMember();
    const form = await server.http.inject({
      method: 'POST',
      url: `/blob/tenant/${tenant.id}/user/${user.id}/upload?path=chat`,
      headers: { authorization: `Bearer ${user.id}`, [fileNameHeader]: 'a.txt', 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\n\r\nhello\r\n--x--',
    });
    expect([form.statusCode, await rows(user)]).toEqual([415, []]);
    const long = await upload(user, text, `a.${'b'.repeat(500)}`);
    expect(long.body.error.message).toContain(`called .${'b'.repeat(20)}, which`);
  });

  test('a picture that takes more room once it is drawn anew than a file may have is refused', async () => {
    const [width, height] = [9_000, 5_000];
    const palette = Buffer.from(Array.from({ length: 768 }, (_, index) => (index * 73) & 255));
    // One byte of noise a point, of 256 colours: drawn anew each point has three.
    const points = Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), randomBytes(width)])));
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width);
    head.writeUInt32BE(height, 4);
    head.set([8, 3], 8);
    const chunks = [
      pngChunk('IHDR', head),
      pngChunk('PLTE', palette),
      pngChunk('IDAT', deflateSync(points, { level: 0 })),
      pngChunk('IEND', ''),
    ];
    const { status, body } = await upload(
      await newMember(),
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]),
      'noise.png',
    );
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('more than 100 MB once it is drawn anew')]);
  }, 120_000);

  test('a picture of more pixels than are taken is refused before it is drawn', async () => {
    const huge = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const { status, body } = await upload(await newMember(), huge, 'huge.png');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('60 million pixels')]);
  });
});

describe('a picture', () => {
  test('is kept upright, without where and when it was taken, and as nothing else on disk', async () => {
    const taken = await picture(60, 40)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 3/1 0/1' } })
      .toBuffer();
    expect(taken.toString('latin1')).toContain('PhoneMaker');
    const before = onDisk();
    const { body } = await upload(member, Buffer.concat([taken, Buffer.from('hidden behind')]), 'me.jpg');
    expect([body.type, body.widthPx, body.heightPx]).toEqual(['image/jpeg', 40, 60]);
    const message = (await send(member, [body.id])).body;
    const served = await call('GET', fileOf(message).url, nurse);
    const now = await sharp(served.raw).metadata();
    expect([now.width, now.height, now.exif, now.orientation, now.icc]).toEqual([40, 60, undefined, undefined, undefined]);
    await expect.poll(async () => fileOf((await messages(nurse)).at(-1) as ChatMessage).thumbnailUrl).not.toBeNull();
    for (const name of onDisk().filter((one) => !before.includes(one))) {
      const bytes = readFileSync(join(world.folder, name)).toString('latin1');
      for (const word of ['PhoneMaker', 'Exif', 'hidden behind']) expect(bytes).not.toContain(word);
    }
  });

  test('that moves stays one that moves', async () => {
    const frames = [...'rgb'].map((_, index) => ({
      input: { create: { width: 20, height: 20, channels: 3 as const, background: { r: index * 90, g: 0, b: 0 } } },
    }));
    const gif = await sharp(frames.map(({ input }) => input) as never, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { body } = await upload(member, gif, 'wave.gif');
    const kept = await sharp(join(world.folder, body.id)).metadata();
    expect([body.widthPx, body.heightPx, kept.pages]).toEqual([20, 20, 3]);
  });

  test('gets one small copy, however many processes look for what is to be done, opened by whoever reads the message', async () => {
    const second = await startFileWorldBeside();
    await expect.poll(() => harness.asOwner('select 1 from vigil.file_jobs where tenant_id = $1', [tenant.id])).toEqual([]);
    const before = onDisk().length;
    await sent(member, await picture(3_000, 2_000).jpeg().toBuffer(), 'big.jpg');
    await Promise.all([server.modules.fileJobs.run(tenant.id), second.fileJobs.run(tenant.id), second.fileJobs.run(tenant.id)]);
    await expect.poll(async () => fileOf((await messages(nurse)).at(-1) as ChatMessage).thumbnailUrl).not.toBeNull();
    const url = String(fileOf((await messages(nurse)).at(-1) as ChatMessage).thumbnailUrl);
    const small = await call('GET', url, nurse);
    const { format, width, height } = await sharp(small.raw).metadata();
    expect([small.status, small.headers['content-type'], format, width, height]).toEqual([200, 'image/webp', 'webp', 480, 320]);
    expect((await call('GET', url, stranger)).status).toBe(403);
    // Whichever process took it on takes it off after the picture is told of.
    await expect.poll(() => harness.asOwner('select 1 from vigil.file_jobs where tenant_id = $1', [tenant.id])).toEqual([]);
    expect(onDisk()).toHaveLength(before + 2);
    await second.stop();
  });

  /** The modules of another process on the same stores and folder. */
  async function startFileWorldBeside() {
    const { createModules } = await import('#modules');
    const { config, log, clock } = harness;
    return createModules({ config, stores: harness, log, clock });
  }
});

describe('over a real connection', () => {
  let url: string;
  const listening = server.http.listen({ port: 0, host: '127.0.0.1' });
  beforeEach(async () => {
    url = await listening;
  });
  const headers = (by: TestUser) => ({ authorization: `Bearer ${by.id}`, [fileNameHeader]: 'a.txt' });
  const pathOf = (by: TestUser) => `/blob/tenant/${tenant.id}/user/${by.id}/upload?path=chat&overwrite=true`;

  test('an upload that is broken off leaves nothing behind', async () => {
    const user = await newMember();
    const before = onDisk().length;
    const { socket } = rawRequest(url, `POST ${pathOf(user)}`, { ...headers(user), 'content-length': 5_000_000 });
    socket.write(Buffer.alloc(2_000_000, 'a'));
    await expect.poll(() => onDisk().length).toBe(before + 1);
    expect(await rows(user)).toMatchObject([{ purpose: 'unfinished' }]);
    socket.destroy();
    await expect.poll(() => onDisk().length).toBe(before);
    await expect.poll(() => rows(user)).toEqual([]);
  });

  test('more than is taken is refused before its first byte', async () => {
    const user = await newMember();
    const before = onDisk().length;
    const headersOfLarge = { ...headers(user), 'content-length': mostChatFileBytes + 1, connection: 'close' };
    const { socket } = rawRequest(url, `POST ${pathOf(user)}`, headersOfLarge);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect([await rows(user), onDisk().length]).toEqual([[], before]);
  });

  test('a range is answered as one, what lies outside is told so, and anything else is the whole', async () => {
    const file = fileOf(await sent(member, Buffer.from('0123456789'), 'digits.txt'));
    const ask = async (range: string, more: Record<string, string> = {}) => {
      const answer = await fetch(`${url}${file.url}`, { headers: { authorization: `Bearer ${nurse.id}`, range, ...more } });
      return [answer.status, answer.headers.get('content-range'), await answer.text()];
    };
    expect(await ask('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await ask('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await ask('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await ask('bytes=8-900')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await ask('bytes=10-12')).toEqual([416, 'bytes */10', '']);
    for (const whole of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) expect(await ask(whole)).toEqual([200, null, '0123456789']);
    expect(await ask('bytes=2-4', { 'if-range': '"another"' })).toEqual([200, null, '0123456789']);
    expect(await ask('bytes=2-4', { 'if-range': `"${file.fileId}"` })).toEqual([206, 'bytes 2-4/10', '234']);
  });
});

describe('elements of a page, which send no headers,', () => {
  test('open a file by the cookie that was given for its address, and nothing else; each time it is judged', async () => {
    const message = await sent(member, text, 'a.txt');
    const { url } = fileOf(message);
    const second = fileOf(await sent(member, text, 'b.txt'));
    const given = await call('POST', `${url}/in-page`, nurse);
    expect(given.body).toEqual({ url, expiresAt: harness.clock.now() + 600_000 });
    const [cookie = '', ...attributes] = String(given.headers['set-cookie']).split('; ');
    expect(attributes).toEqual([`Path=${url}`, 'Max-Age=600', 'HttpOnly', 'SameSite=Strict']);
    const by = (path: string, method: 'GET' | 'DELETE' = 'GET') => call(method, path, null, undefined, { cookie: `other=1; ${cookie}` });
    expect((await by(url)).raw).toEqual(text);
    expect([
      (await by(`${member.id}/messages`)).status,
      (await by(`/blob/tenant/${tenant.id}/user/${member.id}/files/${second.fileId}`)).status,
    ]).toEqual([401, 401]);
    expect((await by(`/chat/api/v1/conversations/${member.id}/messages/${message.messageId}`, 'DELETE')).status).toBe(401);
    expect((await call('POST', `${url}/in-page`, stranger)).status).toBe(403);
    await call('DELETE', `${member.id}/messages/${message.messageId}`, member);
    expect((await by(url)).status).toBe(404);
  });
});

describe('how much', () => {
  test(`more than ${mostChatFilesAMinute} files a minute wait`, async () => {
    const user = await newMember();
    for (let count = 0; count < mostChatFilesAMinute; count += 1) expect((await upload(user, `${count}`, 'a.txt')).status).toBe(200);
    const refused = await upload(user, 'one more', 'a.txt');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_requests']);
    harness.clock.advance(61_000);
    expect((await upload(user, 'one more', 'a.txt')).status).toBe(200);
  });
});

describe('what is held about a person', () => {
  const part = () => server.modules.privacy.allPersonalData.find(({ tables }) => 'files' in tables);

  test('is in an export with what was sent to them, and goes with an erasure, bytes and small copies with it', async () => {
    const user = await newMember();
    await harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
      [tenant.id, user.id, nurse.id],
    );
    const person = { tenantId: tenant.id, userId: user.id };
    const before = onDisk().length;
    const own = (await upload(user, text, 'mine.txt')).body;
    const theirs = (await upload(nurse, await picture().png().toBuffer(), 'theirs.png')).body;
    expect((await send(user, [own.id], user)).status).toBe(200);
    await expect.poll(async () => (await send(nurse, [theirs.id], user)).status, { timeout: 15_000 }).toBe(200);
    await server.modules.fileJobs.run(tenant.id);
    await expect.poll(() => onDisk().length).toBe(before + 3);
    const files = (await part()?.exportOf?.(person)) ?? [];
    expect(files.map(({ name }) => name).sort()).toEqual(['files.json', `files/chat-${own.id}.txt`, `files/chat-${theirs.id}.png`].sort());
    const content: Buffer[] = [];
    for await (const piece of files.find(({ name }) => name.includes(own.id))?.content ?? []) content.push(Buffer.from(piece));
    expect(Buffer.concat(content)).toEqual(text);
    await part()?.erase?.(person, 'contact');
    expect(onDisk()).toHaveLength(before + 3);
    await part()?.erase?.(person, 'record');
    expect(onDisk()).toHaveLength(before);
    expect(await harness.asOwner('select 1 from vigil.files where user_id = $1 or conversation_id = $1', [user.id])).toEqual([]);
  });

  test('goes whole with an erasure, with a small copy that another server finishes while it goes on', async () => {
    const user = await newMember();
    const hasNoJobs = () =>
      expect
        .poll(() => harness.asOwner('select 1 from vigil.file_jobs where tenant_id = $1', [tenant.id]), { timeout: 15_000 })
        .toEqual([]);
    await hasNoJobs();
    const before = onDisk();
    const { id } = (await upload(user, await picture().jpeg().toBuffer(), 'mine.jpg')).body;
    await hasNoJobs();
    const setSmall = (smallId: string | null) => harness.asOwner('update vigil.files set thumbnail_id = $2 where id = $1', [id, smallId]);
    const small = onDisk().find((one) => !before.includes(one) && one !== id) ?? '';
    await setSmall(null);
    let isFinished = false;
    const erasing = filesPersonalData(harness.database, {
      ...createFileBlobs(world.folder, endlessDisk),
      async remove(blob) {
        await createFileBlobs(world.folder, endlessDisk).remove(blob);
        if (!isFinished) await setSmall(small);
        isFinished = true;
      },
    });
    await erasing.erase?.({ tenantId: tenant.id, userId: user.id }, 'record');
    expect(await harness.asOwner('select 1 from vigil.files where user_id = $1', [user.id])).toEqual([]);
    expect(onDisk()).toEqual(before);
  });
});
