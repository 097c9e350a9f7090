import { createPeople } from '#people/index.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMail } from '#platform/mail/mail.ts';
import { createTenantPost } from '#platform/outbox/outbox.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import { createCalendar } from '../index.ts';

/** A server that reminds the people of one tenant, through a real mail server, and may be killed while it does. */
const [databaseUrl = '', smtpUrl = '', tenantId = ''] = process.argv.slice(2);
const log = createLog('silent');
const database = createDatabase({ url: databaseUrl, size: 2, onError: () => {} });
const mail = createMail({ config: { smtpUrl, dataDir: '/nowhere', publicUrl: 'http://clinic.example' }, clock: systemClock, log });
const noSms = { carries: false, post: () => {}, send: async () => {} };
const calendar = createCalendar({
  ...{ database, people: createPeople({ database }), log, homeOf: async () => 'http://clinic.example' },
  ...{ memberOfAction: async () => null, mostBookings: async () => 3, say: async () => {} },
  post: createTenantPost({ database, mail, sms: noSms, clock: systemClock }),
  config: { calendarSeconds: 3_600, bellKeepDays: 14 },
});
await calendar.jobs.run(tenantId);
await calendar.stop?.();
await mail.stop();
await database.close();
